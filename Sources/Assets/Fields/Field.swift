/// Everything that can be asked of an asset, spelled as PhotoKit spells it.
///
/// The one list behind predicates, records, Lua and the documentation.
public enum Field: UInt8, CaseIterable, Sendable {
  case localIdentifier, library, filename, path, folderPath
  case mediaType, mediaSubtypes, uniformTypeIdentifier, playbackStyle
  case creationDate, creationDateSource, creationDateOffset, modificationDate, addedDate
  case pixelWidth, pixelHeight, orientation, duration, frameRate, fileSize
  case isFavorite, isHidden, isAnimated
  case burstIdentifier, representsBurst, burstSelectionTypes
  case livePhotoIdentifier, livePhotoVideoPath
  case title, caption, keywords, persons
  case hasAdjustments, isSelfie, isRAW, isMissing, isReferenced, isInCloud, sourceType
  case rawPath, editedPath, editedVideoPath, derivativePaths
  case location, cameraMake, cameraModel, lensModel, software, userComment
  case exif, xmp, iptc
  case sha1, sha256, labels

  public var name: String { description.name }
  public var summary: String { description.summary }

  public init?(name: String) {
    guard let field = Self.allCases.first(where: { $0.description.isNamed(name) }) else {
      return nil
    }
    self = field
  }

  var description: FieldDescription { Self.descriptions[Int(rawValue)] }

  private static let descriptions = allCases.map(FieldDescription.init(of:))
}

extension Field {
  /// Every text that the field can be, where they are few; a rule that names another is wrong.
  public var knownTexts: [String]? {
    switch self {
    case .mediaType: MediaType.allCases.map { "\($0.name)" }
    case .mediaSubtypes: MediaSubtypes.named.map { "\($0.name)" }
    case .playbackStyle: ["image", "imageAnimated", "livePhoto", "video", "videoLooping"]
    case .burstSelectionTypes: ["autoPick", "userPick"]
    case .sourceType: ["typeUserLibrary", "typeCloudShared", "typeiTunesSynced"]
    case .creationDateSource:
      [
        "exif", "xmp", "xmpSidecar", "pngText", "quicktime", "takeout", "filename", "fileSystem",
        "photos",
      ]
    default: nil
    }
  }
}
