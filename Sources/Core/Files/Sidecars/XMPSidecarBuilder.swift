internal import Media
internal import Platform

/// A builder that collects the properties in a sidecar's RDF (XMP part 1, section 7). A property is
/// a child or an attribute of a description in `rdf:RDF`. Its value is its text, that of the items
/// of a list in it, or, for regions, nested structures.
struct XMPSidecarBuilder {
  private(set) var hasRDF = false
  private var frames: [Frame] = []
  private var text: [UInt8] = []
  /// The first text of each property that has only one.
  private var texts: [Property: String] = [:]
  private var subjects: [String] = []
  private var paths: [String] = []
  private var persons: [String] = []
  private var region: (name: String?, type: String?) = (nil, nil)

  private static let mostTexts = 4096
  private static let longestText = 64 << 10

  private enum Frame {
    case outside, rdf, description
    case property(Property?)
    /// An element within a property: the language of a list item, or a member of a face region.
    case inner(Property?, language: String?, member: Member?)
  }

  private enum Member { case regionName, regionType, item }

  enum Property: Hashable {
    case originalDate, photoshopDate, creationDate
    case latitude, longitude, altitude, latitudeReference, longitudeReference, altitudeReference
    case title, caption, subject, hierarchy, sidecarFor, regions, people
  }

  mutating func begin(_ name: XMLName, _ attributes: [(name: XMLName, value: [UInt8])]) {
    text.removeAll(keepingCapacity: true)
    switch frames.last {
    case nil, .outside:
      let isRDF = name.isNamed("RDF", in: .rdf)
      hasRDF = hasRDF || isRDF
      frames.append(isRDF ? .rdf : .outside)
    case .rdf:
      for (name, value) in attributes {
        if let property = Self.property(name) { keep(value, as: property, language: nil) }
      }
      frames.append(.description)
    case .description:
      let property = Self.property(name)
      if property == .regions { takeRegion(attributes) }
      frames.append(.property(property))
    case .property(let property), .inner(let property, _, _):
      let language = attributes.first { $0.name.isNamed("lang", in: .xml) }
        .map { String(decoding: $0.value, as: UTF8.self) }
      if property == .regions { takeRegion(attributes) }
      frames.append(.inner(property, language: language, member: Self.member(name)))
    }
  }

  mutating func take(_ bytes: [UInt8]) {
    guard text.count + bytes.count <= Self.longestText else { return }
    text += bytes
  }

  mutating func end() {
    defer { text.removeAll(keepingCapacity: true) }
    switch frames.popLast() {
    case .property(let property?) where property != .regions:
      keep(text, as: property, language: nil)
    case .inner(.regions, _, let member): endRegion(member)
    case .inner(let property?, let language, .item): keep(text, as: property, language: language)
    default: break
    }
  }

  private mutating func keep(_ bytes: [UInt8], as property: Property, language: String?) {
    let value = Self.trimmed(bytes)
    guard !value.isEmpty else { return }
    switch property {
    case .subject: Self.add(value, to: &subjects)
    case .hierarchy: Self.add(value, to: &paths)
    case .people: Self.add(value, to: &persons)
    case .regions: break
    default:
      // Among several languages the default one counts, else the first.
      if texts[property] == nil || language == "x-default" { texts[property] = value }
    }
  }

