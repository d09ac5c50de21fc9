/// One representation of an asset that a load stage brought, as NSItemProvider names them.
package enum LoadedRepresentation: Sendable {
  /// The original in a file: where it lies, its size and how it came there.
  case file(path: [UInt8], byteCount: Int64, origin: FileOrigin)
  /// The original's bytes: their number, and the bytes themselves when the rule asked for them.
  case data(byteCount: Int64, bytes: [UInt8]?)
  /// A picture to show.
  case image(LoadedImage)

  /// How a loaded file came to be where it is.
  package enum FileOrigin: String, CaseIterable, Sendable {
    case reference, hardLink, copy
  }
}
