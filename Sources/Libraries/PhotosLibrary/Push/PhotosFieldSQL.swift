internal import Files

/// The SQL for a field, from a library's columns; the counterpart of the values of ``PhotosAsset``.
enum PhotosFieldSQL {
  case column(SQLColumn)
  /// A date as it is stored, for which there may be an index.
  case date(String)
  /// A field of few values, each with the condition under which the field has it.
  case values([(value: FieldValue, holds: String)])
  /// A list of texts: `SELECT 1 …` without its last condition, and the text of one row.
  case texts(rows: String, text: String)

  /// Returns the SQL of a field; nil for a field that only Swift can compute.
  init?(_ field: Field, _ schema: PhotosSchema) {
    let columns = PhotosConditions(schema)
    func count(_ column: PhotosColumn) -> PhotosFieldSQL {
      .column(.whole(columns.whole(column, 1...PhotosLimits.count)))
    }
    func flag(_ condition: String) -> PhotosFieldSQL { .column(.flag(condition)) }
    func text(_ column: PhotosColumn) -> PhotosFieldSQL { .column(.text(columns.text(column))) }
    func amount(_ column: PhotosColumn) -> PhotosFieldSQL {
      let number = columns.number(column, "0", "\(PhotosLimits.amount)")
      return .column(.number("(CASE WHEN \(columns.isMedia(.video)) THEN \(number) END)"))
    }
    switch field {
    case .localIdentifier:
      self = .column(.text("(\(columns.text(.uuid)) || '\(PhotosIdentifier.assetSuffix)')"))
    case .filename:
      self = .column(
        .text("coalesce(\(columns.text(.originalFilename)), \(columns.text(.filename)))"))
    case .mediaType:
      let known = [MediaType.image, .video, .audio].map { ($0, columns.isMedia($0)) }
      let none = "NOT (" + known.map(\.1).joined(separator: " OR ") + ")"
      self = .values((known + [(.unknown, none)]).map { ($0.0.value, $0.1) })
    case .mediaSubtypes: self = .values(columns.subtypes.map { (.subtypes($0.0), $0.1) })
    case .uniformTypeIdentifier: self = text(.type)
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
    case .orientation: self = .column(.whole(columns.whole(.orientation, 1...8)))
    case .duration: self = amount(.duration)
    case .frameRate: self = amount(.frameRate)
    case .fileSize: self = count(.fileSize)
    case .isFavorite: self = flag(columns.isSet(.favorite))
    case .isHidden: self = flag(columns.isSet(.hidden))
    case .isAnimated:
      self = flag(columns.equals(.playbackStyle, PlaybackStyle.imageAnimated.rawValue))
    case .burstIdentifier: self = text(.burst)
    case .representsBurst:
      self = flag(
        "(CASE WHEN \(columns.isText(.burst)) THEN \(columns.has(.pick, bit: 16)) END)")
    case .burstSelectionTypes:
      self = .values(
        BurstSelectionType.allCases.map { type in
          (
            .texts([type.text]),
            "(\(columns.isText(.burst)) AND \(columns.has(.pick, bit: type.pick)))"
          )
        })
    case .location:
      self = .column(
        .place(
          latitude: columns.number(.latitude, "-90", "90"),
          longitude: columns.number(.longitude, "-180", "180")))
    case .cameraMake: self = text(.make)
    case .cameraModel: self = text(.model)
    case .lensModel: self = text(.lens)
    case .title: self = text(.title)
    case .caption: self = text(.caption)
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

extension PhotosFieldSQL {
  /// Returns a test of the field as a condition.
  func condition(_ test: AssetPredicate) -> SQLCondition {
    switch self {
    case .column(let column): return column.condition(test)
    case .date(let sql): return date(test, sql)
    case .values(let values):
      let holding = values.filter { test.holds(for: $0.value) }.map { SQLText($0.holds) }
      return SQLCondition(SQLText(joining: holding, with: "OR", empty: "0"), isExact: true)
    case .texts(let rows, let sql): return list(test, rows, sql)
    }
  }

  private func date(_ test: AssetPredicate, _ sql: String) -> SQLCondition {
    /// Returns a test for dates from `first` on, and before `end`.
    func within(_ first: Int64, _ end: Int64?) -> SQLCondition {
      guard let low = PhotosDate.seconds(atLeast: first) else { return .never }
      let known = "typeof(\(sql)) IN ('integer', 'real')"
      if let high = end.flatMap(PhotosDate.seconds(atLeast:)) {
        return .exact("(\(known) AND \(sql) >= ? AND \(sql) < ?)", [.real(low), .real(high)])
      }
      return .exact(
        "(\(known) AND \(sql) >= ? AND \(sql) <= ?)", [.real(low), .real(PhotosDate.limit)])
    }
    func after(_ moment: Instant) -> Int64? {
      moment.milliseconds == .max ? nil : moment.milliseconds + 1
    }
    switch test {
    case .equals(_, .date(let moment)): return within(moment.milliseconds, after(moment))
    case .ordered(_, let comparison, .date(let moment)):
      switch comparison {
      case .less: return within(.min, moment.milliseconds)
      case .atMost: return within(.min, after(moment))
      case .atLeast: return within(moment.milliseconds, nil)
      case .greater: return after(moment).map { within($0, nil) } ?? .never
      }
    case .present: return .exact(PhotosConditions.isDate(sql))
    default: return .never
    }
  }

  /// Returns a test of a list of texts. It is wide, as the texts are joined by a character that one
  /// of them may have.
  private func list(_ test: AssetPredicate, _ rows: String, _ sql: String) -> SQLCondition {
    let ofOne: AssetPredicate
    switch test {
    case .has(let field, let constant): ofOne = .equals(field, .text(constant))
    case .equals, .like, .present: ofOne = test
    default: return .never
    }
    if rows.isEmpty { return .wide("0") }
    return .wide(
      "EXISTS (\(rows) AND typeof(\(sql)) = 'text' "
        + "AND (instr(\(sql), char(31)) > 0 OR passes(\(sql), ?)))", [.test(ofOne)])
  }
}
