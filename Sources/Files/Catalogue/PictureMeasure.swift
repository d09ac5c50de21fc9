/// Something of a fixed size that stages find out of a picture's pixels, and that the catalogue keeps.
package enum PictureMeasure: Sendable {
  /// Hashes by which pictures that look alike are found.
  case look
  /// How sharp it is.
  case sharpness

  package var byteCount: Int {
    switch self {
    case .look: 128
    case .sharpness: 8
    }
  }
}

extension Catalogue {
  /// What was measured of the picture in an unchanged file; nil when it has to be measured.
  package func measure(_ measure: PictureMeasure, of key: CatalogueKey) -> [UInt8]? {
    entryBytes(of: key) { $0.bytes(of: CatalogueEntry.Digests(measure)).map(Array.init) }
  }

  /// Keeps what was measured; see ``note(_:of:name:at:)`` for the parameters.
  package func note(
    _ bytes: [UInt8], as measure: PictureMeasure, of file: FileStatus,
    name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    precondition(bytes.count == measure.byteCount, "a measure has its size")
    guard CatalogueClock.isSettled(file, at: moment) else { return }
    let key = CatalogueKey(file, name: name)
    note { $0.add(bytes, as: measure, of: key) }
  }
}
