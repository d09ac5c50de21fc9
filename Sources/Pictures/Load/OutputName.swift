/// The name that a file gets in an output folder, made from a name that is not trusted.
///
/// The files of one asset share its stem and its number; each has its own ending.
package struct OutputName: Sendable, Hashable {
  private let stem: [UInt8]
  /// For each file from the last dot on, unless the name begins with it.
  private var endings: [[UInt8]]

  /// The longest name that file systems take, in bytes (POSIX's `NAME_MAX` of most).
  private static let limit = 255
  /// What is longer is no ending by which anybody tells a file's type.
  private static let endingLimit = 32

  /// A record may hold any text as a name; what would lead elsewhere is replaced.
  init(_ name: [UInt8]) {
    let (stem, ending) = Self.parts(name)
    self.stem = stem
    endings = [ending]
  }

  /// - Parameter endings: one for each file, with their dots.
  package init(stem: [UInt8], endings: [[UInt8]]) {
    self.stem = stem
    self.endings = endings
  }

  /// The name of an asset for several files.
  ///
  /// - Parameter names: of the files where they lie, of which the endings are kept. Endings that
  ///   differ in nothing but case would be one name to many file systems, so one gets a number.
  init(_ name: [UInt8], for names: [[UInt8]]) {
    self.init(name)
    endings = names.isEmpty ? endings : []
    for (place, name) in names.enumerated() {
      let ending = Self.parts(name).ending
      let isTaken = endings.contains { Self.lowered($0) == Self.lowered(ending) }
      endings.append(isTaken ? Array("-\(place + 1)".utf8) + ending : ending)
    }
  }

  /// A name without its ending, and the ending with its dot.
  package static func parts(_ name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
    let isFolder = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    let name = name.map {
      isFolder || $0 == 0 || $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    let isEnding = name.count - dot <= endingLimit
    return isEnding ? (Array(name[..<dot]), Array(name[dot...])) : (name, [])
  }

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The name of a file, with a number behind its stem when that is more than 1.
  ///
  /// One that is too long loses the end of its stem, by whole characters if it is UTF-8, and the
  /// names of all files of the asset lose as much.
  package func bytes(_ number: Int, of place: Int = 0) -> [UInt8] {
    let number = number > 1 ? Array(" \(number)".utf8) : []
    let longest = endings.map(\.count).max() ?? 0
    let room = Self.limit - longest - number.count
    guard stem.count > room else { return stem + number + endings[place] }
    var end = room
    // Four bytes are a character's most; other bytes of that kind are no UTF-8.
    while end > room - 3, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return stem[..<end] + number + endings[place]
  }
}
