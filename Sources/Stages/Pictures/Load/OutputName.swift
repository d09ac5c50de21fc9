/// The name of a file in an output folder, made from an untrusted name. The files of one asset
/// share its stem and its number; each has its own extension.
package struct OutputName: Sendable, Hashable {
  private let stem: [UInt8]
  /// The stems of files that don't share it; nil for those that do. Empty without such files.
  private var ownStems: [[UInt8]?] = []
  /// The extensions of the files with their dots; a dot at the start of a name begins none.
  private var endings: [[UInt8]]
  /// The length that a name leaves free for a longer one beside it, in bytes.
  private var reserve = 0

  /// The maximum length of a name in bytes (`NAME_MAX` of most file systems).
  private static let limit = 255
  /// The maximum length of an extension in bytes; longer suffixes name no file type.
  private static let endingLimit = 32

  /// Creates a name from untrusted text; replaces characters that lead to another folder.
  init(_ name: [UInt8]) {
    let (stem, ending) = Self.parts(name)
    self.stem = stem
    endings = [ending]
  }

  /// Creates a name from its parts.
  ///
  /// - Parameters:
  ///   - endings: an extension for each file, with its dot.
  ///   - ownStems: the stem of each file that does not share `stem`; empty without such files.
  ///   - reserve: the length that a name leaves free for a longer one beside it, in bytes.
  package init(
    stem: [UInt8], endings: [[UInt8]], ownStems: [[UInt8]?] = [], reserve: Int = 0
  ) {
    self.stem = stem
    self.ownStems = ownStems
    self.endings = endings
    self.reserve = reserve
  }

  /// Creates names for files that keep the extensions of `names`. Ones that differ in case alone
  /// would be equal on many file systems, so one of them gets a number.
  init(_ name: [UInt8], for names: [[UInt8]]) {
    self.init(name)
    endings = names.isEmpty ? endings : []
    for (place, name) in names.enumerated() {
      let ending = Self.parts(name).ending
      let isTaken = endings.contains { Self.lowered($0) == Self.lowered(ending) }
      endings.append(isTaken ? Array("-\(place + 1)".utf8) + ending : ending)
    }
  }

  /// Adds the name of the first file with `.xmp` behind it.
  mutating func addSidecar() {
    endings.append((endings.first ?? []) + OutgoingSidecar.ending)
  }

  /// Returns a name without its extension, and the extension with its dot.
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

  /// Returns the name of a file, with a number after its stem if that is above 1. If it is too
  /// long, the stems of all files lose as much of their ends, whole characters of UTF-8.
  package func bytes(_ number: Int, of place: Int = 0) -> [UInt8] {
    bytes(number, stem: ownStems.isEmpty ? nil : ownStems[place], ending: endings[place])
  }

  /// Returns the name that another file with the stem gets.
  package func bytes(_ number: Int, stem own: [UInt8]? = nil, ending: [UInt8]) -> [UInt8] {
    let stem = own ?? self.stem
    let number = number > 1 ? Array(" \(number)".utf8) : []
    let longest = max(ending.count, endings.map(\.count).max() ?? 0)
    let room = Self.limit - reserve - longest - number.count
    guard stem.count > room else { return stem + number + ending }
    var end = room
    // A character has at most four bytes; more continuation bytes are not UTF-8.
    while end > room - 3, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return stem[..<end] + number + ending
  }
}
