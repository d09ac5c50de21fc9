internal import CSystem

/// A text that fields are compared with in Unicode's normal form C.
///
/// File names are composed or decomposed, depending on the system that made them; both are the same
/// text. Swift compares strings by their NFC forms as well.
public struct TextConstant: Hashable, Sendable {
  /// The text as written in the rule.
  public let string: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  public init(_ string: String) {
    self.string = string
    bytes = Array(string.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Returns true if both texts are equal in normal form C.
  @inline(__always)
  package func equals(_ text: TextSpan) -> Bool {
    if bytes.withUnsafeBytes({ text.hasSameBytes(as: $0) }) { return true }
    // The NFC form of other text may be ASCII: that of the kelvin sign is K.
    return !(isASCII && text.isASCII) && text.string == string
  }

  func isPart(of text: TextSpan) -> Bool {
    if isASCII, text.isASCII {
      return bytes.withUnsafeBytes {
        csystem_contains(
          text.bytes.baseAddress, text.bytes.count, $0.baseAddress, $0.count)
      }
    }
    // The characters of the NFC forms are compared: "e" is no part of "é", however the file system
    // spelled it.
    return text.string.contains(string)
  }
}
