package import Assets
package import Media
internal import Platform

/// The values that an asset gives to a sidecar; those that are absent leave it as it is.
package struct XMPValues: Sendable, Hashable {
  /// The title, the caption, the keywords, the rating, the label and the people.
  package var description = MediaDescription()
  /// The local time of capture in XMP's form, such as `2024-01-01T12:00:00+02:00`, with the zone if
  /// it is known; nil leaves the sidecar's.
  package var captureDate: String?
  package var location: MediaLocation?
  package var albums: [AlbumPath] = []

  package init() {}

  /// True if there is nothing to write.
  package var isEmpty: Bool {
    description.isEmpty && captureDate == nil && location == nil && albums.isEmpty
  }

  /// Returns the properties to write into a packet that has `known` ones, and those to remove.
  func changes(of known: XMPProperties) -> XMPChanges {
    var changes = XMPChanges()
    let description = description.asXMP
    let old = known.description
    if let title = description.title, title != old.title {
      changes.set(.dublinCore, "title", .translated(title))
    }
    if let caption = description.caption, caption != old.caption {
      changes.set(.dublinCore, "description", .translated(caption))
    }
    Self.set(keywords: description.keywords, &changes, known)
    if let rating = description.rating, rating != old.rating {
      changes.set(.xmp, "Rating", .text("\(rating)"))
      changes.remove(.microsoftPhoto, "Rating")
    }
    if let label = description.colorLabel, label != old.colorLabel {
      changes.set(.xmp, "Label", .text(label))
    }
    if !description.persons.isEmpty, Set(description.persons) != Set(old.persons) {
      changes.set(.iptcExtension, "PersonInImage", .list(description.persons))
    }
    if let captureDate, !Self.isSame(captureDate, known.captureDate ?? known.creationDate) {
      changes.set(.exif, "DateTimeOriginal", .text(captureDate))
      changes.set(.photoshop, "DateCreated", .text(captureDate))
    }
    if let location, !Self.isSame(location, known.location) { Self.set(location, &changes) }
    let albums = albums.compactMap { album in
      MediaDescription.text(XMLText.allowed(album.titles.joined(separator: "|")).utf8)
    }
    if !albums.isEmpty, albums != known.albums {
      changes.set(.mediaPro, "CatalogSets", .list(albums))
    }
    return changes
  }

  /// Sets the keywords, and adds those that are in no path to the lists of paths. Lists that were
  /// not read to their end stay as they are.
  private static func set(
    keywords: [String], _ changes: inout XMPChanges, _ known: XMPProperties
  ) {
    let limit = MediaDescription.longestList
    guard !keywords.isEmpty, known.description.keywords.count < limit else { return }
    if keywords != known.description.keywords {
      changes.set(.dublinCore, "subject", .list(keywords))
    }
    let own = known.lightroomPaths
    let paths = own.isEmpty ? known.digiKamPaths.map { $0.escaping(["/": "|"]) } : own
    let more = missing(keywords, in: paths, separator: "|")
    if own.count < limit, !more.isEmpty || own.isEmpty && !paths.isEmpty {
      changes.set(.lightroom, "hierarchicalSubject", .list(paths + more))
    }
    let tags = missing(keywords, in: known.digiKamPaths, separator: "/")
    if (1..<limit).contains(known.digiKamPaths.count), !tags.isEmpty {
      changes.replace(.digiKam, "TagsList", .sequence(known.digiKamPaths + tags))
    }
  }

  /// Returns the keywords that are neither a path nor a part of one. A keyword with the separator
  /// in it can't be written as a path.
  private static func missing(
    _ keywords: [String], in paths: [String], separator: Character
  ) -> [String] {
    let known = Set(paths + paths.flatMap { $0.split(separator: separator).map(String.init) })
    return keywords.filter { !known.contains($0) && !$0.contains(separator) }
  }

  private static func isSame(_ text: String, _ known: CaptureDate?) -> Bool {
    let date = Array(text.utf8).withUnsafeBytes { CaptureDate(xmp: $0, source: .xmpSidecar) }
    return date != nil && date == known
  }

  private static func isSame(_ location: MediaLocation, _ known: MediaLocation?) -> Bool {
    guard let known else { return false }
    let isSameHeight =
      location.altitude == nil
      || known.altitude.map { abs($0 - (location.altitude ?? 0)) < 0.001 } ?? false
    return abs(known.latitude - location.latitude) < 1e-8
      && abs(known.longitude - location.longitude) < 1e-8 && isSameHeight
  }

  private static func set(_ location: MediaLocation, _ changes: inout XMPChanges) {
    changes.set(.exif, "GPSLatitude", .text(degrees(location.latitude, "N", "S")))
    changes.set(.exif, "GPSLongitude", .text(degrees(location.longitude, "E", "W")))
    changes.remove(.exif, "GPSLatitudeRef")
    changes.remove(.exif, "GPSLongitudeRef")
    guard let altitude = location.altitude, abs(altitude) < 1e9 else { return }
    changes.set(.exif, "GPSAltitude", .text("\(Int64((abs(altitude) * 1000).rounded()))/1000"))
    changes.set(.exif, "GPSAltitudeRef", .text(altitude < 0 ? "1" : "0"))
  }

  /// Returns degrees and minutes with eight decimals, such as `54,12.6N`.
  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let units = Int64((abs(value) * 60 * 1e8).rounded())
    let (degrees, rest) = units.quotientAndRemainder(dividingBy: 60 * 100_000_000)
    let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 100_000_000)
    var decimals = Substring(String(fraction + 100_000_000).dropFirst())
    while decimals.count > 1, decimals.last == "0" { decimals.removeLast() }
    return "\(degrees),\(minutes).\(decimals)\(value < 0 ? negative : positive)"
  }
}

extension MediaDescription {
  /// The values as a packet gives them back: trimmed, and without characters that XML can't have.
  fileprivate var asXMP: MediaDescription {
    func text(_ value: String) -> String? { Self.text(XMLText.allowed(value).utf8) }
    var description = self
    description.title = title.flatMap(text)
    description.caption = caption.flatMap(text)
    description.colorLabel = colorLabel.flatMap(text)
    description.keywords = Self.unique(keywords.compactMap(text))
    description.persons = Self.unique(persons.compactMap(text))
    return description
  }
}

/// The properties to set in a packet, and to remove from it.
struct XMPChanges {
  enum Value {
    case text(String)
    /// A text in the language `x-default`.
    case translated(String)
    case list([String])
    case sequence([String])
  }

  struct Property {
    let space: XMLNamespace
    let name: StaticString
    let value: Value
    /// True if the property is written only into a packet that has it already.
    var isReplacement = false
  }

  private(set) var properties: [Property] = []
  private var removed: [(space: XMLNamespace, name: StaticString)] = []

  var isEmpty: Bool { properties.isEmpty }

  mutating func set(_ space: XMLNamespace, _ name: StaticString, _ value: Value) {
    properties.append(Property(space: space, name: name, value: value))
  }

  mutating func replace(_ space: XMLNamespace, _ name: StaticString, _ value: Value) {
    properties.append(Property(space: space, name: name, value: value, isReplacement: true))
  }

  mutating func remove(_ space: XMLNamespace, _ name: StaticString) {
    removed.append((space, name))
  }

  func removes(_ name: XMLName) -> Bool {
    removed.contains { name.isNamed($0.name, in: $0.space) }
  }
}
