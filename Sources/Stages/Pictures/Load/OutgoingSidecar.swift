internal import Media
internal import Platform

/// The XMP file that goes along with a copy of an asset's files: what is known of the asset, merged
/// into the sidecar that the original has.
package struct OutgoingSidecar {
  private let values: XMPValues
  /// True if the location, the albums and all values of earlier XMP files are left out.
  private let isWithoutPlace: Bool
  /// The content of the original's own sidecar; nil without one.
  package let original: [UInt8]?

  /// The extension behind a picture's whole name, as in `a.jpg.xmp`, which belongs to it alone.
  package static let ending = Array(".xmp".utf8)

  /// Reads the asset's values.
  ///
  /// - Parameters:
  ///   - original: the XMP file beside the original.
  ///   - withoutPlace: true to leave out the place and the albums, and so all of other XMP files.
  /// - Throws: ``AssetFailure`` when a value can't be read, ``FileProblem`` when `original` can't.
  package init(
    of asset: Asset, mergedInto original: OpenFile?, withoutPlace: Bool = false,
    in context: RunContext
  ) throws {
    let isMoment = asset.creationDateIsMoment
    var values = try asset.withRecord(reading: Self.members, context.fields) {
      XMPValues($0, isMoment: isMoment)
    }
    // Albums are often called after places.
    if withoutPlace { (values.location, values.albums) = (nil, []) }
    self.values = values
    isWithoutPlace = withoutPlace
    self.original = try (withoutPlace ? nil : original).map { file throws(FileProblem) in
      guard let bytes = try file.bytes(atMost: XMPSidecar.sizeLimit) else {
        throw Self.problem(.tooLarge)
      }
      return bytes
    }
  }

  /// Returns the content, which depends on the asset and `existing` alone; nil without anything to
  /// write.
  ///
  /// - Parameter existing: the content of the file that it replaces; nil without one, so that the
  ///   values are merged into that of the original's sidecar.
  /// - Throws: ``FileProblem`` when the content to merge into is not XMP.
  package func content(replacing existing: [UInt8]? = nil) throws(FileProblem) -> [UInt8]? {
    let base = isWithoutPlace ? nil : existing ?? original
    if values.isEmpty { return base }
    do throws(SidecarProblem) {
      return try XMPEditor.merged(values, into: base)
    } catch {
      throw Self.problem(error)
    }
  }

  /// Returns the names that the XMP file of a picture may have, the one for it alone first.
  package static func names(beside name: [UInt8]) -> [(name: [UInt8], isOwn: Bool)] {
    let stem = OutputName.parts(name).stem
    return [(name, true), (stem, false)].flatMap { base, isOwn in
      isOwn || base != name ? [".xmp", ".XMP"].map { (base + Array($0.utf8), isOwn) } : []
    }
  }

  /// Opens the XMP file beside a picture; nil without one.
  package static func file(beside path: [UInt8]) -> OpenFile? {
    let name = Array(path.split(separator: UInt8(ascii: "/")).last ?? [])
    for (sidecar, _) in names(beside: name) {
      let file = OwnedBytes(path.dropLast(name.count) + sidecar).withCString {
        try? OpenFile(directory: AT_FDCWD, name: $0)
      }
      if let file { return file }
    }
    return nil
  }

  private static func problem(_ problem: SidecarProblem) -> FileProblem {
    FileProblem("its XMP file \(problem), so nothing can be added to it")
  }

  private static let members = [
    "title", "description", "keywords", "rating", "colorLabel", "persons", "location",
    "creationDate",
    "creationDateSource", "creationDateOffset", "localDate", "albumPaths",
  ]
}

extension XMPValues {
  fileprivate init(_ record: JSONElement, isMoment: Bool?) {
    self.init()
    description.title = record[first: "title"]?.string
    description.caption = record[first: "description"]?.string
    description.keywords = Self.texts(record[first: "keywords"])
    description.persons = Self.texts(record[first: "persons"])
    description.rating = record[first: "rating"]?.whole.flatMap { Int(exactly: $0) }
    description.colorLabel = record[first: "colorLabel"]?.string
    captureDate = Self.captureDate(record, isMoment: isMoment)
    if let place = record[first: "location"], let latitude = place[first: "latitude"]?.number,
      let longitude = place[first: "longitude"]?.number
    {
      location = MediaLocation(
        latitude: latitude, longitude: longitude, altitude: place[first: "altitude"]?.number)
    }
    albums = Self.texts(record[first: "albumPaths"]).map { path in
      AlbumPath(path.split(separator: "/").map(String.init))
    }
  }

  private static func texts(_ list: JSONElement?) -> [String] {
    list.map { $0.elements.compactMap(\.string) } ?? []
  }

  /// Returns the time of capture, so that it is read again as the same date: by the clock of the place,
  /// with its zone if that is known; in UTC where only the moment is, or where this computer's clock
  /// showed the time twice. A file's own time is no time of capture, so nil is returned.
  private static func captureDate(_ record: JSONElement, isMoment: Bool?) -> String? {
    guard let source = record[first: "creationDateSource"]?.string,
      source != CreationDateSource.fileSystem.rawValue,
      let moment = record[first: "creationDate"]?.string,
      let local = record[first: "localDate"]?.string
    else { return nil }
    if record[first: "creationDateOffset"] != nil { return local }
    let isClock = isMoment.map { !$0 } ?? clockSources.contains { $0.rawValue == source }
    let clock = String(local.prefix(local.count - 6))
    guard isClock, let shown = Instant(clock), let instant = Instant(moment) else { return moment }
    let read = LocalTimeZone.computer.millisecondsSince1970(
      wallClockMilliseconds: shown.milliseconds)
    return read == instant.milliseconds ? clock : moment
  }

  /// The sources of records from elsewhere whose dates without an offset are those of a clock.
  private static let clockSources: [CreationDateSource] = [
    .exif, .xmp, .xmpSidecar, .pngText, .filename, .iptc,
  ]
}
