/// An asset or album that was removed or moved, of which only library and identifier are known.
/// `@unchecked Sendable`: like every ``Asset``, used only by the worker that holds its batch.
final class AbsentAsset: Asset, @unchecked Sendable {
  private let library: OwnedBytes
  private let identifier: OwnedBytes
  private let isAlbum: Bool

  init(_ identity: (library: [UInt8], identifier: [UInt8]), _ change: Change) {
    library = OwnedBytes(identity.library)
    identifier = OwnedBytes(identity.identifier)
    isAlbum = change.isOfAlbum
    super.init()
    findingsForWriting().change = change
  }

  override func sourceValue(of field: Field) -> FieldValue {
    switch field {
    case .localIdentifier: .text(identifier.span)
    case .library: library.span.bytes.isEmpty ? .absent : .text(library.span)
    default: .absent
    }
  }

  override func writeRecord(into writer: inout RecordWriter) {
    guard isAlbum else { return super.writeRecord(into: &writer) }
    writer.begin(kind: "album")
    writeFields(into: &writer)
    writer.end()
  }
}
