package import Samples

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A library of many kinds of content: `data/photo.db`, its pictures, and some of Shotwell's
/// thumbnails.
///
/// The same for the same count and seed, except for the folder's name in the database.
package struct ShotwellSampleLibrary: Sendable {
  private let count: Int
  private let seed: UInt64

  /// 2019-06-01T10:00:00Z.
  private static let start = 1_559_383_200
  private static let tags = ["Holiday", "/Trips", "/Trips/Italy", "/Trips/Italy/Rome", "/Food"]

  /// - Parameter count: the number of photos and videos.
  package init(count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// Writes the library; throws ``ShotwellSampleError``, or as `SampleFolder.init(replacing:)`.
  package func write(to path: String) throws {
    try write(to: SampleFolder(replacing: path))
  }

  /// Writes the library into a folder of samples.
  package func write(to folder: borrowing SampleFolder) throws {
    guard let resolved = realpath(folder.path, nil) else {
      throw SampleError.system(operation: "open", path: folder.path, code: errno)
    }
    defer { free(resolved) }
    var draft = Draft(root: String(cString: resolved))
    for index in 0..<count {
      if index % 8 == 5 {
        try addVideo(index, to: &draft, folder)
      } else {
        try addPhoto(index, to: &draft, folder)
      }
    }
    draft.finish()
    try folder.write(draft.database.encoded(), to: "data/photo.db")
  }

  private struct Draft {
    let root: String
    var database = ShotwellSampleDatabase()
    var photos: Int64 = 0
    var videos: Int64 = 0
    private var members = Array(repeating: "", count: ShotwellSampleLibrary.tags.count)
    private var events: [Int64: String] = [:]

    init(root: String) { self.root = root }

    /// Adds an asset's identifier to its event and tags.
    mutating func add(_ identifier: String, event: Int64, tags: [Int]) {
      if event > 0, events[event] == nil { events[event] = identifier }
      for tag in tags { members[tag] += "\(identifier)," }
    }

    mutating func finish() {
      for (number, first) in events.sorted(by: { $0.key < $1.key }) {
        database.insert(
          into: "EventTable",
          [
            "id": .integer(number), "primary_source_id": .text(first),
            "name": number % 3 == 1 ? .text("Event with a name \(number)") : .null,
            "comment": number == 1 ? "The first days" : .null,
            "time_created": .integer(Int64(ShotwellSampleLibrary.start)),
          ])
      }
      for (name, list) in zip(ShotwellSampleLibrary.tags, members) {
        database.insert(
          into: "TagTable",
          [
            "name": .text(name), "photo_id_list": .text(list),
            "time_created": .integer(Int64(ShotwellSampleLibrary.start)),
          ])
      }
    }
  }

  /// Returns the columns that photos and videos have in common.
  private func common(_ index: Int, path: String) -> [String: ColumnValue] {
    let taken = taken(index)
    var row: [String: ColumnValue] = [
      "filename": .text(path), "filesize": 0, "timestamp": .integer(Int64(taken)),
      "exposure_time": .integer(hasDate(index) ? Int64(taken) : 0),
      "import_id": .integer(Int64(Self.start + 90 * 86_400 + index / 12 * 3600)),
      "event_id": .integer(isTrashed(index) || !hasDate(index) ? -1 : event(index)),
      "time_created": .integer(Int64(Self.start + 90 * 86_400 + index)),
      "rating": .integer(Int64(index % 7 - 1)),
    ]
    if index % 3 == 0 { row["title"] = .text("Picture \(index)") }
    if index % 5 == 0 { row["comment"] = .text("What \(index) was like") }
    return row
  }

  /// The time at which an asset was taken: a day apart, a few in one event.
  private func taken(_ index: Int) -> Int { Self.start + index / 3 * 86_400 + index % 3 * 600 }
  private func hasDate(_ index: Int) -> Bool { index % 17 != 16 }

  /// Writes the catalogue's date into a picture's EXIF, as its camera did.
  private func date(_ exif: inout EXIFBlock, _ index: Int) {
    guard hasDate(index) else { return }
    exif.dateTimeOriginal = CivilTime(secondsSince1970: taken(index)).exif
    exif.offsetTimeOriginal = "+00:00"
  }

  private func event(_ index: Int) -> Int64 { Int64(index / 5 + 1) }
  private func isTrashed(_ index: Int) -> Bool { index % 11 == 10 }

  /// Returns the tags of an asset; each tag includes those around it.
  private func tags(_ index: Int) -> [Int] {
    guard !isTrashed(index) else { return [] }
    var tags = index % 3 == 0 ? [0] : []
    switch index % 6 {
    case 1: tags += [1]
    case 2: tags += [1, 2]
    case 4: tags += [1, 2, 3]
    default: break
    }
    return tags
  }

  private func addVideo(
    _ index: Int, to draft: inout Draft, _ folder: borrowing SampleFolder
  ) throws {
    draft.videos += 1
    let name = "pictures/CLIP_\(1000 + index).mp4"
    let movie = QuickTimeMovie(width: 320, height: 240, seed: seed &+ UInt64(index)) {
      $0.brand = "mp42"
      if hasDate(index) { $0.created = CivilTime(secondsSince1970: taken(index)) }
    }
    try folder.write(movie.encoded(), to: name)
    var row = common(index, path: "\(draft.root)/\(name)")
    row["id"] = .integer(draft.videos)
    row["width"] = 320
    row["height"] = 240
    row["clip_duration"] = 2.0
    row["is_interpretable"] = 1
    row["flags"] = .integer((index % 4 == 1 ? 0x04 : 0) | (isTrashed(index) ? 0x01 : 0))
    draft.database.insert(into: "VideoTable", row)
    draft.add(Self.identifier("video-", draft.videos), event: event(index), tags: tags(index))
  }

  private func addPhoto(
    _ index: Int, to draft: inout Draft, _ folder: borrowing SampleFolder
  ) throws {
    draft.photos += 1
    let identifier = Self.identifier("thumb", draft.photos)
    let isRAW = index % 10 == 9
    let stem = "pictures/\(index / 12)/IMG_\(1000 + index)"
    let name = isRAW ? "\(stem).dng" : "\(stem).jpg"
    var row = common(index, path: "\(draft.root)/\(name)")
    row["id"] = .integer(draft.photos)
    row["width"] = 96
    row["height"] = 64
    row["orientation"] = index % 6 == 2 ? 6 : 1
    row["original_orientation"] = 1
    row["file_format"] = isRAW ? 1 : 0
    row["developer"] = "SHOTWELL"
    row["flags"] = .integer(
      (index % 4 == 0 ? 0x10 : 0) | (isTrashed(index) ? 0x04 : 0) | (index % 13 == 12 ? 0x01 : 0))
    switch index % 6 {
    case 1: row["transformations"] = "[crop]\nleft=8\ntop=4\nright=71\nbottom=51\n"
    case 3: row["transformations"] = "[adjustments]\nexpansion={ 27, 251 }\nexposure=2\n"
    default: break
    }
    let picture = JPEGPicture(width: 96, height: 64, seed: seed &+ UInt64(index))
    if index % 12 == 4 {
      row["editable_id"] = .integer(
        try addBacking("\(stem)_modified.jpg", width: 48, height: 32, index, to: &draft, folder))
    }
    if isRAW {
      row["develop_shotwell_id"] = .integer(
        try addBacking("\(stem)_dng_shotwell.jpg", width: 96, height: 64, index, to: &draft, folder)
      )
      let picture = RawPicture(.dng, width: 96, height: 64) { date(&$0.exif, index) }
      try folder.write(picture.encoded(), to: name)
    } else if index % 9 != 7 {
      // The others are gone.
      var exif = EXIFBlock()
      date(&exif, index)
      var original = picture
      original.exif = exif
      try folder.write(original.encoded(), to: name)
    }
    if index % 2 == 0 {
      for size in [128, 360] {
        try folder.write(picture.encoded(), to: "thumbs/thumbs\(size)/\(identifier).jpg")
      }
    }
    draft.database.insert(into: "PhotoTable", row)
    draft.add(identifier, event: isTrashed(index) ? -1 : event(index), tags: tags(index))
  }

  /// Another file of a photo, and the number of its row.
  private func addBacking(
    _ name: String, width: Int, height: Int, _ index: Int, to draft: inout Draft,
    _ folder: borrowing SampleFolder
  ) throws -> Int64 {
    try folder.write(
      JPEGPicture(width: width, height: height, seed: seed &+ UInt64(index) &+ 500).encoded(),
      to: name)
    let number = Int64(draft.database.rows["BackingPhotoTable"]?.count ?? 0) + 1
    draft.database.insert(
      into: "BackingPhotoTable",
      [
        "id": .integer(number), "filepath": .text("\(draft.root)/\(name)"),
        "width": .integer(Int64(width)), "height": .integer(Int64(height)),
        "original_orientation": 1, "file_format": 0,
      ])
    return number
  }

  private static func identifier(_ word: String, _ number: Int64) -> String {
    let digits = String(number, radix: 16)
    return word + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
