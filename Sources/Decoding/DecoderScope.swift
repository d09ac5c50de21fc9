/// Which libraries a decoder process loads before it closes itself in.
///
/// Most pictures are JPEG, and the others take long to load. Each includes those before it.
package enum DecoderScope: String, Sendable, CaseIterable {
  /// JPEG to JPEG or PNG, and metadata: nothing that is not linked in.
  case jpeg
  /// HEIF and AVIF, too: libheif, 8 ms.
  case heif
  /// Every format: libvips, 25 ms and more.
  case every

  /// Whether a process that has loaded this much can do what needs `needed`.
  package func serves(_ needed: DecoderScope) -> Bool {
    switch self {
    case .jpeg: needed == .jpeg
    case .heif: needed != .every
    case .every: true
    }
  }
}
