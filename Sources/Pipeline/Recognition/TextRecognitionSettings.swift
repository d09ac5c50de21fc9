struct TextRecognitionSettings: Hashable, Sendable {
  /// The languages by tesseract's names; tesseract tries the first one first.
  let languages: [String]
  let layout: TextLayout
  /// The least confidence of a word, in percent.
  let minimumConfidence: Int
  let isLowercase: Bool
  /// The greatest length of a picture's longer side, in pixels.
  let side: Int32
  let timeout: Duration
  let stopsAtFailure: Bool

  /// The version of the results; raised when the same options would give another text.
  private static let generation = 1

  /// The key of all options that influence the text of a picture.
  var key: String {
    "ocr \(Self.generation) \(languages.joined(separator: "+")) \(layout.rawValue)"
      + " \(minimumConfidence) \(isLowercase) \(side)"
  }

  var summary: String {
    let extras =
      (layout == .page ? [] : [layout.rawValue]) + (isLowercase ? ["lower case"] : [])
      + ["\(minimumConfidence) % sure", "\(side) pixels"]
    return "\(languages.joined(separator: "+")), " + extras.joined(separator: ", ")
  }

  /// True for a language's name, `eng`, `chi_sim`, `script/Latin`, which is no option, and no path.
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

enum TextLayout: String, CaseIterable, Sendable {
  case page, scattered, block, line

  /// The layout's number in tesseract (`--psm`).
  var segmentation: Int {
    switch self {
    case .page: 3
    case .scattered: 11
    case .block: 6
    case .line: 7
    }
  }
}
