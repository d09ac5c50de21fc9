internal import CSystem

/// A text to compare with, as the bytes of its NFC form.
///
/// File names come composed or decomposed, depending on the system that made them; both are the
/// same text. Swift's own comparison of strings is that of their NFC forms.
public struct TextConstant: Hashable, Sendable {
  public let string: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  public init(_ string: String) {
    self.string = string
    bytes = Array(string.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  @inline(__always)
  package func equals(_ text: TextSpan) -> Bool {
    if bytes.withUnsafeBytes({ text.hasSameBytes(as: $0) }) { return true }
    // The form of a text that is not ASCII may be, as that of the sign for kelvin is K.
    return !(isASCII && text.isASCII) && text.string == string
  }

  func isPart(of text: TextSpan) -> Bool {
    if isASCII, text.isASCII {
      return bytes.withUnsafeBytes {
        csystem_contains(
          text.bytes.baseAddress, text.bytes.count, $0.baseAddress, $0.count)
      }
    }
    // Scalars of the NFC forms: "e" is no part of "é", however the file system spelled it.
    return text.string.contains(string)
  }
}
