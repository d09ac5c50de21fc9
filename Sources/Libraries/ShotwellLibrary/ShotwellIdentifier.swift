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

  /// Calls `body` with the identifiers of a list in TagTable, each with a comma behind it. Invalid ones
  /// are skipped.
  static func forEach(in list: UnsafeRawBufferPointer, _ body: (ShotwellIdentifier) -> Void) {
    var start = 0
    while start < list.count {
      var end = start
      while end < list.count, list[end] != UInt8(ascii: ",") { end += 1 }
      let item = UnsafeRawBufferPointer(rebasing: list[start..<end])
      if let found = usual(item) ?? ShotwellIdentifier(String(decoding: item, as: UTF8.self)) {
        body(found)
      }
      start = end + 1
    }
  }

  /// Parses an identifier in the usual form without a text of its own; nil for any other.
  private static func usual(_ item: UnsafeRawBufferPointer) -> ShotwellIdentifier? {
    let kind: Kind
    switch item.count {
    case 21 where item.starts(with: "thumb".utf8): kind = .photo
    case 22 where item.starts(with: "video-".utf8): kind = .video
    default: return nil
    }
    var number: UInt64 = 0
    for byte in item.suffix(16) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    guard let number = Int64(exactly: number), numbers.contains(number) else { return nil }
    return ShotwellIdentifier(kind, number)
  }

  /// A number of its own: even for photos, odd for videos.
  var code: Int64 { number &* 2 &+ kind.rawValue }

  init(code: Int64) {
    self.init(code & 1 == 0 ? .photo : .video, code >> 1)
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
  init(isOneOf codes: some Sequence<Int64>) {
    let numbers = codes.map { "\($0)" }
    self.init(
      "(a.id * 2 + a.source IN (SELECT value FROM json_each(?)))",
      [.text("[\(numbers.joined(separator: ","))]")])
  }
}
