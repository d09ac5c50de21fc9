/// Facets, as bits; see ``FieldSet`` for why.
public struct FacetSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public init(_ facet: Facet) {
    rawValue = 1 << facet.rawValue
  }

  public func contains(_ facet: Facet) -> Bool {
    rawValue & FacetSet(facet).rawValue != 0
  }

  /// The facets, cheapest first.
  public var facets: [Facet] { Facet.allCases.filter { contains($0) } }

  package static let stat = FacetSet(.stat)
  package static let header = FacetSet(.header)
  package static let metadata = FacetSet(.metadata)
  package static let digest = FacetSet(.digest)
  package static let findings = FacetSet(.findings)
}
