/// One photo or video on its way through a run.
///
/// A class, so that moving an asset costs one reference count. Sources make subclasses that read
/// what is known in steps (``Facet``), each when something first asks for it; what stages learn
/// is kept in ``findings``.
///
/// `@unchecked Sendable`: an asset is confined to the lane that holds its batch; batches are
/// handed over under the runner's lock.
open class Asset: @unchecked Sendable {
  /// What the rule's stages learned of it, once one has.
  package final var findings: Findings?

  /// Why the asset can't go on, once reading it failed.
  package final var failure: AssetFailure?

  package init() {}

  /// What the asset answers for a field; reads what has to be read.
  @inline(__always)
  package final func value(of field: Field) -> FieldValue {
    switch field {
    case .labels:
      guard let labels = findings?.labels, !labels.isEmpty else { return sourceValue(of: field) }
      return .texts(labels)
    case .sha1, .sha256:
      return digestValue(of: field)
    default:
      return sourceValue(of: field)
    }
  }

  /// What the source knows of a field; subclasses answer from the facet that holds it.
  package func sourceValue(of field: Field) -> FieldValue { .absent }

  /// The bytes of the original file, opened for reading.
  ///
  /// - Throws: ``AssetFailure`` when there is no such file any more or it can't be read.
  package func openOriginal() throws(AssetFailure) -> OpenFile {
    throw AssetFailure(asset: displayName, stage: "read", reason: "has no file to read")
  }

  /// Writes the members of the record that the source knows, each followed by a comma.
  package func writeMembers(into writer: inout RecordWriter) {}

  /// The line that the asset was read from, to be passed on as it is when nothing was added.
  package var verbatimRecord: TextSpan? { nil }

  /// How messages to a person call the asset.
  package var displayName: String {
    for field in [Field.path, .localIdentifier, .filename] {
      if case .text(let text) = value(of: field) { return text.string }
    }
    return "an asset without a name"
  }

  /// Tells why the asset can't go on; the first reason stays.
  package final func fail(stage: String, _ reason: String) {
    if failure == nil {
      failure = AssetFailure(asset: displayName, stage: stage, reason: reason)
    }
  }

  /// What the stages learned, made on first use.
  package final func findingsForWriting() -> Findings {
    if let findings { return findings }
    let made = Findings()
    findings = made
    return made
  }
}
