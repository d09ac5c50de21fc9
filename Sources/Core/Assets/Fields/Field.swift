internal import Media

/// A property of assets, spelled as PhotoKit spells it.
///
/// Predicates, records, Lua and the documentation share this list. A field is only a byte, as it is
/// passed for each value of each asset. Fields that a rule's stages add are ``added(_:)``; the
/// rule's ``FieldTable`` holds their names.
public enum Field: Sendable {
  case localIdentifier, library, filename, path, folderPath
  case mediaType, mediaSubtypes, uniformTypeIdentifier, playbackStyle
  case creationDate, creationDateSource, creationDateOffset, modificationDate, addedDate
  case pixelWidth, pixelHeight, orientation, duration, frameRate, fileSize
  case colorModel, depth, profileName, hasAlpha
  case isFavorite, isHidden, isAnimated
  case burstIdentifier, representsBurst, burstSelectionTypes
  case livePhotoIdentifier, livePhotoVideoPath
  case title, caption, keywords, persons, rating, colorLabel, creator, copyright, placeName
  case hasAdjustments, isSelfie, isRAW, isMissing, isReferenced, isInCloud, sourceType
  case rawPath, editedPath, editedVideoPath, derivativePaths
  case location, cameraMake, cameraModel, lensModel, software, userComment
  case localDate
  case exif, xmp, iptc
  case albumPaths
  case damage
  case sha1, sha256, labels
  /// A field that a stage of the rule adds.
  case added(AddedPlace)

  /// True if people type the field's values, such as a title: read from source or else from file.
  @inlinable package var isDescriptive: Bool {
    number &- Field.title.number <= Field.placeName.number - Field.title.number
  }

  /// True if stages may set the field's values. Some standard fields are among them, as many rules
  /// declared a field of that name before each rule knew it.
  package var isSettable: Bool {
    addedPlace != nil || [.rating, .colorLabel, .creator, .copyright, .placeName].contains(self)
  }

  /// The name, as records and rules spell it.
  public var name: String { description.name }
  /// The description in the documentation, such as `path of the original file`.
  public var summary: String { description.summary }

  /// Makes the field of a name; nil when every rule has no field of that name.
  public init?(name: String) {
    guard let field = Self.fieldsByName[name] else { return nil }
    self = field
  }

  private static let fieldsByName = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0.description.name)", $0) })

  /// The name and the description of the field.
  package var description: FieldDescription { Self.descriptions[Int(number)] }

  private static let descriptions =
    (allCases + AddedPlace.allCases.map(Field.added)).map(FieldDescription.init(of:))
}

extension Field {
  /// The way in which tests compare the texts of a field.
  private enum Texts {
    /// The values are no texts.
    case none
    /// Identifiers, paths, hashes and types, compared as they are.
    case exact
    /// Names and texts that people typed; tests may ignore the case of letters.
    case typed
    /// The only texts that the field can have.
    case listed([String])
  }

  private var texts: Texts {
    switch self {
    case .localIdentifier, .library, .path, .uniformTypeIdentifier, .creationDateOffset,
      .burstIdentifier, .livePhotoIdentifier, .livePhotoVideoPath, .rawPath, .editedPath,
      .editedVideoPath, .derivativePaths, .localDate, .sha1, .sha256:
      .exact
    case .filename, .folderPath, .profileName, .title, .caption, .keywords, .persons, .colorLabel,
      .creator, .copyright, .placeName, .cameraMake, .cameraModel, .lensModel, .software,
      .userComment, .albumPaths, .labels, .added:
      .typed
    case .mediaType: .listed(MediaType.texts)
    case .colorModel: .listed(ColorModel.allCases.map { "\($0.name)" })
    case .mediaSubtypes: .listed(MediaSubtypes.named.map { "\($0.name)" })
    case .damage: .listed(Damage.texts)
    case .playbackStyle: .listed(PlaybackStyle.texts)
    case .burstSelectionTypes: .listed(BurstSelectionType.texts)
    case .sourceType: .listed(SourceType.texts)
    case .creationDateSource:
      .listed(CreationDateSource.allCases.map(\.rawValue) + LibraryDateSource.texts)
    case .creationDate, .modificationDate, .addedDate, .pixelWidth, .pixelHeight, .orientation,
      .duration, .frameRate, .fileSize, .depth, .hasAlpha, .isFavorite, .isHidden, .isAnimated,
      .representsBurst, .rating, .hasAdjustments, .isSelfie, .isRAW, .isMissing, .isReferenced,
      .isInCloud, .location, .exif, .xmp, .iptc:
      .none
    }
  }

