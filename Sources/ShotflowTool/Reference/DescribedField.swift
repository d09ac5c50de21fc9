internal import Pipeline

/// A field as the reference documents and `shotflow fields` describe it, standard or added.
struct DescribedField {
  let name: String
  let type: FieldType
  let facet: Facet
  let summary: String
  /// The texts that it may have, where they are few.
  let knownTexts: [String]?
  /// The parts of an object that a stage adds.
  let members: [DescribedField]
  /// The standard field that it is.
  let standard: Field?

  init(_ field: Field) {
    name = field.name
    type = field.type
    facet = field.facet
    summary = field.summary
    knownTexts = field.knownTexts
    members = []
    standard = field
  }

  init(_ field: AddedField) {
    name = field.name
    type = field.type
    facet = .findings
    summary = field.summary
    knownTexts = field.knownTexts
    members = field.members.map { DescribedField($0) }
    standard = nil
  }

  /// The standard fields, then what is added to them.
  static func all(adding added: [AddedField]) -> [DescribedField] {
    Field.allCases.map { DescribedField($0) } + added.map { DescribedField($0) }
  }
}
