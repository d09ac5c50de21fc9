extension Field {
  // Asked for each value of each asset, so these are tables of the compiler's and no look-ups.

  /// The shape of the field's values.
  public var type: FieldType {
    switch self {
    case .folderPath, .mediaSubtypes, .labels, .burstSelectionTypes, .keywords, .persons,
      .derivativePaths:
      .texts
    case .creationDate, .modificationDate, .addedDate: .date
    case .pixelWidth, .pixelHeight, .orientation, .fileSize: .integer
    case .duration, .frameRate: .number
    case .isFavorite, .isHidden, .isAnimated, .representsBurst, .hasAdjustments, .isSelfie,
      .isRAW, .isMissing, .isReferenced, .isInCloud:
      .flag
    case .location: .location
    case .exif, .xmp, .iptc: .object
    default: addedPlace == nil ? .text : .value
    }
  }

  /// How deep a source has to look for the field.
  public var facet: Facet {
    switch self {
    case .localIdentifier, .library, .filename, .path, .folderPath, .isFavorite, .isHidden,
      .representsBurst, .burstSelectionTypes, .title, .caption, .keywords, .persons,
      .hasAdjustments, .isSelfie, .isMissing, .isReferenced, .isInCloud, .sourceType, .rawPath,
      .editedPath, .editedVideoPath, .derivativePaths:
      .entry
    case .modificationDate, .addedDate, .fileSize: .stat
    case .exif, .xmp, .iptc: .metadata
    case .sha1, .sha256: .digest
    case .labels: .findings
    default: addedPlace == nil ? .header : .findings
    }
  }
}
