internal import Files

/// A translator of a rule's tests to SQL conditions on a library's columns.
struct PhotosPredicate: SQLTranslator {
  private let schema: PhotosSchema
  private let albums: [PhotosAlbum]?

  /// - Parameter albums: the library's albums; nil to leave tests of their paths to the run.
  init(_ schema: PhotosSchema, albums: [PhotosAlbum]? = nil) {
    self.schema = schema
    self.albums = albums
  }

  func column(_ field: Field) -> SQLColumn? {
    if case .column(let column) = PhotosFieldSQL(field, schema) { column } else { nil }
  }

  func condition(_ test: AssetPredicate) -> SQLCondition? {
    switch test {
    case .cycle(.creationDate, let cycle): PhotosConditions(schema).isIn(cycle)
    case .compared(let field, let comparison, let other): compared(field, comparison, other)
    case _ where test.testedField == .albumPaths: isInAlbum(test)
    default: test.testedField.flatMap { PhotosFieldSQL($0, schema)?.condition(test) }
    }
  }

  /// The most albums that a statement names, as SQLite bounds the number of its values.
  private static let mostAlbums = 1000

  /// Returns a test of the paths of an asset's albums. It is wide, as albums may have changed since
  /// their paths were read.
  private func isInAlbum(_ test: AssetPredicate) -> SQLCondition? {
    guard let albums else { return nil }
    let ofOne: AssetPredicate =
      if case .has(let field, let constant) = test { .equals(field, .text(constant)) } else { test }
    let found = albums.filter { $0.hasPath && ofOne.holds(for: .string($0.pathTitle)) }
    guard found.count <= Self.mostAlbums else { return nil }
    return SQLCondition(PhotosMembership(schema).isMember(of: found), isExact: false)
  }
}
