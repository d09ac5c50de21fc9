/// The options of a rule that wants texts.
struct TextTerms: Hashable, Sendable {
  /// By tesseract's names, the first of which it tries first.
  let languages: [String]
  let layout: TextLayout
  /// In percent.
  let minimumConfidence: Int
  let isLowercase: Bool
  /// The pixels that the longer side of a picture may have.
  let side: Int32
  let timeout: Duration
  let stopsAtFailure: Bool

  /// Raised when the same terms would give another text.
  private static let generation = 1

  /// All that the text of a picture depends on.
  var key: String {
    "ocr \(Self.generation) \(languages.joined(separator: "+")) \(layout.rawValue)"
      + " \(minimumConfidence) \(isLowercase) \(side)"
  }

  /// For `explain`.
  var summary: String {
    let extras =
      (layout == .page ? [] : [layout.rawValue]) + (isLowercase ? ["lower case"] : [])
      + ["\(minimumConfidence) % sure", "\(side) pixels"]
    return "\(languages.joined(separator: "+")), " + extras.joined(separator: ", ")
  }

  /// Whether a text can name a language: `eng`, `chi_sim`, `script/Latin`; no option, and no path.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2 && (parts.count == 1 || parts[0] == "script")
      && parts.allSatisfy { part in
        (1...32).contains(part.utf8.count) && part.first?.isLetter == true
          && part.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
          }
      }
  }
}

/// How text stands in a picture.
enum TextLayout: String, CaseIterable, Sendable {
  case page, scattered, block, line

  /// Tesseract's number for it (`--psm`).
  var segmentation: Int {
    switch self {
    case .page: 3
    case .scattered: 11
    case .block: 6
    case .line: 7
    }
  }
}
