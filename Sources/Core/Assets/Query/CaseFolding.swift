/// The form of texts in which capitals and small letters are the same.
///
/// It is Unicode's simple case folding (statuses C and S of CaseFolding.txt, Unicode Standard 5.18)
/// by the tables of the Swift library: each scalar becomes its capital, and that becomes its small
/// letter. "ß" does not match "ss", and "ı" does not match "i". There are two exceptions, by which
/// texts with the same NFC form fold to texts with the same NFC form: U+0130 becomes i and U+0307,
/// into which Unicode decomposes it, and U+0345, a part of Greek letters, stays as it is.
package enum CaseFolding {
  /// Returns the folded form of a text.
  package static func fold(_ text: String) -> String {
    var text = text
    let isSmall = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 && !isCapital($0) }
    }
    if isSmall { return text }
    var folded = String.UnicodeScalarView()
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        folded.append(Unicode.Scalar(fold(UInt8(truncatingIfNeeded: scalar.value))))
      } else {
        folded.append(contentsOf: fold(scalar).unicodeScalars)
      }
    }
    return String(folded)
  }

  /// Returns the small letter of an ASCII capital, and any other byte as it is.
  @inline(__always)
  static func fold(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

  @inline(__always)
  private static func isCapital(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  private static func fold(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x130: return "i\u{307}"
    // The dotless i is the small letter of no other, and 0x345 is no letter of its own.
    case 0x131, 0x345: return String(scalar)
    // The two ligatures of s and t, which have no single capital.
    case 0xFB05: return "\u{FB06}"
    default: break
    }
    let capital = single(scalar.properties.uppercaseMapping) ?? scalar
    return String(single(capital.properties.lowercaseMapping) ?? capital)
  }

  /// Returns the scalar of a mapping to one; nil for several, which simple folding ignores.
  private static func single(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }
}

extension CaseFolding {
  /// Returns true if both are the same ASCII text but for capitals; `folded` has none.
  static func isEqual(_ text: UnsafeRawBufferPointer, folded: UnsafeRawBufferPointer) -> Bool {
    guard text.count == folded.count else { return false }
    for place in text.indices where fold(text[place]) != folded[place] { return false }
    return true
  }
}

extension StringProtocol {
  /// True if there are letters, and no capitals among them.
  package var hasSmallLettersOnly: Bool {
    var hasLetters = false
    for scalar in unicodeScalars {
      if scalar.properties.changesWhenLowercased { return false }
      hasLetters = hasLetters || scalar.properties.changesWhenUppercased
    }
    return hasLetters
  }
}
