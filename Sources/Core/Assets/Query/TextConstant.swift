internal import CSystem

/// A text that fields are compared with in Unicode's normal form C.
///
/// File names are composed or decomposed, depending on the system that made them; both are the same
/// text. Swift compares strings by their NFC forms as well.
public struct TextConstant: Hashable, Sendable {
  /// The text as written in the rule.
  public let string: String
  /// True if capitals and small letters are the same, by Unicode's simple case folding.
  public let ignoresCase: Bool
  /// The text that values are compared with: as the rule has it, or folded.
  private let compared: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  public init(_ string: String, ignoringCase ignoresCase: Bool = false) {
    self.string = string
    self.ignoresCase = ignoresCase
    compared = ignoresCase ? CaseFolding.fold(string) : string
    bytes = Array(compared.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Returns true if both texts are equal in normal form C or, if ``ignoresCase``, folded.
  @inline(__always)
  package func equals(_ text: TextSpan) -> Bool {
    if bytes.withUnsafeBytes({ text.hasSameBytes(as: $0) }) { return true }
    if ignoresCase { return equalsFolded(text) }
    // The NFC form of other text may be ASCII: that of the kelvin sign is K.
    return !(isASCII && text.isASCII) && text.string == string
  }

  @inline(never)
  private func equalsFolded(_ text: TextSpan) -> Bool {
    if isASCII, text.isASCII {
      return bytes.withUnsafeBytes { CaseFolding.isEqual(text.bytes, folded: $0) }
    }
    return CaseFolding.fold(text.string) == compared
  }

  /// Returns true if both are the same text, composed or not.
  package func equals(_ text: String) -> Bool {
    ignoresCase ? CaseFolding.fold(text) == compared : text == string
  }

  func isPart(of text: TextSpan) -> Bool {
    guard isASCII, text.isASCII else {
      // The characters of the NFC forms are compared: "e" is no part of "é", however the file
      // system spelled it.
      return isPart(of: text.string)
    }
    if !ignoresCase { return bytes.withUnsafeBytes { Self.contains(text.bytes, $0) } }
    return withUnsafeTemporaryAllocation(byteCount: text.bytes.count, alignment: 1) { folded in
      for place in text.bytes.indices { folded[place] = CaseFolding.fold(text.bytes[place]) }
      return bytes.withUnsafeBytes { Self.contains(UnsafeRawBufferPointer(folded), $0) }
    }
  }

  func isPart(of text: String) -> Bool {
    ignoresCase ? CaseFolding.fold(text).contains(compared) : text.contains(string)
  }

  private static func contains(
    _ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer
  ) -> Bool {
    csystem_contains(text.baseAddress, text.count, part.baseAddress, part.count)
  }
}

extension TextConstant: CustomStringConvertible {
  /// The text as `explain` shows it, such as `"Rome" ignoring case`.
  public var description: String { "\"\(string)\"" + (ignoresCase ? " ignoring case" : "") }
}
