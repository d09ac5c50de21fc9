internal import Media

extension MediaFormat {
  /// The media type as shared-mime-info names it, which file managers go by; nil for `unknown`.
  var mimeType: String? {
    switch self {
    case .unknown: nil
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .heic, .heif: "image/heif"
    case .avif: "image/avif"
    case .tiff: "image/tiff"
    case .dng: "image/x-adobe-dng"
    case .cr2: "image/x-canon-cr2"
    case .nef: "image/x-nikon-nef"
    case .arw: "image/x-sony-arw"
    case .cr3: "image/x-canon-cr3"
    case .quickTime: "video/quicktime"
    case .mpeg4: "video/mp4"
    case .m4v: "video/x-m4v"
    case .threeGPP: "video/3gpp"
    case .bmp: "image/bmp"
    case .ico: "image/vnd.microsoft.icon"
    case .tga: "image/x-tga"
    case .pnm: "image/x-portable-anymap"
    case .psd, .psb: "image/vnd.adobe.photoshop"
    case .jpeg2000: "image/jp2"
    case .jpegXL: "image/jxl"
    case .jpegXR: "image/jxr"
    case .openEXR: "image/x-exr"
    case .radiance: "image/vnd.radiance"
    case .svg: "image/svg+xml"
    case .pcx: "image/vnd.zbrush.pcx"
    case .flif: "image/flif"
    // A reader of JPEG shows the first picture.
    case .mpo: "image/jpeg"
    case .raf: "image/x-fuji-raf"
    case .rw2, .rwl: "image/x-panasonic-rw2"
    case .panasonicRaw: "image/x-panasonic-rw"
    case .orf: "image/x-olympus-orf"
    case .crw: "image/x-canon-crw"
    case .mrw: "image/x-minolta-mrw"
    case .x3f: "image/x-sigma-x3f"
    case .pef: "image/x-pentax-pef"
    case .nrw: "image/x-nikon-nrw"
    case .iiq, .srw, .threeFR: "image/x-dcraw"
    }
  }
}
