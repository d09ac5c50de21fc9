/// The columns of the table `a` of photos and videos. Each has one type or is NULL, whatever the
/// library stores, so that tests in SQL equal those on an asset's values: the correctness of
/// push-down depends on this table alone.
enum ShotwellColumn: Int32, CaseIterable {
  /// 0 for a photo, 1 for a video.
  case source
  case id
  case path
  case width, height, orientation, originalOrientation
  /// Seconds since 1970.
  case created, added
  case importRoll, event
  case isFlagged, isTrashed, isHidden
  case rating
  case title, comment
  /// True if Shotwell shows edits of its own that are in no file.
  case isTransformed
  /// The section `[crop]` and all other changes, as Shotwell writes them.
  case transformations
  /// The version that another program edited: its path, width and height.
  case editedPath, editedWidth, editedHeight
  /// The JPEG that Shotwell shows for a RAW picture.
  case developedPath
  /// The JPEG that the camera took with it.
  case pairedPath
  case format
  case duration
  case latitude, longitude

  static func table(_ schema: ShotwellSchema) -> String {
    var halves = ["SELECT \(list(schema, of: .photo)) FROM PhotoTable p\(editedVersion(schema))"]
    if schema.has("VideoTable", "id", "filename") {
      halves.append("SELECT \(list(schema, of: .video)) FROM VideoTable p")
    }
    return "(\(halves.joined(separator: " UNION ALL "))) a"
  }

  private static func list(
    _ schema: ShotwellSchema, of kind: ShotwellIdentifier.Kind
  ) -> String {
    allCases.map { "\($0.expression(schema, of: kind)) AS \($0)" }.joined(separator: ", ")
  }

  private static func editedVersion(_ schema: ShotwellSchema) -> String {
    guard schema.has("PhotoTable", "editable_id"), schema.has("BackingPhotoTable", "id") else {
      return ""
    }
    return " LEFT JOIN BackingPhotoTable e ON e.id = p.editable_id"
  }

  private func expression(_ schema: ShotwellSchema, of kind: ShotwellIdentifier.Kind) -> String {
    let isPhoto = kind == .photo
    let table = isPhoto ? "PhotoTable" : "VideoTable"
    func column(_ name: String) -> String { schema.column(table, name, of: "p") }
    func edited(_ name: String) -> String {
      guard isPhoto, schema.has("PhotoTable", "editable_id"), schema.has("BackingPhotoTable", "id")
      else { return "NULL" }
      return schema.column("BackingPhotoTable", name, of: "e")
    }
    func bit(_ ofPhoto: Int, _ ofVideo: Int) -> String {
      let mask = isPhoto ? ofPhoto : ofVideo
      return "(typeof(\(column("flags"))) = 'integer' AND (\(column("flags")) & \(mask)) <> 0)"
    }
    return switch self {
    case .source: "\(kind.rawValue)"
    case .id: "p.id"
    case .path: Self.text("p.filename")
    case .width: Self.whole(column("width"), Self.sizes)
    case .height: Self.whole(column("height"), Self.sizes)
    case .orientation: Self.whole(isPhoto ? column("orientation") : "NULL", 1...8)
    case .originalOrientation:
      Self.whole(isPhoto ? column("original_orientation") : "NULL", 1...8)
    case .created:
      schema.knowsUnsetDates
        ? Self.whole(column("exposure_time"), Self.dates)
        : Self.whole("nullif(\(column("exposure_time")), 0)", Self.dates)
    case .added: Self.whole("nullif(\(column("time_created")), 0)", Self.dates)
    case .importRoll: Self.whole(column("import_id"), 1...Int64.max)
    case .event: Self.whole(column("event_id"), 1...Int64.max)
    case .isFlagged: bit(0x10, 0x04)
    case .isTrashed: bit(0x04, 0x01)
    case .isHidden: isPhoto ? bit(0x01, 0) : "0"
    case .rating: Self.whole(column("rating"), -1...5)
    case .title: Self.text(column("title"))
    case .comment: Self.text(column("comment"))
    case .isTransformed:
      isPhoto
        ? "(\(Self.text(column("transformations"))) IS NOT NULL "
          + "OR coalesce(\(column("orientation")) <> \(column("original_orientation")), 0))" : "0"
    case .transformations: Self.text(isPhoto ? column("transformations") : "NULL")
    case .editedPath: Self.text(edited("filepath"))
    case .editedWidth: Self.whole(edited("width"), Self.sizes)
    case .editedHeight: Self.whole(edited("height"), Self.sizes)
    case .developedPath: isPhoto ? Self.developedPath(schema) : "NULL"
    case .pairedPath: isPhoto ? Self.pairedPath(schema) : "NULL"
    case .format: Self.whole(isPhoto ? column("file_format") : "NULL", 0...Int64.max)
    case .duration:
      isPhoto
        ? "NULL"
        : "CASE WHEN typeof(\(column("clip_duration"))) IN ('integer', 'real') "
          + "AND \(column("clip_duration")) BETWEEN 0 AND \(Self.longestClip) "
          + "THEN \(column("clip_duration")) END"
    case .latitude: Self.degrees(isPhoto ? column("gps_lat") : "NULL", 90, column("has_gps"))
    case .longitude: Self.degrees(isPhoto ? column("gps_lon") : "NULL", 180, column("has_gps"))
    }
  }

