/// A group of fields that a source reads together; the cases are in order of cost, cheapest first.
///
/// A facet is read once for an asset, when the first stage needs a field in it.
public enum Facet: UInt8, CaseIterable, Comparable, Sendable {
  /// The directory entry, or the values that the source gave with the asset.
  case entry
  /// The size and times of the file.
  case stat
  /// The parts of the file that hold type, size in pixels, dates and camera: mostly 8 KiB from its
  /// start, never more than 4 MiB.
  case header
  /// The blocks of metadata into which people type: XMP, IPTC and others, at most 10 MiB.
  case descriptive
  /// The end of the file, which shows whether it is complete; of some formats, the whole file.
  case end
  /// The file's whole metadata, read by the decoder process.
  case metadata
  /// The hash of all bytes of the original.
  case digest
  /// The results of the rule's stages.
  case findings

  public static func < (left: Facet, right: Facet) -> Bool { left.rawValue < right.rawValue }

  /// The name in explanations and documents, such as `header`.
  public var name: String {
    switch self {
    case .entry: "entry"
    case .stat: "stat"
    case .header: "header"
    case .descriptive: "descriptive"
    case .end: "end"
    case .metadata: "metadata"
    case .digest: "digest"
    case .findings: "findings"
    }
  }
}

/// A set of facets, as bits, since a `Set` of them would slow down every start.
public struct FacetSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public init(_ facet: Facet) {
    rawValue = 1 << facet.rawValue
  }

  /// Returns true if the facet is in the set.
  public func contains(_ facet: Facet) -> Bool {
    rawValue & FacetSet(facet).rawValue != 0
  }

  /// The facets, cheapest first.
  public var facets: [Facet] { Facet.allCases.filter { contains($0) } }

  /// True if the facets include data from the headers of files.
  package var needHeaders: Bool { contains(.header) || contains(.descriptive) }

  package static let stat = FacetSet(.stat)
  package static let header = FacetSet(.header)
  package static let descriptive = FacetSet(.descriptive)
  package static let end = FacetSet(.end)
  package static let metadata = FacetSet(.metadata)
  package static let digest = FacetSet(.digest)
  package static let findings = FacetSet(.findings)
}
