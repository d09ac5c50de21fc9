import Foundation

/// The fields that a record and another program's answer have in common, as texts.
struct SharedFields {
  private(set) var pairs: [(field: String, mine: String, theirs: String)] = []
  private let record: [String: Any]
  private let other: [String: Any]

  init(_ record: [String: Any], _ other: [String: Any], library: String) {
    self.record = record
    self.other = other
    addTexts(library)
    addFlags()
    addSubtypes()
    addDates()
    addPaths(library)
  }

  /// The fields of the other program that are compared.
  static let compared: Set = [
    "burst", "burst_default_pick", "burst_key", "burst_selected", "date", "date_added",
    "description",
    "exif_info", "favorite", "filename", "has_raw", "hasadjustments", "hdr", "height", "hidden",
    "incloud", "intrash", "ismissing", "ismovie", "israw", "isreference", "keywords", "library",
    "live_photo", "location", "original_filename", "original_filesize", "original_orientation",
    "panorama", "path", "path_derivatives", "path_edited", "path_edited_live_photo",
    "path_live_photo", "path_raw", "persons", "portrait", "screen_recording", "screenshot",
    "selfie",
    "shared", "slow_mo", "spatial", "time_lapse", "title", "tzoffset", "uti", "uuid", "visible",
    "width",
    // By a test of their own.
    "albums", "album_info", "folders", "import_info",
  ]

  /// The fields of the other program that records have in other words, or compute from compared
  /// ones.
  static let derived: Set = [
    "burst_album_info", "burst_albums", "burst_photos", "date_original", "isphoto", "latitude",
    "longitude",
  ]

  /// The fields of the other program that no record has; docs/guide/libraries.md names them.
  static let leftOut: Set = [
    "adjustment_type", "adjustments", "ai_caption", "cloud_guid", "cloud_metadata",
    "cloud_owner_hashed_id", "comments", "date_modified", "date_trashed", "external_edit",
    "face_info", "fingerprint", "imported_by", "iscloudasset", "labels", "labels_normalized",
    "likes", "media_analysis", "orientation", "original_adjustments", "original_height",
    "original_width", "owner", "person_info", "place", "project_info", "rating", "raw_original",
    "saved_to_library", "score", "search_info", "search_info_normalized", "shared_library",
    "shared_moment", "syndicated", "tzname", "uti_edited", "uti_original", "uti_raw",
  ]

  private mutating func add(_ field: String, _ mine: Any?, _ theirs: Any?) {
    func text(_ value: Any?) -> String {
      switch value {
      case nil, is NSNull: "absent"
      case let list as [Any]: list.map { text($0) }.joined(separator: " | ")
      case let number as Double where number == number.rounded(): "\(Int(number))"
      default: "\(value ?? "")"
      }
    }
    pairs.append((field, text(mine), text(theirs)))
  }

  private mutating func addTexts(_ library: String) {
    let exif = other["exif_info"] as? [String: Any] ?? [:]
    add("library", record["library"], library)
    add("localIdentifier", record["localIdentifier"], "\(other["uuid"] as? String ?? "")/L0/001")
    if other["ismovie"] as? Bool == true {
      add("duration", rounded(record["duration"]), rounded(exif["duration"]))
      add("frameRate", rounded(record["frameRate"]), rounded(exif["fps"]))
    }
    for (mine, theirs) in [
      ("filename", "original_filename"), ("title", "title"), ("description", "description"),
      ("pixelWidth", "width"), ("pixelHeight", "height"), ("fileSize", "original_filesize"),
      ("orientation", "original_orientation"), ("uniformTypeIdentifier", "uti"),
    ] {
      add(mine, record[mine], other[theirs])
    }
    for (mine, theirs) in [
      ("cameraMake", "camera_make"), ("cameraModel", "camera_model"), ("lensModel", "lens_model"),
    ] {
      add(mine, record[mine], exif[theirs])
    }
    add("keywords", record["keywords"] ?? [], (other["keywords"] as? [String])?.sorted())
    // Faces without a name have no entry here.
    let named = Set(other["persons"] as? [String] ?? []).subtracting(["_UNKNOWN_"]).sorted()
    add("persons", record["persons"] ?? [], named)
    let place = record["location"] as? [String: Any]
    let theirs = (other["location"] as? [Any]) ?? []
    add(
      "location",
      [place?["latitude"] as Any? ?? "absent", place?["longitude"] as Any? ?? "absent"],
      theirs.map { $0 is NSNull ? "absent" : $0 })
  }

  /// A number of seconds or frames to the thousandth, as the record has it.
  private func rounded(_ value: Any?) -> Any? {
    (value as? Double).map { ($0 * 1000).rounded() / 1000 }
  }