  /// Sizes in pixels; 0 means that Shotwell does not know the size.
  private static let sizes: ClosedRange<Int64> = 1...0x7FFF_FFFF
  /// Dates in seconds; no calendar is valid beyond them, and their milliseconds fit into 64 bits.
  private static let dates: ClosedRange<Int64> = -9_000_000_000_000...9_000_000_000_000
  private static let longestClip = 1e9
  /// The maximum length of a text in bytes; a longer one is no title and no path.
  private static let longestText = 1 << 20

  private static func whole(_ sql: String, _ range: ClosedRange<Int64>) -> String {
    "CASE WHEN typeof(\(sql)) = 'integer' AND \(sql) BETWEEN \(range.lowerBound) AND "
      + "\(range.upperBound) THEN \(sql) END"
  }

  private static func text(_ sql: String) -> String {
    "CASE WHEN typeof(\(sql)) = 'text' AND \(sql) <> '' AND instr(\(sql), char(0)) = 0 "
      + "AND length(CAST(\(sql) AS BLOB)) <= \(longestText) THEN \(sql) END"
  }

  private static func degrees(_ sql: String, _ limit: Int, _ isKnown: String) -> String {
    "CASE WHEN \(isKnown) = 1 AND typeof(\(sql)) IN ('integer', 'real') "
      + "AND \(sql) BETWEEN -\(limit) AND \(limit) THEN \(sql) END"
  }

  /// Returns the SQL of the path of the JPEG that the user chose to show for a RAW picture.
  private static func developedPath(_ schema: ShotwellSchema) -> String {
    guard
      schema.has(
        "PhotoTable", "developer", "develop_shotwell_id", "develop_camera_id",
        "develop_embedded_id"), schema.has("BackingPhotoTable", "id", "filepath")
    else { return "NULL" }
    let chosen =
      "CASE p.developer WHEN 'CAMERA' THEN p.develop_camera_id "
      + "WHEN 'EMBEDDED' THEN p.develop_embedded_id ELSE p.develop_shotwell_id END"
    return "(SELECT \(text("d.filepath")) FROM BackingPhotoTable d WHERE d.id = \(chosen))"
  }

  private static func pairedPath(_ schema: ShotwellSchema) -> String {
    guard schema.has("PhotoTable", "develop_camera_id"),
      schema.has("BackingPhotoTable", "id", "filepath")
    else { return "NULL" }
    return
      "(SELECT \(text("c.filepath")) FROM BackingPhotoTable c WHERE c.id = p.develop_camera_id)"
  }
}
