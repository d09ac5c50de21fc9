internal import Synchronization

/// The kinds of fixed-size values, computed from a picture's pixels, that the catalogue stores.
package enum PictureMeasure: Sendable {
  /// The hashes by which similar pictures are found.
  case look
  /// The sharpness of the picture.
  case sharpness
  /// The outcome of decoding all pixels: the version of the check, and 1 for damage.
  case decoding

  /// The number of bytes of a value.
  package var byteCount: Int {
    switch self {
    case .look: 128
    case .sharpness: 8
    case .decoding: 2
    }
  }
}

extension Catalogue {
  /// Returns a stored value of the picture in an unchanged file; nil if it has to be computed.
  package func measure(_ measure: PictureMeasure, of key: CatalogueKey) -> [UInt8]? {
    entryBytes(of: key) { $0.bytes(of: CatalogueEntry.FixedValues(measure)).map(Array.init) }
  }

  /// Stores a value of a picture; see ``note(_:of:name:at:)`` for the parameters.
  package func note(
    _ bytes: [UInt8], as measure: PictureMeasure, of file: FileStatus,
    name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    precondition(bytes.count == measure.byteCount, "a measure has its size")
    guard CatalogueClock.isSettled(file, at: moment) else { return }
    let key = CatalogueKey(file, name: name)
    note { $0.add(bytes, as: measure, of: key) }
  }

  /// The version of the check of pixels, to be raised where it finds more.
  private static let checkVersion: UInt8 = 1

  /// Returns true if a decoder found damage in an unchanged file, false if it is whole; nil if that is
  /// not known.
  package func isDamaged(_ key: CatalogueKey) -> Bool? {
    if refused.withLock({ $0.contains(key) }) { return true }
    guard let bytes = measure(.decoding, of: key), bytes[0] == Self.checkVersion else { return nil }
    return bytes[1] == 1
  }

  /// Stores the outcome of decoding a picture; see ``note(_:of:name:at:)`` for the parameters.
  package func note(
    isDamaged: Bool, _ file: FileStatus, name: UnsafeRawBufferPointer, at moment: Int64
  ) {
    let key = CatalogueKey(file, name: name)
    refused.withLock { if isDamaged { $0.insert(key) } else { $0.remove(key) } }
    note([Self.checkVersion, isDamaged ? 1 : 0], as: .decoding, of: file, name: name, at: moment)
  }
}
