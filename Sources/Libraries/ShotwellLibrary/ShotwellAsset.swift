internal import Platform

/// A photo or a video of a Shotwell library: a row of its database combined with a file. Fields
/// that Shotwell stores come from the row, all others, such as the camera, from the original's
/// header; if the original is gone, only the row remains. `@unchecked Sendable`: confined like
/// every ``Asset`` to the worker thread that holds its batch.
final class ShotwellAsset: Asset, @unchecked Sendable {
  let row: ShotwellRow
  private let keywords: [String]
  private let files: ShotwellFiles
  /// The original, after it was searched for; the inner value is nil if it does not exist.
  private var knownFile: FileAsset??

  init(_ row: ShotwellRow, keywords: [String], _ files: ShotwellFiles) {
    self.row = row
    self.keywords = keywords
    self.files = files
    super.init()
  }

  private var file: FileAsset? {
    if let knownFile { return knownFile }
    let found = files.original(row.path)
    knownFile = .some(found)
    return found
  }

  /// Calls `body` with the original, if it exists; an error becomes the asset's failure.
  private func ask<Answer>(_ body: (FileAsset) throws(AssetFailure) -> Answer) throws(AssetFailure)
    -> Answer?
  {
    guard let file else { return nil }
    do throws(AssetFailure) {
      let answer = try body(file)
      if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
      return answer
    } catch {
      throw AssetFailure(asset: displayName, stage: error.stage, reason: error.reason)
    }
  }

  override func sourceValue(of field: Field) -> FieldValue {
    if let known = catalogued(field) { return known }
    return (try? ask { $0.sourceValue(of: field) }) ?? .absent
  }

  override func descriptiveValue(of field: Field) -> FieldValue {
    if let known = catalogued(field) { return known }
    return (try? ask { $0.descriptiveValue(of: field) }) ?? .absent
  }

  /// Returns the library's value of a field; nil if only the file has it.
  private func catalogued(_ field: Field) -> FieldValue? {
    switch field {
    case .localIdentifier: .string(row.identifier.text)
    case .library: files.library.value(of: .library)
    case .filename: row.path.map { .text(TextSpan(FilePlace.path($0).name)) } ?? .absent
    case .path: file == nil ? .absent : row.path.map { .text($0.span) } ?? .absent
    case .mediaType: .text(TextSpan(mediaType.name))
    case .creationDate: date(row.created)
    case .creationDateSource: row.created == nil ? .absent : .text(TextSpan("shotwell"))
    case .creationDateOffset: .absent
    case .addedDate: date(row.added)
    case .pixelWidth: row.shownSize.map { .integer($0.width) }
    case .pixelHeight: row.shownSize.map { .integer($0.height) }
    case .orientation: row.originalOrientation.map(FieldValue.integer)
    case .duration: row.duration.map(FieldValue.number) ?? .absent
    case .isFavorite: .flag(row.isFlagged)
    case .isHidden: .flag(row.isHidden)
    case .title: row.title.map(FieldValue.string) ?? .absent
    case .caption: row.caption.map(FieldValue.string) ?? .absent
    case .keywords: keywords.isEmpty ? .absent : .texts(keywords)
    case .rating: row.rating.map(FieldValue.integer) ?? .absent
    case .hasAdjustments: .flag(row.hasAdjustments)
    case .editedPath: editedPath
    case .isRAW: .flag(row.isRAW)
    case .isMissing: .flag(file == nil)
    case .location: row.location.map(FieldValue.location)
    case .derivativePaths: derivativePaths
    default: nil
    }
  }

  override func findAlbums() -> [AlbumPath] { files.albums(of: row.identifier) }

  private var mediaType: MediaType { row.identifier.kind == .photo ? .image : .video }

  private func date(_ date: Instant?) -> FieldValue { date.map(FieldValue.date) ?? .absent }

  private var editedPath: FieldValue {
    guard files.existing(row.editedPath) != nil, let path = row.editedPath else {
      return .absent
    }
    return .text(path.span)
  }

  private var derivativePaths: FieldValue {
    let paths = files.thumbnails(of: row.identifier).map { $0.wholePath().string }
    return paths.isEmpty ? .absent : .texts(paths)
  }

  // The library knows most of what people typed.
  override func readAhead(_ facets: FacetSet) {
    _ = try? ask { $0.readAhead(facets.subtracting(.descriptive)) }
  }

  override func readAhead(_ facets: FacetSet, with files: WorkerReadCache) {
    _ = try? ask { $0.readAhead(facets.subtracting(.descriptive), with: files) }
  }

  override func expectSlowReads() { file?.expectSlowReads() }

  override func openOriginal() throws(AssetFailure) -> OpenFile {
    guard let file = try ask({ (file) throws(AssetFailure) in try file.openOriginal() }) else {
      throw missing
    }
    return file
  }

  override func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    let digest = try ask { (file) throws(AssetFailure) in try file.readDigest(algorithm) }
    guard let digest else { throw missing }
    return digest
  }

  private var missing: AssetFailure {
    let place = row.path.map { "not at \"\($0.string)\"" } ?? "nowhere"
    return AssetFailure(asset: displayName, stage: "read", reason: "its original is \(place)")
  }

  override func another() -> Asset? { ShotwellAsset(row, keywords: keywords, files) }

  override var reader: (any OriginalReader)? { file?.reader }

  override var original: (any Original)? { file?.original }

  override func derivatives(of version: PictureVersion) -> [any Original] {
    // The thumbnails show the version that Shotwell shows.
    version == .current || !row.hasAdjustments ? files.thumbnails(of: row.identifier) : []
  }

  /// Returns a version's place; edits by Shotwell itself are in no file but its thumbnails.
  override func place(of version: PictureVersion) -> PictureVersion.Place {
    guard version == .current else { return .original }
    if row.isTransformed { return .missing }
    if let path = row.editedPath {
      return files.existing(path).map { .other($0) } ?? .missing
    }
    return files.existing(row.developedPath).map { .other($0) } ?? .original
  }

  /// Returns a live photo's movie, and for a RAW picture the JPEG that the camera took with it.
  override func companions(of version: PictureVersion?) -> [AssetResource] {
    let movie = file?.companions(of: version) ?? []
    guard version == nil, row.isRAW, let jpeg = files.existing(row.pairedPath) else { return movie }
    return [AssetResource(.alternatePhoto, jpeg)] + movie
  }

  /// Adds all values of the row, and the size and times of the original.
  override func addVersion(to fingerprint: inout Fingerprint) {
    var writer = RecordWriter(capacity: 1 << 10)
    for field in Field.allCases { writer.write(field, catalogued(field) ?? .absent) }
    fingerprint.add(writer.buffer.bytes)
    file?.addVersion(to: &fingerprint)
  }

  override func writeExtras(into writer: inout RecordWriter) {
    file?.writeExtras(into: &writer)
  }

  /// The identifier distinguishes assets of the same name.
  override var displayName: String {
    let name = row.path.map { TextSpan(FilePlace.path($0).name).string } ?? ""
    return name.isEmpty ? row.identifier.text : "\(name) (\(row.identifier.text))"
  }
}
