internal import Pipeline

/// A field as the reference documents and `shotflow fields` describe it, standard or added.
struct DescribedField {
  let field: Field
  let name: String
  let type: FieldType
  let summary: String

  var facet: String { field.facet.name }
  var knownTexts: [String]? { field.knownTexts }
}

extension Tool {
  /// The fields that every rule knows: the standard ones, then those of the tool's components.
  var fields: [DescribedField] {
    Field.allCases.map {
      DescribedField(field: $0, name: $0.name, type: $0.type, summary: $0.summary)
    }
      + components.fieldTable.added.enumerated().map { place, added in
        DescribedField(
          field: Field(addedAt: place), name: added.name, type: added.type, summary: added.summary)
      }
  }
}
