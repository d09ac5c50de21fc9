package import Pipeline

/// A field as the reference documents and `shotflow fields` describe it, standard or added.
package struct DescribedField {
  package let name: String
  package let type: FieldType
  package let facet: Facet
  package let summary: String
  /// The texts that it may have, where they are few.
  package let knownTexts: [String]?
  /// The parts of an object that a stage adds.
  package let members: [DescribedField]
  /// The standard field that it is.
  package let standard: Field?

  package init(_ field: Field) {
    name = field.name
    type = field.type
    facet = field.facet
    summary = field.summary
    knownTexts = field.knownTexts
    members = []
    standard = field
  }

  package init(_ field: AddedField) {
    name = field.name
    type = field.type
    facet = .findings
    summary = field.summary
    knownTexts = field.knownTexts
    members = field.members.map { DescribedField($0) }
    standard = nil
  }

  /// The standard fields, then what is added to them.
  package static func all(adding added: [AddedField]) -> [DescribedField] {
    Field.allCases.map { DescribedField($0) } + added.map { DescribedField($0) }
  }
}
