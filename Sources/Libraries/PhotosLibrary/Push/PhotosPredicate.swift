internal import Files

/// A translator of a rule's tests to SQL conditions on a library's columns.
struct PhotosPredicate: SQLTranslator {
  private let schema: PhotosSchema

  init(_ schema: PhotosSchema) {
    self.schema = schema
  }

  func column(_ field: Field) -> SQLColumn? {
    if case .column(let column) = PhotosFieldSQL(field, schema) { column } else { nil }
  }

  func condition(_ test: AssetPredicate) -> SQLCondition? {
    switch test {
    case .cycle(.creationDate, let cycle): PhotosConditions(schema).isIn(cycle)
    case .compared(let field, let comparison, let other): compared(field, comparison, other)
    default: test.testedField.flatMap { PhotosFieldSQL($0, schema)?.condition(test) }
    }
  }
}
