internal import Platform

/// A factory for the assets of a library's files, for one run; safe from any thread.
public final class AssetFiles: Sendable {
  private let library: OwnedBytes
  private let headers: HeaderReaderPool
  private let fields: FieldTable
  /// The albums of the library's assets.
  package let membership: AlbumMembership<String>

  package init(
    library: OwnedBytes, _ headers: HeaderReaderPool, _ fields: FieldTable,
    albums: @escaping @Sendable () -> [Album] = { [] }
  ) {
    self.library = library
    self.headers = headers
    self.fields = fields
    membership = AlbumMembership(albums)
  }

  /// Returns the asset of a file, with the values that the library knows.
  ///
  /// Other values are read from the file on demand.
  ///
  /// - Parameters:
  ///   - path: The path of the original, absolute or relative to the working folder.
  ///   - identifier: The identifier within the library; nil to use the path.
  ///   - values: The library's values, which take precedence over the file's.
  ///   - added: The values of added fields, by their names.
  public func asset(
    _ path: String, identifier: String? = nil, values: [Field: FieldValue] = [:],
    added: [String: FieldValue] = [:]
  ) -> Asset {
    var known = LibraryValues(library: library, identifier: identifier ?? path)
    for (field, value) in values { known.set(value, of: field) }
    for (name, value) in added {
      if let field = fields.field(named: name) { known.set(value, of: field) }
    }
    return LibraryAsset(known, FileAsset(path: Array(path.utf8), headers: headers), membership)
  }

  /// Returns the asset of a file that a built-in kind of library has located.
  package func asset(_ file: FileAsset, _ values: LibraryValues) -> Asset {
    LibraryAsset(values, file, membership)
  }

  /// Returns an empty set of values for an asset of the library.
  package func values(identifier: String) -> LibraryValues {
    LibraryValues(library: library, identifier: identifier)
  }

  /// Returns the field of a name, standard or added; nil for an unknown name.
  package func field(named name: String) -> Field? { fields.field(named: name) }

  /// Returns the asset of a file at a path, without values of the library.
  package func file(at path: [UInt8]) -> FileAsset { FileAsset(path: path, headers: headers) }
}

extension RunContext {
  /// Returns a factory for the assets of a library's files.
  public func files(of place: LibraryPlace) -> AssetFiles {
    // A library holds its files, so these must not hold the library.
    let opened = resources[OpenedLibraries.self]
    var context = self
    context.resources[OpenedLibraries.self] = nil
    return AssetFiles(library: place.identity, makeHeaderReaders(), fields) {
      [weak opened, context] in
      (opened?.known(place) ?? (try? context.library(place)))?.albums ?? []
    }
  }
}

/// The values that a library's database has for an asset.
package struct LibraryValues: Sendable {
  /// The path of the library.
  package let library: OwnedBytes
  /// The identifier of the asset within the library.
  package let identifier: OwnedBytes
  private var values: [(field: Field, value: Known)] = []

  private enum Known: Sendable {
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case date(Instant)
    case text(OwnedBytes)
    case texts([String])
    case location(Location)
    case subtypes(MediaSubtypes)
    /// No value; hides the one in the file.
    case absent
  }

  package init(library: OwnedBytes, identifier: String) {
    self.library = library
    self.identifier = OwnedBytes(Array(identifier.utf8))
  }

  /// Sets a value; `absent` hides the value in the file.
  package mutating func set(_ value: FieldValue, of field: Field) {
    let known: Known =
      switch value {
      case .absent, .object: .absent
      case .flag(let flag): .flag(flag)
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      case .date(let date): .date(date)
      case .text(let text): .text(OwnedBytes(Array(text.bytes)))
      case .string(let string): .text(OwnedBytes(Array(string.utf8)))
      case .texts(let texts): .texts(texts)
      case .subtypes(let subtypes): .subtypes(subtypes)
      case .location(let location): .location(location)
      }
    values.removeAll { $0.field == field }
    values.append((field, known))
  }

  /// Returns the library's value; nil to use the file's.
  package func value(of field: Field) -> FieldValue? {
    if field == .localIdentifier { return .text(identifier.span) }
    if field == .library { return .text(library.span) }
    guard let known = values.first(where: { $0.field == field })?.value else { return nil }
    return switch known {
    case .flag(let flag): .flag(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .date(let date): .date(date)
    case .text(let text): .text(text.span)
    case .texts(let texts): texts.isEmpty ? .absent : .texts(texts)
    case .subtypes(let subtypes): .subtypes(subtypes)
    case .location(let location): .location(location)
    case .absent: .absent
    }
  }

  /// The added fields in the order of their declarations, with their values.
  package var added: [(Field, FieldValue)] {
    let added = values.compactMap { entry -> (Field, FieldValue)? in
      guard entry.field.addedPlace != nil, let value = value(of: entry.field) else { return nil }
      return (entry.field, value)
    }
    return added.count < 2 ? added : added.sorted { $0.0.number < $1.0.number }
  }
}

/// An asset that is a file, with values from its library's database. `@unchecked Sendable`: like
/// every ``Asset``, used only by the worker that holds its batch.
final class LibraryAsset: Asset, @unchecked Sendable {
  private let known: LibraryValues
  private let file: FileAsset
  private let membership: AlbumMembership<String>

  init(_ known: LibraryValues, _ file: FileAsset, _ membership: AlbumMembership<String>) {
    self.known = known
    self.file = file
    self.membership = membership
    super.init()
  }

  override var creationDateIsMoment: Bool? {
    known.value(of: .creationDate) == nil ? file.creationDateIsMoment : nil
  }

  override func sourceValue(of field: Field) -> FieldValue {
    if let value = known.value(of: field) { return value }
    if field == .folderPath { return .absent }
    let value = file.sourceValue(of: field)
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
    return value
  }

  override func descriptiveValue(of field: Field) -> FieldValue {
    if let value = known.value(of: field) { return value }
    let value = file.descriptiveValue(of: field)
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
    return value
  }

  override func readAhead(_ facets: FacetSet) {
    // The library may know what people typed.
    file.readAhead(facets.subtracting(.descriptive))
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
  }

  /// The file's name, which needs no reading: failures to read are reported with it.
  override var displayName: String { file.displayName }

  override func expectSlowReads() { file.expectSlowReads() }

  override func findAlbums() -> [AlbumPath] { membership.albums(of: known.identifier.string) }

  override func place(of version: PictureVersion) -> PictureVersion.Place {
    NamedResources(of: self).place(of: version)
  }

  override func companions(of version: PictureVersion?) -> [AssetResource] {
    NamedResources(of: self).companions(of: version)
  }

  override var reader: (any OriginalReader)? { file.reader }
  override var original: (any Original)? { file.original }
  override func openOriginal() throws(AssetFailure) -> OpenFile { try file.openOriginal() }

  override func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    try file.readDigest(algorithm)
  }

  override func addVersion(to fingerprint: inout Fingerprint) {
    var writer = RecordWriter(capacity: 1 << 10)
    for field in Field.allCases {
      if let value = known.value(of: field) { writer.write(field, value) }
    }
    for (field, value) in known.added {
      fingerprint.add(Int64(field.number))
      writer.write(field, value)
    }
    fingerprint.add(writer.buffer.bytes)
    file.addVersion(to: &fingerprint)
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
  }

  override func another() -> Asset? {
    LibraryAsset(known, file.another() as? FileAsset ?? file.unread(), membership)
  }

  override func writeExtras(into writer: inout RecordWriter) {
    for (field, value) in known.added where findings?.value(of: field) == nil {
      writer.write(field, value)
    }
    file.writeExtras(into: &writer)
  }
}
