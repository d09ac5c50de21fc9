package import Media
internal import Platform

/// A Google Takeout's JSON; recognised by its members, as file names depend on the language.
package enum TakeoutDocument: Sendable, Hashable {
  case item(TakeoutItem)
  case album(TakeoutAlbumMetadata)
  /// JSON that describes neither a picture nor an album.
  case other

  /// The limit of a file's size in bytes: most have one KiB, those with many comments some hundred.
  package static let sizeLimit = 1 << 20
  private static let deepest = 64

  /// Reads a whole file; throws ``SidecarProblem`` when it is not JSON. A member of another type
  /// than expected, such as a number for a title, is ignored.
  package init(_ bytes: UnsafeRawBufferPointer) throws(SidecarProblem) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = UnsafeRawBufferPointer(
      rebasing: bytes[(bytes.starts(with: mark) ? mark.count : 0)...])
    do throws(JSONProblem) {
      let element = try JSONElement(checking: text, deepest: Self.deepest)
      var draft = Draft()
      for (name, value) in element.members { draft.take(name, value) }
      self = element.kind == .object ? draft.document : .other
    } catch {
      throw error.fault == .nesting ? .tooComplex : .notJSON
    }
  }

  private struct Draft {
    private var item = TakeoutItem()
    private var shown: MediaLocation?
    private var embedded: MediaLocation?
    private var isItem = false
    private var isAlbum = false
    private var isEmpty = true

    var document: TakeoutDocument {
      if isItem {
        var item = item
        item.location = shown ?? embedded
        return .item(item)
      }
      guard isAlbum || isEmpty || item.title != nil else { return .other }
      var album = TakeoutAlbumMetadata()
      (album.title, album.caption) = (item.title, item.caption)
      return .album(album)
    }

    mutating func take(_ name: JSONElement, _ value: JSONElement) {
      isEmpty = false
      if name.equals("title") {
        item.title = Self.text(value)
      } else if name.equals("description") {
        item.caption = Self.text(value)
      } else if name.equals("photoTakenTime") {
        isItem = true
        // Zero means "not known".
        item.takenMilliseconds = Self.moment(value)
      } else if name.equals("creationTime") {
        item.addedMilliseconds = Self.moment(value)
      } else if name.equals("geoData") {
        shown = Self.location(value)
      } else if name.equals("geoDataExif") {
        isItem = true
        embedded = Self.location(value)
      } else if name.equals("people") {
        item.persons = Self.names(value)
      } else if name.equals("favorited") {
        item.isFavorite = value.flag ?? false
      } else if name.equals("archived") {
        item.isArchived = value.flag ?? false
      } else if name.equals("trashed") {
        item.isTrashed = value.flag ?? false
      } else if name.equals("albumData") {
        // Older exports put an album's members into this one.
        isAlbum = true
        for (name, value) in value.members { take(name, value) }
      } else {
        if name.equals("url") || name.equals("imageViews") { isItem = true }
        if name.equals("sharedAlbumComments") || name.equals("enrichments")
          || name.equals("access")
        {
          isAlbum = true
        }
      }
    }

    private static func text(_ value: JSONElement) -> String? {
      value.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Converts `{"timestamp": "1551123684"}` (seconds) to milliseconds; nil outside the years 1 to
    /// 9999.
    private static func moment(_ value: JSONElement) -> Int64? {
      guard let number = value[last: "timestamp"]?.number, let seconds = Int64(exactly: number),
        seconds != 0, (-62_135_596_800...253_402_300_799).contains(seconds)
      else { return nil }
      return seconds * 1000
    }

    /// Returns a location; nil for 0, 0, which means "not known". An altitude of 0 means that, too.
    private static func location(_ value: JSONElement) -> MediaLocation? {
      guard let latitude = value[last: "latitude"]?.number,
        let longitude = value[last: "longitude"]?.number,
        latitude != 0 || longitude != 0
      else { return nil }
      let altitude = value[last: "altitude"]?.number
      return MediaLocation(
        latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
    }

    /// Returns the names in `[{"name": "Ada"}]`.
    private static func names(_ value: JSONElement) -> [String] {
      var names: [String] = []
      for person in value.elements {
        for (name, value) in person.members where name.equals("name") {
          if let text = text(value), !names.contains(text), names.count < 256 {
            names.append(text)
          }
        }
      }
      return names
    }
  }
}

/// A Google Takeout's metadata of an album.
package struct TakeoutAlbumMetadata: Sendable, Hashable {
  package var title: String?
  package var caption: String?

  package init() {}
}

/// A Google Takeout's metadata of one picture or video.
package struct TakeoutItem: Sendable, Hashable {
  /// The name of the uploaded file, which the export may have changed.
  package var title: String?
  package var caption: String?
  /// The time of capture in Google Photos; milliseconds since 1970 UTC, whole seconds; or nil.
  package var takenMilliseconds: Int64?
  /// The time when it was added to Google Photos; milliseconds since 1970 UTC, nil if unknown.
  package var addedMilliseconds: Int64?
  /// The place of capture in Google Photos, else the one in the file, else nil.
  package var location: MediaLocation?
  package var isFavorite = false
  package var isArchived = false
  package var isTrashed = false
  /// The names of the people in the picture.
  package var persons: [String] = []

  package init() {}
}
