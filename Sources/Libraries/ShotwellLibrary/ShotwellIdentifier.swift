internal import Files

/// The identifier of a photo or a video in Shotwell's own tables: `thumb000000000000000d`,
/// `video-0000000000000001`, each with the row's number in 16 hexadecimal digits.
struct ShotwellIdentifier: Hashable, Comparable, Sendable {
  enum Kind: Int64, Sendable {
    case photo, video

    /// The text before the digits.
    var word: String { self == .photo ? "thumb" : "video-" }
  }

  let kind: Kind
  let number: Int64

  /// The valid numbers of rows; twice such a number is a whole number in SQL too.
  static let numbers: ClosedRange<Int64> = 1...(Int64.max / 4)

  init(_ kind: Kind, _ number: Int64) {
    self.kind = kind
    self.number = number
  }

  /// Parses an identifier; a plain decimal number, the form of releases before 0.8, is a photo's.
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

  /// Parses TagTable's lists: identifiers, each with a comma behind it. Invalid ones are skipped.
  static func list(_ text: String) -> [ShotwellIdentifier] {
    text.split(separator: ",").compactMap { ShotwellIdentifier($0) }
  }

  var text: String { kind.word + Self.digits(number) }

  static func digits(_ number: Int64) -> String {
    let digits = String(UInt64(bitPattern: number), radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
  }

  static func < (left: ShotwellIdentifier, right: ShotwellIdentifier) -> Bool {
    (left.kind.rawValue, left.number) < (right.kind.rawValue, right.number)
  }
}

extension SQLText {
  /// Creates a condition that the row is one of some, which are passed as a single parameter.
  init(isOneOf identifiers: some Sequence<ShotwellIdentifier>) {
    // Each has a unique number: photos even, videos odd.
    let numbers = identifiers.map { "\($0.number &* 2 &+ $0.kind.rawValue)" }
    self.init(
      "(a.id * 2 + a.source IN (SELECT value FROM json_each(?)))",
      [.text("[\(numbers.joined(separator: ","))]")])
  }
}
