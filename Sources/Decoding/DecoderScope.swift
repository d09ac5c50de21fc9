/// Which libraries a decoder process loads before it closes itself in.
///
/// libvips takes 30 to 45 ms to load, and most pictures are JPEG.
public enum DecoderScope: String, Sendable, CaseIterable {
  /// JPEG to JPEG or PNG, and metadata: nothing that is not linked in.
  case jpeg
  /// Every format.
  case every

  /// Whether a process that has loaded this much can do what needs `needed`.
  public func serves(_ needed: DecoderScope) -> Bool { self == .every || needed == .jpeg }
}
