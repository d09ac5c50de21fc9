internal import Media
internal import Platform

/// Reads the properties of RDF (XMP part 1, section 7). A property is a child or an attribute of a
/// description in `rdf:RDF`. Its value is its text, that of the items of a list in it, or, for
/// regions and places, nested structures.
struct XMPPropertyReader {
  private(set) var hasRDF = false
  private var frames: [Frame] = []
  private var text: [UInt8] = []
  /// True if the present text is longer than ``MediaDescription/longestText``, and so ignored.
  private var isTooLong = false
  /// The text of each property that has one; of several, that in `x-default`, else the first.
  private var texts: [Property: String] = [:]
  private var subjects: [String] = []
  private var paths: [String] = []
  private var persons: [String] = []
  private var creators: [String] = []
  private var tags: [String] = []
  private var albums: [String] = []
  private var region: (name: String?, type: String?) = (nil, nil)

  private enum Frame {
    case outside, rdf, description
    case property(Property?)
    /// An element within a property, with the language of its text and its role, nil if unknown.
    case inner(Property?, language: String?, member: Member?)
  }

  private enum Member {
    case regionName, regionType, item
    /// An element `rdf:value`, the value of a property that has qualifiers.
    case value
    /// A part of the place that a picture shows, such as the city.
    case place(Property)
  }

  enum Property: Hashable {
    case originalDate, photoshopDate, creationDate
    case positioningError
    case latitude, longitude, altitude, latitudeReference, longitudeReference, altitudeReference
    case title, caption, subject, hierarchy, sidecarFor, regions, people
    case rating, ratingPercent, colorLabel, creator, copyright
    case sublocation, city, state, country
    case shownPlace, shownSublocation, shownCity, shownState, shownCountry
    case tags, catalogSets, extensionIdentifier
  }

