/// The outcome of an import for an asset.
enum ImportStatus: String, CaseIterable {
  case imported
  /// The library has all of the asset's files, by whatever names.
  case alreadyThere
  /// An earlier run imported it, and it is no longer in the library, or was edited there.
  case importedBefore
  /// Another asset of the same run has the same files.
  case repeated
}

/// The fields that an import adds to its assets.
struct ImportFields: Sendable {
  private static let statusField = AddedField.text(
    "importStatus", "what the import did with the asset",
    among: ImportStatus.allCases.map(\.rawValue))

  static let fields = [statusField, DuplicateFields.pathField]

  private let status: Field
  private let path: Field

  /// Adds the fields for later stages; if that fails, adds a problem and returns nil.
  init?(_ arguments: inout StageArguments) {
    let (status, path) = (arguments.add(Self.statusField), arguments.add(DuplicateFields.pathField))
    guard let status, let path else { return nil }
    (self.status, self.path) = (status, path)
  }

  /// Marks an asset; `other` is the path of the library's file with the same bytes.
  func mark(_ asset: Asset, _ status: ImportStatus, sameAs other: [UInt8]?) {
    let findings = asset.findingsForWriting()
    findings.set(.string(status.rawValue), of: self.status)
    if let other { findings.set(.string(String(decoding: other, as: UTF8.self)), of: path) }
  }
}
