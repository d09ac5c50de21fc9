package import Media

extension MediaFormat {
  /// True if the decoder can load the pixels; of other files only an embedded JPEG can be shown.
  package var hasLoader: Bool {
    switch self {
    case .jpeg, .mpo, .png, .gif, .webp, .heic, .heif, .avif, .tiff, .pnm, .radiance, .jpeg2000,
      .jpegXL:
      true
    default: false
    }
  }

  /// The noun phrase for a file without a loader, as used in messages.
  fileprivate var phrase: String {
    switch self {
    case .bmp: "a Windows bitmap (BMP)"
    case .ico: "a Windows icon (ICO)"
    case .tga: "a Targa picture (TGA)"
    case .pcx: "a PC Paintbrush picture (PCX)"
    case .psd: "a Photoshop document (PSD)"
    case .psb: "a large Photoshop document (PSB)"
    case .jpegXR: "a JPEG XR picture"
    case .openEXR: "an OpenEXR picture"
    case .flif: "a FLIF picture"
    case .svg: "a drawing (SVG)"
    default: isVideo ? "a movie without its still" : "a file of this kind"
    }
  }
}

extension DecodeProblem {
  /// Creates the problem of a file whose format has no loader.
  package init(noLoaderFor format: MediaFormat) {
    self.init(
      .unsupported,
      format.isRaw
        ? "a raw picture without an embedded preview"
        : "no picture can be made of \(format.phrase)")
  }
}
