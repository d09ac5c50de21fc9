package import Pipeline

/// A standard or added field, as the reference documents and `shotflow fields` describe it.
package struct DescribedField {
  /// The name of the field.
  package let name: String
  /// The type of the field's values.
  package let type: FieldType
  /// The facet of an asset that has to be read for the field.
  package let facet: Facet
  /// The description of the field, in a few words.
  package let summary: String
  /// All values of a text field, if they are limited; else nil.
  package let knownTexts: [String]?
  /// The members of an object that a stage adds; empty for any other field.
  package let members: [DescribedField]
  /// The standard field; nil for an added one.
  package let standard: Field?

  /// The description with all values of the field, if they are limited.
  package var fullSummary: String {
    knownTexts.map { "\(summary): \($0.joined(separator: ", "))" } ?? summary
  }

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

  /// True if tests may ignore the case of the field's texts.
  package var mayIgnoreCase: Bool { knownTexts == nil && standard?.mayIgnoreCase ?? true }

  /// Returns the standard fields, then the added ones.
  package static func all(adding added: [AddedField]) -> [DescribedField] {
    Field.allCases.map { DescribedField($0) }
      + added.filter { Field(name: $0.name) == nil }.map { DescribedField($0) }
  }
}
