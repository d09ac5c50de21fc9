/// A text chunk of a PNG (PNG, section 11.3.4).
package enum PNGText: Sendable {
  /// `tEXt`, Latin-1.
  case plain(keyword: String, text: String)
  /// `iTXt`, uncompressed UTF-8.
  case international(keyword: String, text: String)
}