  /// The only texts that the field can have, nil if not listed; tests for others are errors.
  public var knownTexts: [String]? {
    if case .listed(let words) = texts { words } else { nil }
  }

  /// True if tests of the field may ignore the case of letters. Texts of a field that a stage adds
  /// count as typed, unless the stage lists them.
  package var mayIgnoreCase: Bool {
    if case .typed = texts { true } else { false }
  }
}

extension Field {
  // Read for each value of each asset, so these are tables made by the compiler and not look-ups.

  /// The type of the field's values.
  public var type: FieldType {
    switch self {
    case .folderPath, .albumPaths, .mediaSubtypes, .labels, .burstSelectionTypes, .keywords,
      .persons, .placeName, .derivativePaths:
      .texts
    case .creationDate, .modificationDate, .addedDate: .date
    case .pixelWidth, .pixelHeight, .orientation, .fileSize, .depth, .rating: .integer
    case .duration, .frameRate: .number
    case .isFavorite, .isHidden, .isAnimated, .representsBurst, .hasAdjustments, .isSelfie,
      .isRAW, .isMissing, .isReferenced, .isInCloud, .hasAlpha:
      .flag
    case .location: .location
    case .exif, .xmp, .iptc: .object
    case .localIdentifier, .library, .filename, .path, .mediaType, .uniformTypeIdentifier,
      .playbackStyle, .creationDateSource, .creationDateOffset, .colorModel, .profileName,
      .burstIdentifier, .livePhotoIdentifier, .livePhotoVideoPath, .title, .caption, .colorLabel,
      .creator, .copyright, .sourceType, .rawPath, .editedPath, .editedVideoPath, .cameraMake,
      .cameraModel, .lensModel, .software, .userComment, .localDate, .damage, .sha1, .sha256:
      .text
    case .added: .value
    }
  }

  /// The facet that a source has to read for the field.
  public var facet: Facet {
    switch self {
    case .localIdentifier, .library, .filename, .path, .folderPath, .albumPaths, .isFavorite,
      .isHidden, .representsBurst, .burstSelectionTypes, .hasAdjustments, .isSelfie, .isMissing,
      .isReferenced, .isInCloud, .sourceType, .rawPath, .editedPath, .editedVideoPath,
      .derivativePaths:
      .entry
    case .title, .caption, .keywords, .persons, .rating, .colorLabel, .creator, .copyright,
      .placeName:
      .descriptive
    case .modificationDate, .addedDate, .fileSize: .stat
    case .damage: .end
    case .exif, .xmp, .iptc: .metadata
    case .sha1, .sha256: .digest
    case .labels, .added: .findings
    case .mediaType, .mediaSubtypes, .uniformTypeIdentifier, .playbackStyle, .creationDate,
      .creationDateSource, .creationDateOffset, .pixelWidth, .pixelHeight, .orientation,
      .duration, .frameRate, .colorModel, .depth, .profileName, .hasAlpha, .isAnimated,
      .burstIdentifier, .livePhotoIdentifier, .livePhotoVideoPath, .isRAW, .location, .cameraMake,
      .cameraModel, .lensModel, .software, .userComment, .localDate:
      .header
    }
  }
}