  private static func add(_ value: String, to list: inout [String]) {
    if list.count < mostTexts { list.append(value) }
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func takeRegion(_ attributes: [(name: XMLName, value: [UInt8])]) {
    for (name, value) in attributes {
      switch Self.member(name) {
      case .regionName: region.name = Self.trimmed(value)
      case .regionType: region.type = Self.trimmed(value)
      case .item, nil: break
      }
    }
  }

  private mutating func endRegion(_ member: Member?) {
    switch member {
    case .regionName: region.name = Self.trimmed(text)
    case .regionType: region.type = Self.trimmed(text)
    case .item:
      // A region without a type is a face, as in Microsoft's.
      if let name = region.name, !name.isEmpty, region.type ?? "Face" == "Face" {
        Self.add(name, to: &persons)
      }
      region = (nil, nil)
    case nil: break
    }
  }

  private static func member(_ name: XMLName) -> Member? {
    members.first { name.isNamed($0.local, in: $0.space) }?.member
  }

  private static func property(_ name: XMLName) -> Property? {
    names.first { name.isNamed($0.local, in: $0.space) }?.property
  }

  private static let members: [(space: XMLNamespace, local: StaticString, member: Member)] = [
    (.rdf, "li", .item), (.regions, "Name", .regionName), (.regions, "Type", .regionType),
    (.microsoftRegion, "PersonDisplayName", .regionName),
  ]

  private static let names: [(space: XMLNamespace, local: StaticString, property: Property)] = [
    (.exif, "DateTimeOriginal", .originalDate),
    (.photoshop, "DateCreated", .photoshopDate),
    (.xmp, "CreateDate", .creationDate),
    (.exif, "GPSLatitude", .latitude),
    (.exif, "GPSLongitude", .longitude),
    (.exif, "GPSAltitude", .altitude),
    (.exif, "GPSLatitudeRef", .latitudeReference),
    (.exif, "GPSLongitudeRef", .longitudeReference),
    (.exif, "GPSAltitudeRef", .altitudeReference),
    (.dublinCore, "title", .title),
    (.dublinCore, "description", .caption),
    (.dublinCore, "subject", .subject),
    (.lightroom, "hierarchicalSubject", .hierarchy),
    (.digiKam, "TagsList", .hierarchy),
    (.photoshop, "SidecarForExtension", .sidecarFor),
    (.regions, "Regions", .regions),
    (.microsoftRegions, "RegionInfo", .regions),
    (.iptcExtension, "PersonInImage", .people),
  ]

  func finish() -> XMPSidecar {
    var sidecar = XMPSidecar()
    sidecar.captureDate = moment(.originalDate) ?? moment(.photoshopDate)
    sidecar.creationDate = date(.creationDate) ?? date(.originalDate) ?? date(.photoshopDate)
    sidecar.location = location
    sidecar.title = texts[.title]
    sidecar.caption = texts[.caption]
    sidecar.keywords = Self.unique(subjects.isEmpty ? paths.map(Self.leaf) : subjects)
    sidecar.persons = Self.unique(persons)
    sidecar.fileExtension = texts[.sidecarFor]
    return sidecar
  }

  /// Returns a date that has a time; one without is less precise than a camera's.
  private func moment(_ property: Property) -> CaptureDate? {
    guard let text = texts[property], text.utf8.count >= 16 else { return nil }
    return date(property)
  }

  private func date(_ property: Property) -> CaptureDate? {
    guard let text = texts[property] else { return nil }
    return Array(text.utf8).withUnsafeBytes { CaptureDate(iso8601: $0, source: .xmpSidecar) }
  }

  /// The location, written as `54,10.8N`, `54,10,48N`, or a decimal number with N, S, E or W apart.
  private var location: MediaLocation? {
    guard let latitude = degrees(.latitude, .latitudeReference, negative: "S"),
      let longitude = degrees(.longitude, .longitudeReference, negative: "W")
    else { return nil }
    let altitude = texts[.altitude].flatMap(Self.number)
    let isBelow = texts[.altitudeReference] == "1"
    return MediaLocation(
      latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  private func degrees(
    _ property: Property, _ reference: Property, negative: Character
  ) -> Double? {
    guard var text = texts[property] else { return nil }
    var direction = texts[reference]?.first
    if let last = text.last, last.isLetter {
      direction = last
      text.removeLast()
    }
    var value = 0.0
    var scale = 1.0
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    for part in parts {
      guard let number = Self.number(String(part)) else { return nil }
      value += number / scale
      scale *= 60
    }
    return direction == negative ? -abs(value) : value
  }

  /// Reads a decimal number or a fraction such as `123/10`.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Double? in
      guard part.utf8.count <= 32,
        part.utf8.allSatisfy({ $0 &- 48 < 10 || $0 == 0x2D || $0 == 0x2E || $0 == 0x2B })
      else { return nil }
      return Double(part)
    }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    let quotient = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    return quotient.isFinite ? quotient : nil
  }

  /// Returns the last part of `Places|Germany|Berlin` (Lightroom), or with slashes (digiKam).
  private static func leaf(_ path: String) -> String {
    let separator: Character = path.contains("|") ? "|" : "/"
    return path.split(separator: separator).last.map(String.init) ?? path
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: [String: Bool] = [:]
    return texts.filter { seen.updateValue(true, forKey: $0) == nil }
  }
}
