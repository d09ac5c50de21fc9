internal import Assets
internal import Platform

/// The facts about an asset that a page shows: members of its record, with their values as text.
struct AssetFacts {
  private let element: JSONElement

  /// The members of a record that are shown, in this order; `exif.FNumber` is in the member `exif`.
  private static let members = [
    "filename", "path", "title", "description", "localDate", "creationDateSource", "cameraMake",
    "cameraModel", "lensModel", "exif.ExposureTime", "exif.FNumber",
    "exif.ISOSpeedRatings", "exif.FocalLength", "location", "placeName", "pixelWidth",
    "pixelHeight", "fileSize", "duration", "frameRate", "uniformTypeIdentifier", "folderPath",
    "albumPaths", "keywords", "persons", "rating", "colorLabel", "isFavorite", "creator",
    "copyright", "damage", "addedDate", "modificationDate",
  ]

  /// Creates the facts of an asset from its record, which was requested with metadata.
  init(_ element: JSONElement) { self.element = element }

  /// The known facts as plain text; characters that reorder or hide text are escaped (`\u{202e}`).
  var rows: [(name: String, text: String)] {
    Self.members.compactMap { name in
      let words = name.split(separator: ".").map(String.init)
      let value = words.reduce(element as JSONElement?) { value, word in
        value?.members.first { $0.name.string == word }?.value
      }
      guard let text = value.flatMap(Self.text), !text.isEmpty else { return nil }
      return (name, HTMLText.spelledOut(text))
    }
  }

  private static func text(_ value: JSONElement) -> String? {
    if let text = value.string { return text }
    if let flag = value.flag { return flag ? "yes" : nil }
    if let latitude = value[first: "latitude"], let longitude = value[first: "longitude"] {
      return plain(latitude) + ", " + plain(longitude)
    }
    if value.number != nil { return plain(value) }
    let texts = value.elements.compactMap(text)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private static func plain(_ value: JSONElement) -> String {
    String(decoding: value.bytes, as: UTF8.self)
  }
}
