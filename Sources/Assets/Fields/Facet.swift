/// How deep a source has to look for a field, cheapest first.
///
/// A facet is read once for an asset, when the first stage asks for a field in it.
public enum Facet: UInt8, CaseIterable, Comparable, Sendable {
  /// The directory entry, or what the source gave with the asset.
  case entry
  /// Size and times of the file.
  case stat
  /// The parts of the file that say type, size in pixels, dates and camera: mostly 8 KiB from its
  /// start, never more than 4 MiB.
  case header
  /// All that the file's metadata says, read by the decoder process.
  case metadata
  /// The hash of all bytes of the original.
  case digest
  /// What the stages of the rule found out.
  case findings

  public static func < (left: Facet, right: Facet) -> Bool { left.rawValue < right.rawValue }

  public var name: String {
    switch self {
    case .entry: "entry"
    case .stat: "stat"
    case .header: "header"
    case .metadata: "metadata"
    case .digest: "digest"
    case .findings: "findings"
    }
  }
}
