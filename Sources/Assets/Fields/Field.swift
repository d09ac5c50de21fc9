/// Everything that can be asked of an asset, spelled as PhotoKit spells it.
///
/// The one list behind predicates, records, Lua and the documentation. A number and nothing else, as
/// it is handed around for each value of each asset; so the fields that a rule's stages add are
/// places here, and the rule's ``FieldTable`` says what they are called.
public enum Field: UInt8, CaseIterable, Sendable {
  case localIdentifier, library, filename, path, folderPath
  case mediaType, mediaSubtypes, uniformTypeIdentifier, playbackStyle
  case creationDate, creationDateSource, creationDateOffset, modificationDate, addedDate
  case pixelWidth, pixelHeight, orientation, duration, frameRate, fileSize
  case colorModel, depth, profileName, hasAlpha
  case isFavorite, isHidden, isAnimated
  case burstIdentifier, representsBurst, burstSelectionTypes
  case livePhotoIdentifier, livePhotoVideoPath
  case title, caption, keywords, persons
  case hasAdjustments, isSelfie, isRAW, isMissing, isReferenced, isInCloud, sourceType
  case rawPath, editedPath, editedVideoPath, derivativePaths
  case location, cameraMake, cameraModel, lensModel, software, userComment
  case localDate
  case exif, xmp, iptc
  case sha1, sha256, labels
  case added0, added1, added2, added3, added4, added5, added6, added7
  case added8, added9, added10, added11, added12, added13, added14, added15
  case added16, added17, added18, added19, added20, added21, added22, added23
  case added24, added25, added26, added27, added28, added29, added30, added31
  case added32, added33, added34, added35, added36, added37, added38, added39

  /// The fields that every rule knows.
  public static let allCases: [Field] = (0...Field.labels.rawValue).compactMap(Field.init)

  /// How many fields the stages of one rule may add, but for objects and their members.
  public static let mostAdded = 32

  /// How many there may be with objects and their members.
  package static let addedPlaces = 40

  /// The place of an added field among those of its rule; nil for a field that every rule knows.
  package var addedPlace: Int? {
    let place = Int(rawValue) - Int(Field.added0.rawValue)
    return place >= 0 ? place : nil
  }

  /// The added field at a place below ``addedPlaces``.
  package init(addedAt place: Int) {
    guard let field = Field(rawValue: Field.added0.rawValue + UInt8(place)) else {
      preconditionFailure("a rule adds at most \(Field.mostAdded) fields")
    }
    self = field
  }

  public var name: String { description.name }
  public var summary: String { description.summary }

  public init?(name: String) {
    guard let field = Self.fieldsByName[name] else { return nil }
    self = field
  }

  private static let fieldsByName = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0.description.name)", $0) })

  package var description: FieldDescription { Self.descriptions[Int(rawValue)] }

  private static let descriptions =
    (allCases + (0..<addedPlaces).map(Field.init(addedAt:))).map(FieldDescription.init(of:))
}

extension Field {
  /// Every text that the field can be, where they are few; a rule that names another is wrong.
  public var knownTexts: [String]? {
    switch self {
    case .mediaType: MediaType.allCases.map { "\($0.name)" }
    case .colorModel: ["RGB", "Gray", "CMYK", "Lab"]
    case .mediaSubtypes: MediaSubtypes.named.map { "\($0.name)" }
    case .playbackStyle: ["image", "imageAnimated", "livePhoto", "video", "videoLooping"]
    case .burstSelectionTypes: ["autoPick", "userPick"]
    case .sourceType: ["typeUserLibrary", "typeCloudShared", "typeiTunesSynced"]
    case .creationDateSource:
      [
        "exif", "xmp", "xmpSidecar", "pngText", "quicktime", "takeout", "filename", "fileSystem",
        "photos", "shotwell",
      ]
    default: nil
    }
  }
}

extension Field {
  // Asked for each value of each asset, so these are tables of the compiler's and no look-ups.

  /// The shape of the field's values.
  public var type: FieldType {
    switch self {
    case .folderPath, .mediaSubtypes, .labels, .burstSelectionTypes, .keywords, .persons,
      .derivativePaths:
      .texts
    case .creationDate, .modificationDate, .addedDate: .date
    case .pixelWidth, .pixelHeight, .orientation, .fileSize, .depth: .integer
    case .duration, .frameRate: .number
    case .isFavorite, .isHidden, .isAnimated, .representsBurst, .hasAdjustments, .isSelfie,
      .isRAW, .isMissing, .isReferenced, .isInCloud, .hasAlpha:
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
