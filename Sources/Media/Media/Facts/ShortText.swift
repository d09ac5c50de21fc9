/// A text of at most 55 bytes, stored inline without an allocation.
///
/// It is made from bytes of unknown encoding: it ends at the first NUL, and white space at both
/// ends is trimmed. A longer text is truncated, never inside a UTF-8 character. Bytes without a
/// visible character become empty.
public struct ShortText: Sendable, Hashable {
  /// The maximum number of bytes.
  public static let capacity = 55

  private typealias Storage = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private var storage: Storage = (0, 0, 0, 0, 0, 0, 0)

  /// Creates an empty text.
  public init() {}

  /// Creates a text from the bytes of a file.
  public init(_ bytes: UnsafeRawBufferPointer) {
    var first = 0
    while first < bytes.count, Self.isBlank(bytes[first]) { first += 1 }
    let limit = min(bytes.count, first + Self.capacity)
    var end = first
    while end < limit, bytes[end] != 0 { end += 1 }
    if end == limit, end < bytes.count, bytes[end] & 0xC0 == 0x80 {
      end = Self.characterStart(in: bytes, from: first, cut: end)
    }
    while end > first, Self.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > first else { return }
    let source = UnsafeRawBufferPointer(rebasing: bytes[first..<end])
    guard source.contains(where: Self.isSeen) else { return }
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: source)
      $0[Self.capacity] = UInt8(truncatingIfNeeded: source.count)
    }
  }

  /// Creates a text from a string, truncated to the capacity.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { ShortText(UnsafeRawBufferPointer($0)) }
  }

  /// The number of bytes.
  public var count: Int { Int(truncatingIfNeeded: storage.6.littleEndian >> 56) }

  /// True if there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Calls `body` with the bytes as they are in the file, whatever their encoding.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// True if the bytes are exactly those of `text`.
  public func equals(_ text: StaticString) -> Bool {
    withBytes {
      $0.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  public static func == (left: ShortText, right: ShortText) -> Bool {
    let (a, b) = (left.storage, right.storage)
    return a.0 == b.0 && a.1 == b.1 && a.2 == b.2 && a.3 == b.3 && a.4 == b.4 && a.5 == b.5
      && a.6 == b.6
  }

  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: $0) }
  }

  /// Returns false for a space and for a control character of ASCII or Latin-1.
  private static func isSeen(_ byte: UInt8) -> Bool {
    byte > 0x20 && !(0x7F...0x9F).contains(byte)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns the start of the UTF-8 character that a cut would split; the cut if not UTF-8.
  private static func characterStart(
    in bytes: UnsafeRawBufferPointer, from first: Int, cut: Int
  ) -> Int {
    var start = cut
    while start > first, cut - start < 3, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return bytes[start] & 0xC0 == 0xC0 ? start : cut
  }
}

extension ShortText: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The text; bytes that are not UTF-8 are read as Latin-1, so that no byte is lost.
  public var string: String {
    withBytes { bytes in
      // Validation costs several times as much as creating the string, and few texts need it.
      if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
      return String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  public var description: String { string }

  public init(stringLiteral value: StaticString) {
    let bytes = UnsafeRawBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
    self.init(bytes)
  }

  /// Creates a text from UTF-16 units, truncated to the capacity; a lone surrogate becomes U+FFFD.
  init(utf16 units: some Sequence<UInt16>) {
    var text = ""
    for unit in units {
      guard unit != 0, text.utf8.count < Self.capacity else { break }
      text.unicodeScalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
    self.init(text)
  }
}
