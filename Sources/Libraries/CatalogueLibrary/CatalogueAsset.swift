internal import Media
internal import Platform

/// An asset of a catalogue: a row of its database and a file. Fields of the declaration come from the
/// row alone, all others from the file; if the file is gone, only the row remains.
///
/// `@unchecked Sendable`: confined like every ``Asset`` to the worker that holds its batch.
final class CatalogueAsset: Asset, @unchecked Sendable {
  private let rows: CatalogueRows
  private let row: Int
  private let place: CatalogueRoots.Original
  /// The original, after it was looked for; the inner value is nil if it does not exist.
  private var knownFile: FileAsset??
  /// The version that another program edited; nil if the row has no path of it.
  private lazy var edited = rows.original(row, .edited)

  init(_ rows: CatalogueRows, _ row: Int) {
    self.rows = rows
    self.row = row
    place = rows.original(row)
    super.init()
    if case .refused(let reason) = place { fail(stage: "read", reason) }
  }

  private var identifier: String { rows.identifier(row) }

  private var file: FileAsset? {
    if let knownFile { return knownFile }
    let found = existing(place).map { rows.catalogue.originals.file(at: $0.pathBytes) }
    knownFile = .some(found)
    return found
  }

  private func existing(_ original: CatalogueRoots.Original?) -> FilePlace? {
    guard case .file(let path) = original else { return nil }
    let place = FilePlace.path(path)
    guard let status = try? place.status(), status.isRegularFile else { return nil }
    return place
  }

  private func existing(_ version: CatalogueRows.Version) -> FilePlace? {
    existing(rows.original(row, version))
  }

  /// Calls `body` with the original, or returns nil if it does not exist; errors name this asset.
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

  override var creationDateIsMoment: Bool? {
    guard declared(.creationDate) != nil else { return file?.creationDateIsMoment }
    guard case .date(_, let form) = rows.catalogue.declaration.assets.fields[.creationDate] else {
      return nil
    }
    return !form.isOfClock
  }

  override func sourceValue(of field: Field) -> FieldValue {
    if let known = catalogued(field) { return known }
    return (try? ask { $0.sourceValue(of: field) }) ?? .absent
  }

  override func descriptiveValue(of field: Field) -> FieldValue {
    if let known = catalogued(field) { return known }
    return (try? ask { $0.descriptiveValue(of: field) }) ?? .absent
  }

  /// Returns the catalogue's value of a field; nil if only the file has it.
  private func catalogued(_ field: Field) -> FieldValue? {
    switch field {
    case .localIdentifier: return .string(identifier)
    case .library: return rows.catalogue.library.value(of: .library)
    case .path:
      guard file != nil, case .file(let path) = place else { return .absent }
      return .text(path.span)
    case .folderPath: return .absent
    case .isMissing: return .flag(file == nil)
    case .creationDateSource:
      guard let date = declared(.creationDate) else { return nil }
      return date.isPresent ? .string(rows.catalogue.dateSource) : .absent
    case .creationDateOffset: return declared(.creationDate).map { _ in .absent }
    case .filename: return declared(field) ?? rows.filename(row)
    case .editedPath where rows.catalogue.hasVersions:
      guard case .file(let path)? = edited, existing(edited) != nil else { return .absent }
      return .text(path.span)
    case .derivativePaths where rows.catalogue.previews != nil:
      let paths = previews.map { $0.wholePath().string }
      return paths.isEmpty ? .absent : .texts(paths)
    default:
      let known = declared(field)
      if let known, !known.isPresent, rows.catalogue.isOfFile(field) { return nil }
      return known
    }
  }

  private var previews: [FilePlace] { rows.catalogue.previews?.places(of: identifier) ?? [] }

  /// Returns the row's value of a field; nil if the declaration does not have the field.
  private func declared(_ field: Field) -> FieldValue? {
    do {
      return try rows.value(row, field)
    } catch {
      fail(stage: "read", "\(error)")
      return .absent
    }
  }

