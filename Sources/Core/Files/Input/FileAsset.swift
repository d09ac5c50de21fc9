internal import Media

/// An asset that is a file: in a library's folder, or passed by its path. `@unchecked Sendable`:
/// confined like every ``Asset`` to the worker that holds its batch.
package final class FileAsset: Asset, @unchecked Sendable {
  private(set) var place: FilePlace
  let headers: HeaderReaderPool
  /// The files beside the file that describe it; nil without any.
  let sidecarContext: (any SidecarContext)?
  // Read in each step; confinement to a worker rules overlapping accesses out.
  @exclusivity(unchecked)
  private(set) var latestStatus: FileStatus?
  @exclusivity(unchecked)
  private var relocation: Relocation?
  @exclusivity(unchecked)
  private(set) var knownFacts: FileFacts?
  private var knownDescription: FileDescription?
  private var knownPath: OwnedBytes?
  private var knownIdentifier: OwnedBytes?
  private var formerLibrary: FolderRoot?
  /// The knowledge of the burst that the file is a frame of.
  var burst = BurstState()

  /// Creates the asset of a library's file; `sidecarContext` has the files that describe it, and is
  /// nil if there are none, as for most files.
  package init(
    _ listing: DirectoryListing, _ index: Int, _ headers: HeaderReaderPool,
    sidecarContext: (any SidecarContext)?
  ) {
    place = .entry(listing, index)
    self.headers = headers
    self.sidecarContext = sidecarContext
    super.init()
  }

  /// Creates the asset of a library's file whose facts are known.
  package init(
    _ listing: DirectoryListing, _ index: Int, _ headers: HeaderReaderPool, _ facts: FileFacts,
    _ status: FileStatus, sidecarContext: (any SidecarContext)? = nil
  ) {
    place = .entry(listing, index)
    self.headers = headers
    self.sidecarContext = sidecarContext
    knownFacts = facts
    latestStatus = status
    super.init()
  }

  package override func relocate(to place: Relocation) {
    formerLibrary = entry?.listing.directory.root ?? formerLibrary
    // Its sidecars were moved with it, and are read at the old place for the last time.
    _ = sidecar
    (self.place, relocation) = (.path(place.path), place)
    (knownFacts, latestStatus, knownPath, knownIdentifier) = (nil, nil, nil, nil)
    knownDescription = nil
  }

  package override var keeper: String? { sidecarContext?.keeper }

  package override var documents: [any Original] { sidecarContext?.documents ?? [] }

  /// Creates the asset of a file without sidecars.
  package init(at place: FilePlace, _ headers: HeaderReaderPool) {
    self.place = place
    self.headers = headers
    sidecarContext = nil
    super.init()
  }

  /// Creates the asset of a file by its path, absolute or relative to the working folder; with
  /// `sidecars`, the XMP file beside it describes it.
  package init(path: [UInt8], headers: HeaderReaderPool, sidecars: SidecarReader? = nil) {
    let place = FilePlace.path(OwnedBytes(path))
    self.place = place
    self.headers = headers
    sidecarContext = sidecars.map { NamedSidecarContext(of: place, $0) }
    super.init()
    burst.hidesFrames = true
  }

  var entry: (listing: DirectoryListing, entry: DirectoryListing.Entry)? {
    guard case .entry(let listing, let index) = place else { return nil }
    return (listing, listing.files[index])
  }

  package override func sourceValue(of field: Field) -> FieldValue {
    if let relocation, let value = relocation.value(of: field) { return value }
    return switch field.facet {
    case .entry: entryValue(of: field)
    case .stat: statusValue(of: field)
    case .header:
      sidecarContext == nil ? facts()?.value(of: field) ?? .absent : sidecarValue(of: field)
    case .descriptive: sidecar?.value(of: field, for: place.name) ?? .absent
    case .end, .metadata, .digest, .findings: .absent
    }
  }

  private func entryValue(of field: Field) -> FieldValue {
    switch field {
    case .filename: return .text(TextSpan(place.name))
    case .path: return .text(path.span)
    case .localIdentifier: return .text(identifier.span)
    case .library:
      let root = entry?.listing.directory.root ?? formerLibrary
      return root.map { .text($0.path.span) } ?? .absent
    case .folderPath:
      guard let names = entry?.listing.directory.folderNames, !names.isEmpty else { return .absent }
      return .texts(names)
    case .isHidden:
      return .flag(place.name.first == UInt8(ascii: ".") || sidecar?.isArchived ?? false)
    case .isFavorite: return .flag(sidecar?.isFavorite ?? false)
    case .hasAdjustments:
      guard let sidecarContext, sidecarContext.tellsAdjustments else { return .absent }
      return .flag(sidecarContext.editedPath != nil)
    case .editedPath: return sidecarContext?.editedPath.map { .text($0.span) } ?? .absent
    case .representsBurst: return burstRole.map { .flag($0 == .representative) } ?? .absent
    case .mediaType, .mediaSubtypes, .uniformTypeIdentifier, .playbackStyle, .creationDate,
      .creationDateSource, .creationDateOffset, .modificationDate, .addedDate, .pixelWidth,
      .pixelHeight, .orientation, .duration, .frameRate, .fileSize, .colorModel, .depth,
      .profileName, .hasAlpha, .isAnimated, .burstIdentifier, .burstSelectionTypes,
      .livePhotoIdentifier, .livePhotoVideoPath, .title, .caption, .keywords, .persons, .rating,
      .colorLabel, .creator, .copyright, .placeName, .isSelfie, .isRAW, .isMissing, .isReferenced,
      .isInCloud, .sourceType, .rawPath, .editedVideoPath, .derivativePaths, .location, .cameraMake,
      .cameraModel, .lensModel, .software, .userComment, .localDate, .exif, .xmp, .iptc,
      .albumPaths, .damage, .sha1, .sha256, .labels, .added:
      return .absent
    }
  }

  private func statusValue(of field: Field) -> FieldValue {
    guard let status = status() else { return .absent }
    return switch field {
    case .fileSize: .integer(status.size)
    case .modificationDate: .date(status.modification)
    case .addedDate: .date(sidecar?.addedDate ?? status.change)
    default: .absent
    }
  }

  var sidecar: Sidecar? { sidecarContext?.sidecar }

  /// Returns true if the asset is in the trash or, unless `includesArchived`, in the archive.
  package func isPutAway(includesArchived: Bool) -> Bool {
    sidecarContext?.isPutAway(includesArchived: includesArchived) ?? false
  }

  package override var creationDateIsMoment: Bool? { creationDate?.isMoment }

  private var path: OwnedBytes {
    if let knownPath { return knownPath }
    let made = place.wholePath()
    knownPath = made
    return made
  }

  private var identifier: OwnedBytes {
    if let knownIdentifier { return knownIdentifier }
    let made = place.relativePath()
    knownIdentifier = made
    return made
  }

  private func status() -> FileStatus? {
    if let latestStatus { return latestStatus }
    guard failure == nil else { return nil }
    do throws(FileProblem) {
      let status = try place.status()
      guard status.isRegularFile else { throw FileProblem("is not an ordinary file") }
      latestStatus = status
      return status
    } catch {
      fail(stage: "read", error.reason)
      return nil
    }
  }

  package override func expectSlowReads() { headers.expectSlowReads() }

  package override func readAhead(_ facets: FacetSet) { readAhead(facets, files: nil) }

  package override func readAhead(_ facets: FacetSet, with files: WorkerReadCache) {
    readAhead(facets, files: files as? WorkerFileCache)
  }

  private func readAhead(_ facets: FacetSet, files: WorkerFileCache?) {
    // Opening a file for one of them gives the next ones as well.
    if facets.contains(.descriptive), failure == nil {
      _ = description(with: files)
    } else if facets.contains(.header) {
      _ = facts(with: files)
    } else if facets.contains(.stat) {
      _ = status()
    }
    if facets.contains(.end), failure == nil { _ = value(of: .damage) }
    if facets.contains(.metadata), failure == nil { _ = value(of: .exif) }
  }

  /// Returns the header's facts, read on first use with a live photo's other half; nil on failure.
  func facts(with files: WorkerFileCache? = nil) -> FileFacts? {
    if let knownFacts { return knownFacts }
    return reading {
      let (header, status) = try headers.facts(of: place, status: latestStatus, for: files)
      return take(header, status)
    }
  }

  private func take(_ header: MediaFacts, _ status: FileStatus) -> FileFacts {
    latestStatus = status
    let facts = FileFacts(
      header, name: place.name, status: status, pair: pair(header),
      isNumberedFrame: role(header, status) != nil, zone: headers.zone)
    knownFacts = facts
    return facts
  }

  package override func descriptiveValue(of field: Field) -> FieldValue {
    let known = sourceValue(of: field)
    if known.isPresent { return known }
    let own = description()?.content
    if let value = own?.value(of: field), value.isPresent { return value }
    guard field == .caption, headers.givesCameraTexts else { return .absent }
    return (sidecar?.cameraCaption ?? own?.cameraCaption).map(FieldValue.string) ?? .absent
  }

  /// Returns what people typed into the file, read on first use with its header; nil on failure.
  private func description(with files: WorkerFileCache? = nil) -> FileDescription? {
    if let knownDescription { return knownDescription }
    return reading {
      let read = try headers.description(of: place, status: latestStatus, for: files)
      if knownFacts == nil { _ = take(read.facts, read.status) }
      let description = FileDescription.of(read.description)
      knownDescription = description
      return description
    }
  }

  /// Returns what `body` reads; nil, and marks the asset as failed, when it can't be read.
  private func reading<Result>(_ body: () throws -> Result) -> Result? {
    guard failure == nil else { return nil }
    do {
      return try body()
    } catch let problem as FileProblem {
      fail(stage: "read", problem.reason)
    } catch {
      fail(stage: "read", "\(error)")
    }
    return nil
  }

  /// Returns the live photo that the file is a part of, if both headers match; else nil.
  private func pair(_ header: MediaFacts) -> LivePhotoPair? {
    if let movie = sidecarContext?.movie {
      return LivePhotoPair(movieOf: header, path: movie.wholePath())
    }
    // Without an identifier only files of one name are a pair.
    if header.contentIdentifier.isEmpty, entry?.entry.pairsByIdentifier == true { return nil }
    guard let other = companion(of: header), let facts = try? headers.facts(of: other).facts
    else { return nil }
    return LivePhotoPair(header, facts, otherPath: other.wholePath())
  }

  private var livePhotoMovie: FilePlace? {
    // Most files stand alone by their names, so that no header has to be read.
    if let entry, entry.entry.companion < 0, entry.listing.directory.root.chosen == nil,
      sidecarContext?.movie == nil
    {
      return nil
    }
    guard let facts = facts(), facts.pair != nil, facts.header.format.isImage else { return nil }
    return sidecarContext?.movie ?? companion(of: facts.header)
  }

  package override var carriesFrames: Bool { carriesHiddenFrames }
  package override var otherFrames: [any Original] { hiddenFrames }
  package override var pictureBesideRaw: (any Original)? { place.pictureBesideRaw() }

  package override func companions(of version: PictureVersion?) -> [AssetResource] {
    livePhotoMovie.map { [AssetResource(.pairedVideo, $0)] } ?? []
  }

  package override func place(of version: PictureVersion) -> PictureVersion.Place {
    guard version == .current, let path = sidecarContext?.editedPath else { return .original }
    return .other(FilePlace.path(path))
  }

  /// Returns the file that is the other half of a live photo, judging by its name; nil without one.
  private func companion(of header: MediaFacts) -> FilePlace? {
    if let entry {
      let other = Int(entry.entry.companion)
      if other >= 0 { return .entry(entry.listing, other) }
      // Choosing a live photo means choosing its picture; the movie is part of it.
      if entry.listing.directory.root.chosen == nil { return nil }
    }
    // The folder of a file that was passed alone was not listed; the header decides about a movie.
    guard header.format.isImage, !header.contentIdentifier.isEmpty else { return nil }
    return place.movieBeside()
  }

  /// Adds size, times and inode of the file, of its sidecars and of a live photo's other half.
  package override func addVersion(to fingerprint: inout Fingerprint) {
    guard let status = status() else { return }
    fingerprint.add(status)
    sidecarContext?.addVersion(to: &fingerprint)
    guard let entry = entry?.entry else { return }
    fingerprint.add(burstRole != nil)
    fingerprint.add(burstRole == .other)
    if let listing = self.entry?.listing, entry.companion >= 0,
      let other = try? FilePlace.entry(listing, Int(entry.companion)).status()
    {
      fingerprint.add(other)
    }
  }

  /// Returns an asset of the same file, from which nothing was read.
  package func unread() -> FileAsset { FileAsset(at: place, headers) }

  /// Returns the same asset for another thread; nil if facts are unknown or the file has changed.
  package override func another() -> Asset? {
    guard case .entry(let listing, let index) = place, let knownFacts, let latestStatus,
      (try? place.status()) == latestStatus
    else { return nil }
    return FileAsset(
      listing, index, headers, knownFacts, latestStatus, sidecarContext: sidecarContext?.another())
  }

  /// Returns the file's folders as albums, unless the sidecar context has others.
  package override func findAlbums() -> [AlbumPath] {
    if let albums = sidecarContext?.albums { return albums }
    return folderPaths.compactMap { path in
      let names = path.string.split(separator: "/").map(String.init)
      return names.isEmpty ? nil : AlbumPath(names)
    }
  }

  package override var original: (any Original)? { place }

  package override var isWhole: Bool { originalState.map { $0 == .whole } ?? true }

  package override var knownStatus: FileStatus? { latestStatus }

  package override func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure)
    -> ContentDigest
  {
    guard let catalogue = headers.catalogue else { return try super.readDigest(algorithm) }
    if let status = status(), let known = catalogue.digest(algorithm, of: key(of: status)) {
      return known
    }
    let moment = catalogue.clock.now
    let (digest, file) = try hashOriginal(algorithm)
    catalogue.note(digest, of: file.status, name: place.name, at: moment)
    return digest
  }

  private func key(of status: FileStatus) -> CatalogueKey {
    CatalogueKey(status, name: place.name)
  }

  package override var reader: (any OriginalReader)? { headers }

  package override func openOriginal() throws(AssetFailure) -> OpenFile {
    do throws(FileProblem) {
      let file = try place.open()
      // Facts of an earlier content must not be passed on with this one.
      if knownFacts != nil, let latestStatus, !file.status.hasSameContent(as: latestStatus) {
        throw FileProblem("the file changed while it was read")
      }
      latestStatus = file.status
      return file
    } catch {
      throw AssetFailure(asset: displayName, stage: "read", reason: error.reason)
    }
  }

  /// Writes the fields of a file's record at once, which is faster than one by one.
  package override func writeFields(into writer: inout RecordWriter) {
    let name = place.name
    guard sidecarContext == nil, let facts = facts(), let status = latestStatus,
      let (listing, _) = entry, listing.members?.write(name, into: &writer.buffer) == true
    else {
      super.writeFields(into: &writer)
      return
    }
    facts.writeTypeAndDate(into: &writer)
    writer.write("modificationDate", status.modification)
    writer.write("addedDate", status.change)
    facts.writePicture(into: &writer)
    writer.write("fileSize", status.size)
    facts.writeColors(into: &writer)
    writer.write("isFavorite", false)
    writer.write("isHidden", name.first == UInt8(ascii: "."))
    facts.writeBurst(represents: burstRole.map { $0 == .representative }, into: &writer)
    facts.writeCamera(into: &writer)
  }

  package override func writeExtras(into writer: inout RecordWriter) {
    guard let facts = knownFacts else { return }
    facts.writeReasons(into: &writer)
  }
}
