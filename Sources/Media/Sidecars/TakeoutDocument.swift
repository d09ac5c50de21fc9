/// What a JSON file of a Google Takeout describes; told by its members, as its name depends on the
/// language of the account.
package enum TakeoutDocument: Sendable, Hashable {
  case item(TakeoutItem)
  case album(TakeoutAlbumText)
  /// JSON of another kind.
  case other

  /// Larger than any that Google writes: most have one KiB, those with many comments some hundred.
  package static let sizeLimit = 1 << 20

  /// Reads a whole file.
  ///
  /// - Throws: ``SidecarProblem`` when it is no JSON. A member of another kind than expected, such
  ///   as a number for a title, is passed over.
  package init(_ bytes: UnsafeRawBufferPointer) throws(SidecarProblem) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    var reader = JSONReader(bytes)
    var draft = Draft()
    let isObject = reader.object { draft.take($0, &$1) }
    reader.finish()
    if let problem = reader.problem { throw problem }
    self = isObject ? draft.document : .other
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

    mutating func take(_ name: UnsafeRawBufferPointer, _ reader: inout JSONReader) {
      isEmpty = false
      if name.equals("title") {
        item.title = Self.text(&reader)
      } else if name.equals("description") {
        item.caption = Self.text(&reader)
      } else if name.equals("photoTakenTime") {
        isItem = true
        // Zero is what stands for "not known".
        item.takenMilliseconds = Self.moment(&reader)
      } else if name.equals("creationTime") {
        item.addedMilliseconds = Self.moment(&reader)
      } else if name.equals("geoData") {
        shown = Self.location(&reader)
      } else if name.equals("geoDataExif") {
        isItem = true
        embedded = Self.location(&reader)
      } else if name.equals("people") {
        item.persons = Self.names(&reader)
      } else if name.equals("favorited") {
        item.isFavorite = reader.flag() ?? false
      } else if name.equals("archived") {
        item.isArchived = reader.flag() ?? false
      } else if name.equals("trashed") {
        item.isTrashed = reader.flag() ?? false
      } else if name.equals("albumData") {
        // Exports of some years ago put an album's members into this one.
        isAlbum = true
        reader.object { take($0, &$1) }
      } else {
        if name.equals("url") || name.equals("imageViews") { isItem = true }
        if name.equals("sharedAlbumComments") || name.equals("enrichments")
          || name.equals("access")
        {
          isAlbum = true
        }
        reader.skip()
      }
    }

    private static func text(_ reader: inout JSONReader) -> String? {
      reader.text().flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `{"timestamp": "1551123684", "formatted": …}`, in seconds; within the years 1…9999.
    private static func moment(_ reader: inout JSONReader) -> Int64? {
      var seconds: Int64?
      reader.object { name, reader in
        if name.equals("timestamp") { seconds = reader.integer() } else { reader.skip() }
      }
      guard let seconds, seconds != 0, (-62_135_596_800...253_402_300_799).contains(seconds)
      else { return nil }
      return seconds * 1000
    }

    /// Nil for 0, 0, which stands for "not known"; an altitude of 0 does, too.
    private static func location(_ reader: inout JSONReader) -> MediaLocation? {
      var latitude: Double?
      var longitude: Double?
      var altitude: Double?
      reader.object { name, reader in
        if name.equals("latitude") {
          latitude = reader.number()
        } else if name.equals("longitude") {
          longitude = reader.number()
        } else if name.equals("altitude") {
          altitude = reader.number()
        } else {
          reader.skip()
        }
      }
      guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
      return MediaLocation(
        latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
    }

    /// `[{"name": "Ada"}]`.
    private static func names(_ reader: inout JSONReader) -> [String] {
      var names: [String] = []
      reader.list { reader in
        reader.object { name, reader in
          guard name.equals("name") else { return reader.skip() }
          if let text = text(&reader), !names.contains(text), names.count < 256 {
            names.append(text)
          }
        }
      }
      return names
    }
  }
}