  override func findAlbums() -> [AlbumPath] {
    rows.catalogue.originals.membership.albums(of: identifier)
  }

  // The catalogue knows most of what people typed.
  override func readAhead(_ facets: FacetSet) {
    _ = try? ask { $0.readAhead(ofFile(facets)) }
  }

  override func readAhead(_ facets: FacetSet, with files: WorkerReadCache) {
    _ = try? ask { $0.readAhead(ofFile(facets), with: files) }
  }

  private func ofFile(_ facets: FacetSet) -> FacetSet {
    rows.catalogue.hasDescriptions ? facets.subtracting(.descriptive) : facets
  }

  override func expectSlowReads() { file?.expectSlowReads() }

  override func openOriginal() throws(AssetFailure) -> OpenFile {
    guard let opened = try ask({ (file) throws(AssetFailure) in try file.openOriginal() }) else {
      throw missing
    }
    return opened
  }

  override func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    let digest = try ask { (file) throws(AssetFailure) in try file.readDigest(algorithm) }
    guard let digest else { throw missing }
    return digest
  }

  private var missing: AssetFailure {
    let reason =
      switch place {
      case .file(let path): "is not at \"\(path.string)\""
      case .missing(let reason), .refused(let reason): reason
      }
    return AssetFailure(asset: displayName, stage: "read", reason: "its original \(reason)")
  }

  override func another() -> Asset? { CatalogueAsset(rows, row) }

  override var reader: (any OriginalReader)? { file?.reader }

  override var original: (any Original)? { file?.original }

  override func derivatives(of version: PictureVersion) -> [any Original] {
    // The small pictures show the version that the program shows.
    if version != .current, case .flag(true) = declared(.hasAdjustments) { return [] }
    return previews
  }

  override var pictureBesideRaw: (any Original)? { file?.pictureBesideRaw }

  /// Returns the place of a version's file; missing for edits that the program saved in no file.
  override func place(of version: PictureVersion) -> PictureVersion.Place {
    guard version == .current else { return .original }
    if rows.hasUnsavedChanges(row) { return .missing }
    if let edited {
      return existing(edited).map { .other($0) } ?? .missing
    }
    return existing(.shown).map { .other($0) } ?? .original
  }

  /// Returns a live photo's movie, and the picture that the camera took with a RAW picture.
  override func companions(of version: PictureVersion?) -> [AssetResource] {
    let movie = file?.companions(of: version) ?? []
    guard version == nil, let pair = existing(.pair) else { return movie }
    return [AssetResource(.alternatePhoto, pair)] + movie
  }

  /// Adds all values of the row, and the size and times of the original.
  override func addVersion(to fingerprint: inout Fingerprint) {
    var writer = RecordWriter(capacity: 1 << 10)
    writer.fields = rows.catalogue.fields.table
    if rows.catalogue.hasVersions {
      // Files that the program made may come and go.
      for field in Field.allCases { writer.write(field, catalogued(field) ?? .absent) }
      fingerprint.add(writer.buffer.bytes)
    } else {
      for field in rows.catalogue.declared { writer.write(field, declared(field) ?? .absent) }
      fingerprint.add(writer.buffer.bytes)
      fingerprint.add(rows.filename(row).isPresent)
    }
    file?.addVersion(to: &fingerprint)
  }

  override func writeExtras(into writer: inout RecordWriter) {
    for field in rows.catalogue.fields.own where findings?.value(of: field) == nil {
      writer.write(field, declared(field) ?? .absent)
    }
    file?.writeExtras(into: &writer)
  }

  /// The file's name and the identifier, as in `a.jpg (5)`; the identifier alone without a name.
  override var displayName: String {
    switch rows.filename(row) {
    case .text(let name): "\(name.string) (\(identifier))"
    default: identifier
    }
  }
}
