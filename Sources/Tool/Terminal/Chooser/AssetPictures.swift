package import Pipeline

/// The pictures of assets, for a terminal that can show them.
package struct AssetPictures {
  private let language: GraphicsProtocol
  private let picture: (Int) -> OfferPicture?

  /// - Parameter picture: returns the picture of the asset at a position; nil if it has none.
  package init(_ language: GraphicsProtocol, of picture: @escaping (Int) -> OfferPicture?) {
    self.language = language
    self.picture = picture
  }

  /// Returns the sequences that draw an asset's picture in an area of cells; nil without a picture.
  package func escapes(
    _ place: Int, _ area: (columns: Int, rows: Int), _ size: TerminalSize
  ) -> String? {
    guard let picture = picture(place) else { return nil }
    let (columns, rows) = size.cells(of: (picture.width, picture.height), within: area)
    return language.escapes(picture, columns: columns, rows: rows, in: size)
  }

  /// The sequence that removes a picture; empty where the list's text overwrites it.
  package var removal: String { language.removal }
}
