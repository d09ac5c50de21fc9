/// The names of a picture and its sidecar in a Google Takeout.
///
/// Lengths are in units of UTF-16: 51 for a picture with its extension, 46 for a sidecar without
/// `.json`.
package struct TakeoutFileName: Sendable {
  /// The style of sidecars' names: until 2024, and since.
  package enum Style: Sendable {
    case plain, supplemental
  }

  private let stem: String
  private let suffix: String
  private let title: String
  private let number: Int

  /// - Parameter number: that of the upload among those with its title in a folder; 0 for the
  ///   first.
  package init(_ title: String, number: Int = 0) {
    let dot = title.lastIndex(of: ".") ?? title.endIndex
    self.title = title
    self.number = number
    suffix = String(title[dot...])
    stem = Self.cut(String(title[..<dot]), to: 51 - suffix.utf16.count)
  }

  private var mark: String { number == 0 ? "" : "(\(number))" }

  /// `IMG_1(2).JPG`.
  package var picture: String { stem + mark + suffix }

  /// `IMG_1-edited(2).JPG`; a number alone where the name has no room for the word.
  package func edited(_ word: String = "-edited") -> String {
    let name = Self.cut(stem + word, to: 51 - suffix.utf16.count)
    return name == stem ? "\(stem)(\(number + 1))\(suffix)" : name + mark + suffix
  }

  /// `IMG_1(2).MP4`, the movie of a live photo.
  package var movie: String { stem + mark + ".MP4" }

  /// `IMG_1.JPG.supplemental-metadata(2).json`.
  package func sidecar(_ style: Style = .supplemental) -> String {
    let whole = style == .plain ? title : title + ".supplemental-metadata"
    return Self.cut(whole, to: 46) + mark + ".json"
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    var text = text
    while text.utf16.count > limit { text.unicodeScalars.removeLast() }
    return text
  }
}
