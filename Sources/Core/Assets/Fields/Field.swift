/// A property of assets, spelled as PhotoKit spells it.
///
/// Predicates, records, Lua and the documentation share this list. A field is only a number, as it
/// is passed for each value of each asset. Fields that a rule's stages add have numbers here as
/// well; the rule's ``FieldTable`` holds their names.
public enum Field: UInt8, CaseIterable, Sendable {
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
  case added0, added1, added2, added3, added4, added5, added6, added7
  case added8, added9, added10, added11, added12, added13, added14, added15
  case added16, added17, added18, added19, added20, added21, added22, added23
  case added24, added25, added26, added27, added28, added29, added30, added31
  case added32, added33, added34, added35, added36, added37, added38, added39

  /// The fields that every rule has.
  public static let allCases: [Field] = (0...Field.labels.rawValue).compactMap(Field.init)

  /// The number of fields that a rule's stages may add, not counting objects and their members.
  public static let mostAdded = 32

  /// The number of fields that can be added, with objects and their members.
  package static let addedPlaces = 40

  /// True if people type the field's values, such as a title: read from source or else from file.
  @inlinable package var isDescriptive: Bool {
    rawValue &- Field.title.rawValue <= Field.placeName.rawValue - Field.title.rawValue
  }

  /// True if stages may set the field's values. Some standard fields are among them, as many rules
  /// declared a field of that name before each rule knew it.
  package var isSettable: Bool {
    switch self {
    case .rating, .colorLabel, .creator, .copyright, .placeName: true
    default: addedPlace != nil
    }
  }

  /// The index of an added field among those of its rule; nil for a field that every rule has.
  package var addedPlace: Int? {
    let place = Int(rawValue) - Int(Field.added0.rawValue)
    return place >= 0 ? place : nil
  }

  /// Creates an added field from its index, which is below ``addedPlaces``.
  package init(addedAt place: Int) {
    guard let field = Field(rawValue: Field.added0.rawValue + UInt8(place)) else {
      preconditionFailure("a rule adds at most \(Field.mostAdded) fields")
    }
    self = field
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
  package var description: FieldDescription { Self.descriptions[Int(rawValue)] }

  private static let descriptions =
    (allCases + (0..<addedPlaces).map(Field.init(addedAt:))).map(FieldDescription.init(of:))
}

extension Field {
  /// The only texts that the field can have, nil if not listed; tests for others are errors.
  public var knownTexts: [String]? {
    switch self {
    case .mediaType: MediaType.allCases.map { "\($0.name)" }
    case .colorModel: ["RGB", "Gray", "CMYK", "Lab"]
    case .mediaSubtypes: MediaSubtypes.named.map { "\($0.name)" }
    case .damage: Damage.allCases.map { "\($0.name)" }
    case .playbackStyle: ["image", "imageAnimated", "livePhoto", "video", "videoLooping"]
    case .burstSelectionTypes: ["autoPick", "userPick"]
    case .sourceType: ["typeUserLibrary", "typeCloudShared", "typeiTunesSynced"]
    case .creationDateSource:
      [
        "exif", "xmp", "xmpSidecar", "pngText", "quicktime", "takeout", "filename", "fileSystem",
        "photos", "shotwell", "catalogue",
      ]
    default: nil
    }
  }
}

extension Field {
  /// True if tests of the field may ignore the case of letters: the values are names, or texts that
  /// people typed.
  ///
  /// Identifiers, paths, hashes, types and listed words are compared as they are. Texts of a field
  /// that a stage adds count as typed, unless the stage lists them.
  package var mayIgnoreCase: Bool {
    switch self {
    case .localIdentifier, .library, .path, .uniformTypeIdentifier, .creationDateOffset,
      .burstIdentifier, .livePhotoIdentifier, .livePhotoVideoPath, .rawPath, .editedPath,
      .editedVideoPath, .derivativePaths, .localDate, .sha1, .sha256:
      false
    default: [.text, .texts, .value].contains(type) && knownTexts == nil
    }
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
    default: addedPlace == nil ? .text : .value
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
    case .labels: .findings
    default: addedPlace == nil ? .header : .findings
    }
  }
}
