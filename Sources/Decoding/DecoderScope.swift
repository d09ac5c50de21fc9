/// Which libraries a decoder process loads before it closes itself in.
///
/// Most pictures are JPEG, and the others take long to load. Each includes those before it.
package enum DecoderScope: String, Sendable, CaseIterable {
  /// JPEG to JPEG or PNG, and metadata: nothing that is not linked in.
  case jpeg
  /// HEIF and AVIF, too: libheif, 8 ms.
  case heif
  /// Every format but one: libvips, 25 ms and more.
  case every
  /// JPEG XL, too: libvips' module for it, where it is one, and libjxl.
  case jpegXL

  /// Whether a process that has loaded this much can do what needs `needed`.
  package func serves(_ needed: DecoderScope) -> Bool { needed.extent <= extent }

  private var extent: Int {
    switch self {
    case .jpeg: 0
    case .heif: 1
    case .every: 2
    case .jpegXL: 3
    }
  }
}
