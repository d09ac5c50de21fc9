/// A set of fields, as bits.
///
/// A `Set` would make the Swift runtime look for the elements' conformance to `Hashable` at every
/// start, which costs a tenth of a millisecond for each kind of set.
public struct FieldSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt128

  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  public init(_ field: Field) {
    rawValue = 1 << UInt128(field.number)
  }

  /// Returns true if the field is in the set.
  public func contains(_ field: Field) -> Bool {
    rawValue & FieldSet(field).rawValue != 0
  }

  /// The fields in the order of their declaration.
  public var fields: [Field] { Field.allCases.filter { contains($0) } }

  /// The facets that hold the fields.
  public var facets: FacetSet {
    var facets: FacetSet = []
    if rawValue >> UInt128(Field.count) != 0 { facets.formUnion(.findings) }
    var rest = rawValue & ((1 << UInt128(Field.count)) - 1)
    while rest != 0 {
      if let field = Field(number: UInt8(rest.trailingZeroBitCount)) {
        facets.formUnion(FacetSet(field.facet))
      }
      rest &= rest - 1
    }
    return facets
  }
}
