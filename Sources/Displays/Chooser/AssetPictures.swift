/// Shows pictures of assets on a terminal that is known to show them.
package struct AssetPictures {
  /// A picture as a PNG.
  package struct Picture {
    let png: [UInt8]
    let width: Int
    let height: Int

    package init(png: [UInt8], width: Int, height: Int) {
      self.png = png
      self.width = width
      self.height = height
    }
  }

  private let language: PictureLanguage
  private let picture: (Int) -> Picture?

  /// - Parameter picture: makes the picture of the asset at a place; nil where there is none.
  package init(_ language: PictureLanguage, of picture: @escaping (Int) -> Picture?) {
    self.language = language
    self.picture = picture
  }

  /// The sequences that show an asset's picture at the cursor; nil without a picture.
  ///
  /// - Parameter area: how many cells it may take.
  package func escapes(
    _ place: Int, _ area: (columns: Int, rows: Int), _ size: TerminalSize
  ) -> String? {
    guard let picture = picture(place), picture.width > 0, picture.height > 0 else { return nil }
    let (columns, rows) = size.cells(of: (picture.width, picture.height), within: area)
    return language.escapes(png: picture.png, columns: columns, rows: rows)
  }

  /// The sequence that removes a picture; in iTerm2 the list overwrites it.
  package var removal: String { language.removal }
}