  /// Reads a packet; what was read in front of a problem stays.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(XMLProblem) {
    var reader = XMLReader(bytes)
    while let event = try reader.next() {
      switch event {
      case .begin(let name, let attributes): begin(name, attributes)
      case .text(let text): take(text)
      case .end: end()
      }
    }
  }

  private mutating func begin(_ name: XMLName, _ attributes: [(name: XMLName, value: [UInt8])]) {
    forgetText()
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
      takeMembers(of: property, attributes)
      frames.append(.property(property))
    case .property(let property), .inner(let property, _, _):
      let language = attributes.first { $0.name.isNamed("lang", in: .xml) }
        .map { String(decoding: $0.value, as: UTF8.self) }
      takeMembers(of: property, attributes)
      let member = property == nil ? nil : Self.member(name)
      frames.append(.inner(property, language: language, member: member))
    }
  }

  private mutating func take(_ bytes: [UInt8]) {
    guard text.count + bytes.count <= MediaDescription.longestText else {
      isTooLong = true
      return
    }
    text += bytes
  }

  private mutating func forgetText() {
    text.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private mutating func end() {
    defer { forgetText() }
    switch frames.popLast() {
    case .property(.regions), .property(.shownPlace), .property(nil): break
    case .property(let property?): keep(text, as: property, language: nil)
    case .inner(.regions, _, let member): endRegion(member)
    case .inner(.shownPlace, _, .place(let part)): keep(text, as: part, language: nil)
    case .inner(.shownPlace, _, _): break
    case .inner(let property?, let language, .item): keep(text, as: property, language: language)
    case .inner(let property?, _, .value): keep(text, as: property, language: nil)
    default: break
    }
  }

  private mutating func keep(_ bytes: [UInt8], as property: Property, language: String?) {
    guard !isTooLong, let value = MediaDescription.text(bytes) else { return }
    switch property {
    case .subject: Self.add(value, to: &subjects)
    case .hierarchy: Self.add(value, to: &paths)
    case .tags: Self.add(value, to: &tags)
    case .people: Self.add(value, to: &persons)
    case .creator: Self.add(value, to: &creators)
    case .catalogSets: Self.add(value, to: &albums)
    case .regions, .shownPlace: break
    default:
      // Among several languages the default one counts, else the first.
      if texts[property] == nil || language == "x-default" { texts[property] = value }
    }
  }

  private static func add(_ value: String, to list: inout [String]) {
    if list.count < MediaDescription.longestList { list.append(value) }
  }

  /// Reads members of a region or a place that are written as attributes.
  private mutating func takeMembers(
    of property: Property?, _ attributes: [(name: XMLName, value: [UInt8])]
  ) {
    guard property == .regions || property == .shownPlace else { return }
    for (name, value) in attributes {
      switch Self.member(name) {
      case .regionName: region.name = MediaDescription.text(value)
      case .regionType: region.type = MediaDescription.text(value)
      case .place(let part): keep(value, as: part, language: nil)
      case .item, .value, nil: break
      }
    }
  }

  private mutating func endRegion(_ member: Member?) {
    switch member {
    case .regionName: region.name = isTooLong ? nil : MediaDescription.text(text)
    case .regionType: region.type = MediaDescription.text(text)
    case .item:
      // A region without a type is a face, as in Microsoft's.
      if let name = region.name, region.type ?? "Face" == "Face" { Self.add(name, to: &persons) }
      region = (nil, nil)
    case .value, .place, nil: break
    }
  }

  private static func member(_ name: XMLName) -> Member? {
    members.first { name.isNamed($0.local, in: $0.space) }?.member
  }

  private static func property(_ name: XMLName) -> Property? {
    names.first { name.isNamed($0.local, in: $0.space) }?.property
  }

  private static let members: [(space: XMLNamespace, local: StaticString, member: Member)] = [
    (.rdf, "li", .item), (.rdf, "value", .value),
    (.regions, "Name", .regionName), (.regions, "Type", .regionType),
    (.microsoftRegion, "PersonDisplayName", .regionName),
    (.iptcExtension, "Sublocation", .place(.shownSublocation)),
    (.iptcExtension, "City", .place(.shownCity)),
    (.iptcExtension, "ProvinceState", .place(.shownState)),
    (.iptcExtension, "CountryName", .place(.shownCountry)),
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
    (.exif, "GPSHPositioningError", .positioningError),
    (.dublinCore, "title", .title),
    (.dublinCore, "description", .caption),
    (.dublinCore, "subject", .subject),
    (.dublinCore, "creator", .creator),
    (.dublinCore, "rights", .copyright),
    (.xmp, "Rating", .rating),
    (.xmp, "Label", .colorLabel),
    (.microsoftPhoto, "Rating", .ratingPercent),
    (.lightroom, "hierarchicalSubject", .hierarchy),
    (.digiKam, "TagsList", .tags),
    (.iptcCore, "Location", .sublocation),
    (.photoshop, "City", .city),
    (.photoshop, "State", .state),
    (.photoshop, "Country", .country),
    (.photoshop, "SidecarForExtension", .sidecarFor),
    (.regions, "Regions", .regions),
    (.microsoftRegions, "RegionInfo", .regions),
    (.iptcExtension, "PersonInImage", .people),
    (.iptcExtension, "LocationShown", .shownPlace),
    (.mediaPro, "CatalogSets", .catalogSets),
    (.note, "HasExtendedXMP", .extensionIdentifier),
  ]

  func finish() -> XMPProperties {
    var properties = XMPProperties()
    if let captured = moment(.originalDate) ?? moment(.photoshopDate) {
      (properties.captureDate, properties.captureUnit) = captured
    }
    // A year that the user typed is nearer to the picture than the time of a scan.
    properties.creationDate = date(.originalDate) ?? date(.photoshopDate) ?? date(.creationDate)
    properties.location = location
    properties.description = description
    (properties.lightroomPaths, properties.digiKamPaths) = (paths, tags)
    properties.listsKeywords = !subjects.isEmpty
    properties.albums = albums
    properties.fileExtension = texts[.sidecarFor]
    properties.extensionIdentifier = texts[.extensionIdentifier]
    return properties
  }

  private var description: MediaDescription {
    var description = MediaDescription()
    description.title = texts[.title]
    description.caption = texts[.caption]
    description.keywords = MediaDescription.unique(
      subjects.isEmpty ? (paths + tags).compactMap { XMPProperties.names($0).last } : subjects)
    description.persons = MediaDescription.unique(persons)
    description.rating =
      texts[.rating].flatMap(Self.number).flatMap(MediaDescription.rating(_:))
      ?? texts[.ratingPercent].flatMap(Self.number).flatMap(MediaDescription.rating(percent:))
    description.colorLabel = texts[.colorLabel]
    if !creators.isEmpty { description.creator = creators.joined(separator: "; ") }
    description.copyright = texts[.copyright]
    // IPTC's later structure counts before the older properties, as MWG's guidelines have it.
    description.place.location = texts[.shownSublocation] ?? texts[.sublocation]
    description.place.city = texts[.shownCity] ?? texts[.city]
    description.place.state = texts[.shownState] ?? texts[.state]
    description.place.country = texts[.shownCountry] ?? texts[.country]
    return description
  }

  /// Returns a property's date and the unit to which it is written if it has a time, else nil: a day is
  /// less precise than a camera's.
  private func moment(_ property: Property) -> (date: CaptureDate, unit: Int64)? {
    guard let text = texts[property]?.utf8, text.count >= 16, let date = date(property) else {
      return nil
    }
    let rest = text.dropFirst(17)
    let hasSecond = rest.count >= 2 && rest.prefix(2).allSatisfy { $0 &- 48 < 10 }
    return (date, !hasSecond ? 60_000 : rest.dropFirst(2).first == UInt8(ascii: ".") ? 1 : 1000)
  }

  private func date(_ property: Property) -> CaptureDate? {
    guard let text = texts[property] else { return nil }
    return Array(text.utf8).withUnsafeBytes { CaptureDate(xmp: $0, source: .xmpSidecar) }
  }

  /// The location, written as `54,10.8N`, `54,10,48N`, or a decimal number with N, S, E or W apart;
  /// nil without valid coordinates, or for 0, 0 of which no precision is given.
  private var location: MediaLocation? {
    guard let latitude = degrees(.latitude, .latitudeReference, negative: "S"),
      let longitude = degrees(.longitude, .longitudeReference, negative: "W")
    else { return nil }
    let altitude = texts[.altitude].flatMap(Self.number)
    let isBelow = texts[.altitudeReference] == "1"
    let location = MediaLocation(
      latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
    let error = texts[.positioningError].flatMap(Self.number) ?? 0
    return location?.isOrigin == true && error <= 0 ? nil : location
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

  /// Reads a decimal number or a fraction such as `123/10`; nil for any other text.
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

}
