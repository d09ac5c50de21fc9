/// The pictures of assets, for a terminal that can show them.
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

  private let language: GraphicsProtocol
  private let picture: (Int) -> Picture?

  /// - Parameter picture: returns the picture of the asset at a position; nil if it has none.
  package init(_ language: GraphicsProtocol, of picture: @escaping (Int) -> Picture?) {
    self.language = language
    self.picture = picture
  }

  /// Returns the sequences that draw an asset's picture in an area of cells; nil without a picture.
  package func escapes(
    _ place: Int, _ area: (columns: Int, rows: Int), _ size: TerminalSize
  ) -> String? {
    guard let picture = picture(place), picture.width > 0, picture.height > 0 else { return nil }
    let (columns, rows) = size.cells(of: (picture.width, picture.height), within: area)
    return language.escapes(png: picture.png, columns: columns, rows: rows)
  }

  /// The sequence that removes a picture; empty for iTerm2, where the list's text overwrites it.
  package var removal: String { language.removal }
}