  private mutating func addFlags() {
    for (mine, theirs) in [
      ("isFavorite", "favorite"), ("isHidden", "hidden"), ("hasAdjustments", "hasadjustments"),
      ("isMissing", "ismissing"), ("isSelfie", "selfie"), ("isReferenced", "isreference"),
    ] {
      add(mine, record[mine] as? Bool, other[theirs] as? Bool)
    }
    let raw = ["israw", "has_raw"].contains { other[$0] as? Bool == true }
    add("isRAW", record["isRAW"] as? Bool, raw)
    add("isInCloud", record["isInCloud"] as? Bool, other["incloud"] as? Bool ?? false)
    add("mediaType", record["mediaType"], other["ismovie"] as? Bool == true ? "video" : "image")
    add(
      "representsBurst", record["representsBurst"] as? Bool ?? false, other["burst_key"] as? Bool)
    add("burst", record["burstIdentifier"] != nil, other["burst"] as? Bool)
    let picks = record["burstSelectionTypes"] as? [String] ?? []
    add("autoPick", picks.contains("autoPick"), other["burst_default_pick"] as? Bool)
    add("userPick", picks.contains("userPick"), other["burst_selected"] as? Bool)
    add(
      "sourceType", record["sourceType"] as? String == "typeCloudShared", other["shared"] as? Bool)
    // What is given is shown, and is not in the trash.
    add("visible", true, other["visible"] as? Bool)
    add("intrash", false, other["intrash"] as? Bool)
  }

  private mutating func addSubtypes() {
    let subtypes = record["mediaSubtypes"] as? [String] ?? []
    for (mine, theirs) in [
      ("photoPanorama", "panorama"), ("photoHDR", "hdr"), ("photoScreenshot", "screenshot"),
      ("photoLive", "live_photo"), ("videoHighFrameRate", "slow_mo"),
      ("videoTimelapse", "time_lapse"), ("videoScreenRecording", "screen_recording"),
    ] {
      add(mine, subtypes.contains(mine), other[theirs] as? Bool)
    }
    add("spatialMedia", subtypes.contains("spatialMedia"), (other["spatial"] as? Int ?? 0) != 0)
    // There a video with depth is a portrait; in PhotoKit it is cinematic.
    let hasDepth = subtypes.contains("photoDepthEffect") || subtypes.contains("videoCinematic")
    add("depth", hasDepth, other["portrait"] as? Bool)
  }

  private mutating func addDates() {
    // A date in the year 3914190 is kept here; there it is the beginning of 1970.
    if other["date"] as? String != "1970-01-01T00:00:00+00:00" {
      add("creationDate", record["creationDate"], Self.utc(other["date"]))
    }
    add("addedDate", record["addedDate"], Self.utc(other["date_added"]))
    let seconds = other["tzoffset"] as? Int
    let offset = seconds.map {
      String(format: "%@%02d:%02d", $0 < 0 ? "-" : "+", abs($0) / 3600, abs($0) % 3600 / 60)
    }
    add("creationDateOffset", record["creationDateOffset"], offset)
  }

  /// A date of Python's, in UTC and whole milliseconds, what is beyond them cut.
  private static func utc(_ value: Any?) -> String? {
    guard let text = value as? String else { return nil }
    let date = text.prefix(19)
    let zone = text.suffix(6)
    let fraction = text.dropFirst(19).dropLast(6).dropFirst()
    let milliseconds = (fraction + "000").prefix(3)
    let formatter = ISO8601DateFormatter()
    guard let moment = formatter.date(from: "\(date)\(zone)") else { return nil }
    return formatter.string(from: moment).replacing("Z", with: ".\(milliseconds)Z")
  }

  private mutating func addPaths(_ library: String) {
    for (mine, theirs) in [
      ("path", "path"), ("livePhotoVideoPath", "path_live_photo"), ("rawPath", "path_raw"),
      ("editedPath", "path_edited"), ("editedVideoPath", "path_edited_live_photo"),
    ] {
      let path = (other[theirs] as? String)?.replacing("LIBRARY", with: library)
      // Originals that were taken out of the copy since are not here.
      let isHere = path.map { FileManager.default.fileExists(atPath: $0) } ?? true
      add(mine, record[mine], isHere ? path : nil)
    }
    if let path = record["path"] as? String {
      add("filename", path.split(separator: "/").last.map(String.init), other["filename"])
    }
    let derivatives = (other["path_derivatives"] as? [String] ?? [])
      .map { $0.replacing("LIBRARY", with: library) }
    add(
      "derivativePaths", (record["derivativePaths"] as? [String] ?? []).sorted(),
      derivatives.sorted())
  }
}
