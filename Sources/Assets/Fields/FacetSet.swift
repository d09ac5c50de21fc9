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

  static let stat = FacetSet(.stat)
  static let header = FacetSet(.header)
  static let metadata = FacetSet(.metadata)
  static let digest = FacetSet(.digest)
  static let findings = FacetSet(.findings)
}
