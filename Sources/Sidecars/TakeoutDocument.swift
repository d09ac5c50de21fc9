internal import JSON
internal import Media

/// What a JSON file of a Google Takeout describes; told by its members, as its name depends on the
/// language of the account.
package enum TakeoutDocument: Sendable, Hashable {
  case item(TakeoutItem)
  case album(TakeoutAlbumText)
  /// JSON of another kind.
  case other

  /// Larger than any that Google writes: most have one KiB, those with many comments some hundred.
  package static let sizeLimit = 1 << 20
  private static let deepest = 64

  /// Reads a whole file.
  ///
  /// - Throws: ``SidecarProblem`` when it is no JSON. A member of another kind than expected, such
  ///   as a number for a title, is passed over.
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

  /// The members of a document, before it is known what it describes.
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
      var album = TakeoutAlbumText()
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
        // Zero is what stands for "not known".
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
        // Exports of some years ago put an album's members into this one.
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

    /// `{"timestamp": "1551123684", "formatted": …}`, in seconds; within the years 1…9999.
    private static func moment(_ value: JSONElement) -> Int64? {
      guard let number = value[last: "timestamp"]?.number, let seconds = Int64(exactly: number),
        seconds != 0, (-62_135_596_800...253_402_300_799).contains(seconds)
      else { return nil }
      return seconds * 1000
    }

    /// Nil for 0, 0, which stands for "not known"; an altitude of 0 does, too.
    private static func location(_ value: JSONElement) -> MediaLocation? {
      guard let latitude = value[last: "latitude"]?.number,
        let longitude = value[last: "longitude"]?.number,
        latitude != 0 || longitude != 0
      else { return nil }
      let altitude = value[last: "altitude"]?.number
      return MediaLocation(
        latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
    }

    /// `[{"name": "Ada"}]`.
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
