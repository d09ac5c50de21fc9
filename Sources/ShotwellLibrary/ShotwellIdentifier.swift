internal import SQLite

/// What Shotwell calls a photo or a video in its own tables: `thumb000000000000000d`,
/// `video-0000000000000001`, each with the row's number in 16 hexadecimal digits.
struct ShotwellIdentifier: Hashable, Comparable, Sendable {
  enum Kind: Int64, Sendable {
    case photo, video

    /// What stands before the digits.
    var word: String { self == .photo ? "thumb" : "video-" }
  }

  let kind: Kind
  let number: Int64

  /// The numbers that rows can have, so that twice one is a whole number in SQL, too.
  static let numbers: ClosedRange<Int64> = 1...(Int64.max / 4)

  init(_ kind: Kind, _ number: Int64) {
    self.kind = kind
    self.number = number
  }

  /// Reads an identifier; a plain decimal number, as releases before 0.8 wrote it, is a photo's.
  init?(_ text: some StringProtocol) {
    for kind in [Kind.photo, .video] where text.hasPrefix(kind.word) {
      let digits = text.dropFirst(kind.word.count)
      guard digits.utf8.count == 16, digits.utf8.allSatisfy(Self.isHexadecimal),
        let number = Int64(digits, radix: 16), Self.numbers.contains(number)
      else { return nil }
      self.init(kind, number)
      return
    }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text),
      Self.numbers.contains(number)
    else { return nil }
    self.init(.photo, number)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  /// A list as TagTable keeps it: identifiers, each with a comma behind it. What is none is skipped.
  static func list(_ text: String) -> [ShotwellIdentifier] {
    text.split(separator: ",").compactMap { ShotwellIdentifier($0) }
  }

  var text: String { kind.word + Self.digits(number) }

  /// The number in 16 hexadecimal digits.
  static func digits(_ number: Int64) -> String {
    let digits = String(UInt64(bitPattern: number), radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
  }

  /// The order of the texts' bytes.
  static func < (left: ShotwellIdentifier, right: ShotwellIdentifier) -> Bool {
    (left.kind.rawValue, left.number) < (right.kind.rawValue, right.number)
  }
}

extension SQLText {
  /// Whether the row is one of some, which SQLite takes as one value, however many they are.
  init(isOneOf identifiers: some Sequence<ShotwellIdentifier>) {
    // A number of its own for each: photos even, videos odd.
    let numbers = identifiers.map { "\($0.number &* 2 &+ $0.kind.rawValue)" }
    self.init(
      "(a.id * 2 + a.source IN (SELECT value FROM json_each(?)))",
      [.text("[\(numbers.joined(separator: ","))]")])
  }
}
