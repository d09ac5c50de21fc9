extension Asset {
  /// All that the original's EXIF, XMP and IPTC say; read once, by the decoder process.
  ///
  /// - Throws: ``AssetFailure`` when the original can't be read or the decoder made nothing of it.
  package func metadata() throws(AssetFailure) -> any AssetMetadata {
    if let known = findings?.metadata { return known }
    let file = try openOriginal()
    guard let reader else {
      throw AssetFailure(asset: displayName, stage: "metadata", reason: "has no file to read")
    }
    do throws(FileProblem) {
      let metadata = try reader.metadata(of: file)
      findingsForWriting().metadata = metadata
      return metadata
    } catch {
      throw AssetFailure(asset: displayName, stage: "metadata", reason: error.reason)
    }
  }

  /// Has the record carry all metadata; reads it when the asset did not come with it.
  package func loadMetadata() throws(AssetFailure) {
    guard !carriesMetadata else { return }
    _ = try metadata()
    findingsForWriting().writesMetadata = true
  }

  /// One part of the metadata: as the asset came with it, else as the file has it.
  final func metadataValue(of field: Field) -> FieldValue {
    if carriesMetadata { return sourceValue(of: field) }
    do {
      return try metadata().value(of: field)
    } catch {
      fail(stage: error.stage, error.reason)
      return .absent
    }
  }

  /// Whether the asset came with metadata; one that came with a part came with all there is.
  private var carriesMetadata: Bool {
    for field in [Field.exif, .xmp, .iptc] {
      if case .object = sourceValue(of: field) { return true }
    }
    return false
  }
}
