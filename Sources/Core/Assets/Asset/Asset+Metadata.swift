extension Asset {
  /// Returns the original's EXIF, XMP and IPTC metadata; the decoder process reads it once.
  ///
  /// - Throws: ``AssetFailure`` when the original can't be read or decoded.
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

  /// Adds all metadata to the record, and reads it from the file if the source gave none.
  package func loadMetadata() throws(AssetFailure) {
    guard !carriesMetadata else { return }
    _ = try metadata()
    findingsForWriting().writesMetadata = true
  }

  /// Returns the metadata of a field (EXIF, XMP or IPTC): the source's, or else the file's.
  final func metadataValue(of field: Field) -> FieldValue {
    if carriesMetadata { return sourceValue(of: field) }
    do {
      return try metadata().value(of: field)
    } catch {
      fail(stage: error.stage, error.reason)
      return .absent
    }
  }

  /// True if the source gave metadata; if it gave one part, it gave all that exist.
  private var carriesMetadata: Bool {
    for field in [Field.exif, .xmp, .iptc] {
      if case .object = sourceValue(of: field) { return true }
    }
    return false
  }
}
