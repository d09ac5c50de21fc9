/// The SQL for a field, from a library's columns; the counterpart of the values of ``PhotosAsset``.
enum PhotosFieldSQL {
  /// An integer that is valid within the range, and only where `onlyIf` holds.
  case integer(String, ClosedRange<Int64>, onlyIf: String)
  case amount(String, onlyIf: String)
  case date(String)
  /// A Boolean that is known if `present` holds, and is then the value of `holds`.
  case flag(holds: String, present: String)
  case text(String)
  /// A field of few values, each with the condition under which the field has it.
  case values([(value: FieldValue, holds: String)])
  /// A list of texts: `SELECT 1 …` without its last condition, and the text of one row.
  case texts(rows: String, text: String)
  case known(String)

  /// Returns the SQL of a field; nil for a field that only Swift can compute.
  init?(_ field: Field, _ schema: PhotosSchema) {
    let columns = PhotosConditions(schema)
    func count(_ column: PhotosColumn) -> PhotosFieldSQL {
      .integer(columns[column], 1...PhotosLimits.count, onlyIf: "1")
    }
    func flag(_ condition: String) -> PhotosFieldSQL { .flag(holds: condition, present: "1") }
    switch field {
    case .localIdentifier:
      self = .text(
        "(CASE WHEN typeof(a.ZUUID) = 'text' AND a.ZUUID <> '' "
          + "THEN a.ZUUID || '\(PhotosIdentifier.assetSuffix)' END)")
    case .filename:
      let original = columns[.originalFilename]
      self = .text(
        "(CASE WHEN \(columns.isText(.originalFilename)) THEN \(original) "
          + "ELSE \(columns[.filename]) END)")
    case .mediaType:
      let known = [MediaType.image, .video, .audio].map { ($0, columns.isMedia($0)) }
      let none = "NOT (" + known.map(\.1).joined(separator: " OR ") + ")"
      self = .values((known + [(.unknown, none)]).map { ($0.0.value, $0.1) })
    case .mediaSubtypes: self = .values(columns.subtypes.map { (.subtypes($0.0), $0.1) })
    case .uniformTypeIdentifier: self = .text("+" + columns[.type])
    case .playbackStyle:
      self = .values(
        PlaybackStyle.allCases.map { ($0.value, columns.equals(.playbackStyle, $0.rawValue)) })
    case .creationDate: self = .date(columns[.created])
    case .creationDateSource:
      self = .values([(LibraryDateSource.photos.value, columns.isDate(.created))])
    case .modificationDate: self = .date(columns[.modified])
    case .addedDate: self = .date(columns[.added])
    case .pixelWidth: self = count(.width)
    case .pixelHeight: self = count(.height)
    case .orientation: self = .integer(columns[.orientation], 1...8, onlyIf: "1")
    case .duration: self = .amount(columns[.duration], onlyIf: columns.isMedia(.video))
    case .frameRate: self = .amount(columns[.frameRate], onlyIf: columns.isMedia(.video))
    case .fileSize: self = count(.fileSize)
    case .isFavorite: self = flag(columns.isSet(.favorite))
    case .isHidden: self = flag(columns.isSet(.hidden))
    case .isAnimated:
      self = flag(columns.equals(.playbackStyle, PlaybackStyle.imageAnimated.rawValue))
    case .burstIdentifier: self = .text(columns[.burst])
    case .representsBurst:
      self = .flag(holds: columns.has(.pick, bit: 16), present: columns.isText(.burst))
    case .burstSelectionTypes:
      self = .values(
        BurstSelectionType.allCases.map { type in
          (
            .texts([type.text]),
            "(\(columns.isText(.burst)) AND \(columns.has(.pick, bit: type.pick)))"
          )
        })
    case .location: self = .known(columns.hasLocation)
    case .cameraMake: self = .text(columns[.make])
    case .cameraModel: self = .text(columns[.model])
    case .lensModel: self = .text(columns[.lens])
    case .title: self = .text(columns[.title])
    case .caption: self = .text(columns[.caption])
    case .keywords:
      self = .texts(rows: schema.keywords?.rows ?? "", text: "k.ZTITLE")
    case .persons: self = .texts(rows: schema.people?.rows ?? "", text: "p.ZFULLNAME")
    case .hasAdjustments: self = flag(columns.isAbove(.adjustments, 0))
    case .isSelfie: self = flag(columns.equals(.captureDevice, 1))
    case .isRAW: self = flag(columns.isRAW)
    case .isMissing: self = flag(schema.isMissing)
    case .isReferenced: self = flag(columns.equals(.savedType, 10))
    case .isInCloud: self = flag(columns.equals(.cloudState, 3))
    case .sourceType:
      self = .values([
        (SourceType.typeCloudShared.value, schema.isShared),
        (SourceType.typeUserLibrary.value, "NOT \(schema.isShared)"),
      ])
    case .library, .path, .folderPath, .creationDateOffset, .colorModel, .depth, .profileName,
      .hasAlpha, .livePhotoIdentifier, .livePhotoVideoPath, .rating, .colorLabel, .creator,
      .copyright, .placeName, .rawPath, .editedPath, .editedVideoPath, .derivativePaths, .software,
      .userComment, .localDate, .exif, .xmp, .iptc, .albumPaths, .damage, .sha1, .sha256, .labels,
      .added:
      return nil
    }
  }
}
