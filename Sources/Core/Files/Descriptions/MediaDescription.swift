internal import Media

/// The texts and the rating that people typed into a file, or beside it.
///
/// Absent texts are nil, absent lists empty. Each text is at most ``longestText`` bytes and each
/// list at most ``longestList`` texts long.
package struct MediaDescription: Sendable, Hashable {
  package var title: String?
  /// The text about the picture, such as EXIF's `ImageDescription`; never one that a camera wrote by
  /// itself, which becomes ``cameraCaption``.
  package var caption: String? {
    didSet {
      guard let caption, CameraText.has(caption) else { return }
      (self.caption, cameraCaption) = (nil, caption)
    }
  }
  /// The text about the picture that a camera wrote by itself, such as `OLYMPUS DIGITAL CAMERA`.
  package var cameraCaption: String?
  package var keywords: [String] = []
  /// The names of the people in the picture.
  package var persons: [String] = []
  /// The stars, 0 to 5; -1 for a rejected picture, nil for an unrated one.
  package var rating: Int?
  /// The name of the colour that a photographer's program marked the picture with, such as `Red`.
  package var colorLabel: String?
  /// The photographer; several are separated by semicolons.
  package var creator: String?
  package var copyright: String?
  /// The place where it was taken, in words.
  package var place = PlaceNames()

  /// The maximum length of a text in bytes; a longer one is ignored.
  package static let longestText = 64 << 10
  /// The maximum number of texts in a list; further ones are ignored.
  package static let longestList = 4096

  package init() {}

  /// True if there is no text, keyword, name or rating.
  package var isEmpty: Bool {
    title == nil && caption == nil && keywords.isEmpty && persons.isEmpty && rating == nil
      && colorLabel == nil && cameraCaption == nil && creator == nil && copyright == nil
      && place == PlaceNames()
  }

  /// Returns bytes in UTF-8 as a text without space around it; nil if it is empty or too long.
  static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    let text = bytes[start...last]
    guard text.count <= longestText else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the texts without repetitions, at most ``longestList``.
  static func unique(_ texts: [String]) -> [String] {
    guard texts.count > 1 else { return texts }
    var seen: Set<[UInt8]> = []
    return Array(texts.filter { seen.insert(Array($0.utf8)).inserted }.prefix(longestList))
  }

  /// Returns a number as stars; nil for one outside of -1…5, or a fraction.
  static func rating(_ number: Double) -> Int? {
    guard let stars = Int(exactly: number), (-1...5).contains(stars) else { return nil }
    return stars
  }

  /// Returns Microsoft's percentage as stars: 1, 25, 50, 75, 99 are one to five; nil beyond 0…100.
  static func rating(percent: Double) -> Int? {
    guard (0...100).contains(percent) else { return nil }
    return percent == 0 ? 0 : min(5, Int((percent + 12) / 25) + 1)
  }
}

/// The names of a place by IPTC's four parts.
package struct PlaceNames: Sendable, Hashable {
  /// The place within the city, such as a square.
  package var location: String?
  package var city: String?
  /// The state or province.
  package var state: String?
  package var country: String?

  package init() {}

  /// The known names, the smallest place first.
  package var names: [String] { [location, city, state, country].compactMap(\.self) }
}

extension MediaDescription? {
  /// The description, or an empty one; setting a value of it makes one. Most files have none, and
  /// making, copying and releasing so many texts would take longer than looking for them.
  var made: MediaDescription {
    get { self ?? MediaDescription() }
    set { self = newValue }
  }
}

extension MediaDescription {
  /// Combines descriptions; each value is that of the first that has one.
  init(first sources: [MediaDescription]) {
    self.init()
    for source in sources {
      title = title ?? source.title
      caption = caption ?? source.caption
      cameraCaption = cameraCaption ?? source.cameraCaption
      if keywords.isEmpty { keywords = source.keywords }
      if persons.isEmpty { persons = source.persons }
      rating = rating ?? source.rating
      colorLabel = colorLabel ?? source.colorLabel
      creator = creator ?? source.creator
      copyright = copyright ?? source.copyright
      place.location = place.location ?? source.place.location
      place.city = place.city ?? source.place.city
      place.state = place.state ?? source.place.state
      place.country = place.country ?? source.place.country
    }
  }
}
