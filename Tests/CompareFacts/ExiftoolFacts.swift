import Foundation

/// The facts that exiftool reports about a file, as texts by field, with the tags behind each.
struct ExiftoolFacts {
  let fields: [ComparedField: String]
  let tags: ExiftoolTags

  init(_ tags: ExiftoolTags) {
    self.tags = tags
    var fields: [ComparedField: String] = [:]
    let type = tags.type
    fields[.type] = Self.types[type] ?? (type.isEmpty ? nil : type)
    let turn = Self.turn(of: tags)
    if let turn, turn != 1 { fields[.orientation] = "\(turn)" }
    // Not ImageWidth, which is that of a raw file's preview.
    let sides = (tags.text("ImageSize") ?? "").split { " x".contains($0) }
    if sides.count == 2 {
      let isTurned = turn ?? 1 > 4
      fields[.size] = "\(sides[isTurned ? 1 : 0]) x \(sides[isTurned ? 0 : 1])"
    }
    for (field, tag) in [
      (ComparedField.make, "Make"), (.model, "Model"), (.lens, "LensModel"),
      (.software, "Software"), (.comment, "UserComment"),
    ] {
      fields[field] = tags.text(tag).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let date = tags.date {
      fields[.date] = "\(date.milliseconds)"
      fields[.offset] = date.offset.map { "\($0)" }
    }
    if let latitude = tags.number("GPSLatitude"), let longitude = tags.number("GPSLongitude") {
      fields[.place] = "\(latitude), \(longitude)"
      fields[.altitude] = tags.text("GPSAltitude")
    }
    if !Self.stillTypes.contains(type) {
      fields[.duration] = tags.text("Duration")
      fields[.frameRate] = tags.text("VideoFrameRate")
    }
    fields[.colorModel] = Self.colorModel(of: tags)
    fields[.depth] = Self.depth(of: tags)
    fields[.profileName] = tags.text("ICC_Profile:ProfileDescription")
    fields[.alpha] = Self.hasAlpha(tags).map { "\($0)" }
    self.fields = fields.merging(ExiftoolDescription(tags).fields) { $1 }
  }

  private static let stillTypes: Set = [
    "HEIC", "HEIF", "AVIF", "CR3", "GIF", "PNG", "APNG", "WEBP", "JXL", "JP2",
  ]

  /// The uniform type of each of exiftool's types; one that is not here is not compared.
  private static let types = [
    "JPEG": "public.jpeg", "PNG": "public.png", "APNG": "public.png", "GIF": "com.compuserve.gif",
    "WEBP": "org.webmproject.webp", "Extended WEBP": "org.webmproject.webp", "TIFF": "public.tiff",
    "BTF": "public.tiff", "HEIC": "public.heic", "HEICS": "public.heic", "HEIF": "public.heif",
    "AVIF": "public.avif", "DNG": "com.adobe.raw-image", "CR2": "com.canon.cr2-raw-image",
    "NEF": "com.nikon.raw-image", "ARW": "com.sony.arw-raw-image",
    "CR3": "com.canon.cr3-raw-image", "MOV": "com.apple.quicktime-movie", "MP4": "public.mpeg-4",
    "M4V": "com.apple.m4v-video", "3GP": "public.3gpp", "3G2": "public.3gpp",
    "BMP": "com.microsoft.bmp", "ICO": "com.microsoft.ico", "PSD": "com.adobe.photoshop-image",
    "PSB": "com.adobe.photoshop-large-image", "JP2": "public.jpeg-2000",
    "J2C": "public.jpeg-2000", "JPX": "public.jpeg-2000", "JXL": "public.jpeg-xl",
    "JXL Codestream": "public.jpeg-xl", "JXR": "com.microsoft.jxr", "WDP": "com.microsoft.jxr",
    "EXR": "com.ilm.openexr-image", "HDR": "public.radiance", "SVG": "public.svg-image",
    "PPM": "public.pbm", "PGM": "public.pbm", "PBM": "public.pbm", "PAM": "public.pbm",
    "PFM": "public.pbm", "M2TS": "public.avchd-mpeg-2-transport-stream",
    "PCX": "com.zsoft.pcx-image", "FLIF": "info.flif.flif-image",
    "TGA": "com.truevision.tga-image", "MPO": "public.mpo-image",
    "RAF": "com.fuji.raw-image", "RW2": "com.panasonic.rw2-raw-image",
    "RAW": "com.panasonic.raw-image", "RWL": "com.leica.rwl-raw-image",
    "ORF": "com.olympus.raw-image", "CRW": "com.canon.crw-raw-image",
    "MRW": "com.konicaminolta.raw-image", "X3F": "com.sigma.x3f-raw-image",
    "IIQ": "com.phaseone.raw-image", "PEF": "com.pentax.raw-image",
    "SRW": "com.samsung.raw-image", "3FR": "com.hasselblad.3fr-raw-image",
    "NRW": "com.nikon.nrw-raw-image", "AVI": "public.avi", "MKV": "org.matroska.mkv",
    "WEBM": "org.webmproject.webm", "WMV": "com.microsoft.windows-media-wmv",
    "FLV": "com.adobe.flash.video", "OGV": "org.xiph.ogg-video", "MPEG": "public.mpeg",
    "DV": "public.dv-movie",
  ]

  /// HEIF turns by its own property, movies by their matrix, all others by EXIF.
  private static func turn(of tags: ExiftoolTags) -> Int? {
    let rotation = tags.number("QuickTime:Rotation") ?? tags.number("Rotation") ?? 0
    switch tags.type {
    case "HEIC", "HEIF", "AVIF", "HEICS": return [0: 1, 90: 8, 180: 3, 270: 6][Int(rotation)]
    case "CRW", "X3F": return [0: 1, 90: 6, 180: 3, 270: 8][Int(rotation)]
    case "MOV", "MP4", "M4V", "3GP", "3G2": return [0: 1, 90: 6, 180: 3, 270: 8][Int(rotation)]
    default:
      return tags.number("Orientation").flatMap { (1...8).contains($0) ? Int($0) : nil }
    }
  }

  private static func colorModel(of tags: ExiftoolTags) -> String? {
    switch tags.type {
    case "JPEG":
      return tags.number("File:ColorComponents").flatMap { [1: "Gray", 3: "RGB", 4: "CMYK"][$0] }
    case "PNG", "APNG":
      return tags.number("PNG:ColorType").map { [0, 4].contains($0) ? "Gray" : "RGB" }
    case "TIFF", "BTF":
      return tags.number("IFD0:PhotometricInterpretation").flatMap {
        [0: "Gray", 1: "Gray", 2: "RGB", 3: "RGB", 5: "CMYK", 6: "RGB", 8: "Lab"][$0]
      }
    case "GIF", "WEBP", "Extended WEBP": return "RGB"
    default: return nil
    }
  }

  private static func depth(of tags: ExiftoolTags) -> String? {
    switch tags.type {
    case "JPEG": return tags.text("File:BitsPerSample")
    case "PNG", "APNG": return tags.number("PNG:ColorType") == 3 ? "8" : tags.text("PNG:BitDepth")
    case "TIFF", "BTF":
      if tags.number("IFD0:PhotometricInterpretation") == 3 { return "8" }
      return tags.text("IFD0:BitsPerSample").flatMap {
        $0.split(separator: " ").first.map(String.init)
      }
    case "HEIC", "HEIF", "AVIF":
      return tags.text("QuickTime:ImagePixelDepth")
        .flatMap { $0.split(separator: " ").first.map(String.init) }
    default: return nil
    }
  }

  private static func hasAlpha(_ tags: ExiftoolTags) -> Bool? {
    switch tags.type {
    case "JPEG": false
    case "PNG", "APNG":
      tags.number("PNG:ColorType").map {
        [4, 6].contains($0) || tags.all["PNG:Transparency"] != nil
      }
    case "Extended WEBP": tags.number("RIFF:WebP_Flags").map { Int($0) & 16 != 0 }
    default: nil
    }
  }
}
