internal import Files

/// A translator of tests to conditions on the wrapped columns of a catalogue. Tests of fields that the
/// declaration has are exact, unless the file has the value where the catalogue has none.
struct CataloguePredicate: SQLTranslator {
  let fields: CatalogueFields

  private var ofFiles: Set<Field> { fields.declaration.fieldsOfFiles }

  func column(_ field: Field) -> SQLColumn? {
    guard let columns = fields.columns(field), let kind = fields.kind(field) else { return nil }
    return switch kind {
    case .flag: .flag(columns[0])
    case .whole: .whole(columns[0])
    case .number: .number(columns[0])
    case .date: .date(columns[0])
    case .text, .word: .text(columns[0])
    case .place: .place(latitude: columns[0], longitude: columns[1])
    }
  }

  func condition(_ test: AssetPredicate) -> SQLCondition? {
    if case .compared(let field, let comparison, let other) = test {
      let isOfFiles = !ofFiles.isDisjoint(with: [field, other])
      return compared(field, comparison, other, ifUnknown: isOfFiles)
    }
    // The zone of a date is in the file.
    guard let field = test.testedField else { return nil }
    if field == .localIdentifier { return identifier(test) }
    if let list = fields.declaration.assets.lists[field] {
      return fields.lacks(list: field) ? .never : condition(test, of: list)
    }
    guard let known = column(field)?.condition(test) else { return nil }
    guard ofFiles.contains(field) else { return known }
    switch test {
    case .equals, .ordered, .place:
      let isUnknown = (fields.columns(field) ?? []).map { "\($0) IS NULL OR " }.joined()
      return SQLCondition(SQLText("(" + isUnknown) + known.sql + SQLText(")"), isExact: false)
    default: return nil
    }
  }

  private func condition(
    _ test: AssetPredicate, of list: CatalogueDeclaration.List
  ) -> SQLCondition {
    let value = "as_text((\(list.value)))"
    var conditions = ["(\(list.key)) IS NOT NULL", "\(value) IS NOT NULL"]
    if let own = list.rows.condition { conditions.insert("(\(own))", at: 0) }
    var values: [SQLiteValue] = []
    switch test {
    case .present: break
    // A list has a text if one member equals it.
    case .has(let field, let constant): values = [.test(.equals(field, .text(constant)))]
    case .equals, .like: values = [.test(test)]
    default: return .never
    }
    conditions += values.map { _ in "passes(\(value), ?)" }
    return .exact(
      "(\(fields.row) IN (SELECT (\(list.key)) FROM \(list.tables) WHERE "
        + conditions.joined(separator: " AND ") + "))", values)
  }

  private func identifier(_ test: AssetPredicate) -> SQLCondition? {
    switch test {
    case .equals(_, .text(let constant)) where !constant.ignoresCase:
      if fields.assets.identifier != nil {
        guard let row = fields.identifiers.row(constant.string, in: fields.source) else {
          return .never
        }
        return .exact("((\(fields.assets.row)) = ?)", [.integer(row)])
      }
      // A column of numbers would take "05" for 5.
      let text = SQLiteValue.text(constant.string)
      let isEqual = " AND CAST(\(fields.identifier) AS BLOB) = CAST(? AS BLOB))"
      guard let number = Int64(constant.string), "\(number)" == constant.string else {
        return .exact("(\(fields.row) = ?" + isEqual, [text, text])
      }
      return .exact("(\(fields.row) IN (?, ?)" + isEqual, [.integer(number), text, text])
    case .present: return .exact("1")
    // Capitals differ in texts alone, which the statement then tests one by one.
    case .equals(_, .text), .like, .has:
      return .exact("passes(\(fields.identifier), ?)", [.test(test)])
    default: return nil
    }
  }
}
