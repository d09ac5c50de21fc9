/// The name that a file gets in an output folder, made from one that nobody vouches for.
struct OutputName: Sendable, Hashable {
  private let stem: [UInt8]
  /// From the last dot on, unless the name begins with it.
  private let ending: [UInt8]

  /// The longest name that file systems take, in bytes (POSIX's `NAME_MAX` of most).
  private static let limit = 255
  /// What is longer is no ending by which anybody tells a file's type.
  private static let endingLimit = 32

  /// A record may hold any text as a name; what would lead elsewhere is replaced.
  init(_ name: [UInt8]) {
    let isFolder = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    let name = name.map {
      isFolder || $0 == 0 || $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    let isEnding = name.count - dot <= Self.endingLimit
    stem = isEnding ? Array(name[..<dot]) : name
    ending = isEnding ? Array(name[dot...]) : []
  }

  /// The name, with a number behind its stem when that is more than 1.
  ///
  /// One that is too long loses the end of its stem, by whole characters if it is UTF-8.
  func bytes(_ number: Int) -> [UInt8] {
    let ending = (number > 1 ? Array(" \(number)".utf8) : []) + ending
    let room = Self.limit - ending.count
    guard stem.count > room else { return stem + ending }
    var end = room
    // Four bytes are a character's most; other bytes of that kind are no UTF-8.
    while end > room - 3, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return stem[..<end] + ending
  }
}
