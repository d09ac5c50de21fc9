package import Assets

/// A field of a catalogue's own, which rules know beside the standard ones.
package struct CatalogueOwnField: Hashable, Sendable {
  /// The field's name, type and summary.
  package var field: AddedField
  package var source: Source

  /// The part of the catalogue that the values are in.
  package enum Source: Hashable, Sendable {
    case column(CatalogueColumn)
    /// The rows that have the texts, for a field with several texts.
    case list(CatalogueDeclaration.List)
  }
}

extension CatalogueOwnField.Source {
  /// The source with NULL for its column's SQL; a list is unchanged.
  var withoutValues: CatalogueOwnField.Source {
    switch self {
    case .column(.date(_, let form)): .column(.date("NULL", form))
    case .column(.place): .column(.place(latitude: "NULL", longitude: "NULL"))
    case .column(.value): .column(.value("NULL"))
    case .list: self
    }
  }
}

extension CatalogueDeclaration.Assets {
  /// The columns of all fields, by the fields' names.
  var allColumns: [(name: String, column: CatalogueColumn)] {
    fields.map { ($0.key.name, $0.value) }
      + own.compactMap { own in
        if case .column(let column) = own.source { (own.field.name, column) } else { nil }
      }
  }

  /// The lists of all fields, by the fields' names.
  var allLists: [(name: String, list: CatalogueDeclaration.List)] {
    lists.map { ($0.key.name, $0.value) }
      + own.compactMap { own in
        if case .list(let list) = own.source { (own.field.name, list) } else { nil }
      }
  }

  /// The names of all fields that the declaration has, each once and sorted.
  package var fieldNames: [String] {
    Set(sources.flatMap { $0.allColumns.map(\.name) + $0.allLists.map(\.name) }).sorted()
  }
}

extension CatalogueDeclaration {
  /// The first own field of the catalogue whose name means something else in rules, and why; nil if
  /// there is no such conflict.
  func conflict(with table: FieldTable) -> (subject: String, reason: String)? {
    for field in assets.own.map(\.field) {
      guard let known = table.field(named: field.name), case let type = table.type(of: known),
        type != field.type
      else { continue }
      return (
        "adds.\(field.name)",
        "is \(field.type.phrase), and the rule knows \"\(field.name)\" as \(type.phrase)"
      )
    }
    return nil
  }
}

extension CatalogueFields.Kind {
  /// The kind of a column for a type of fields; nil for types that no column has.
  init?(_ type: FieldType) {
    switch type {
    case .flag: self = .flag
    case .integer: self = .whole(-Int64.max...Int64.max)
    case .number:
      self = .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    case .date: self = .date
    case .text: self = .text
    case .texts, .location, .object, .value: return nil
    }
  }
}
