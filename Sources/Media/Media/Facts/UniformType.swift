/// The part of the uniform type tree that pictures and movies need.
///
/// `com.compuserve.gif` conforms to `public.image`, which conforms to `public.data` and
/// `public.content`, which conform to `public.item`. A type outside the tree conforms only to
/// itself.
public enum UniformType {
  /// The type of a live photo, a picture and a movie; it also has the type of its picture.
  public static let livePhoto = "com.apple.live-photo"

  /// True if `identifier` is `ancestor` or descends from it.
  public static func conforms(_ identifier: String, to ancestor: String) -> Bool {
    if identifier == ancestor { return true }
    return parents(of: identifier).contains { conforms($0, to: ancestor) }
  }

  /// Returns the types that `identifier` conforms to directly; empty for the roots and unknown
  /// types.
  public static func parents(of identifier: String) -> [String] {
    switch identifier {
    case "public.data", "public.content":
      ["public.item"]
    case "public.image", "public.audiovisual-content":
      ["public.data", "public.content"]
    case "public.movie":
      ["public.audiovisual-content"]
    case "public.video":
      ["public.movie"]
    case "com.apple.quicktime-movie", "public.mpeg-4", "com.apple.m4v-video", "public.3gpp":
      ["public.movie"]
    case "public.avi", "public.mpeg", "public.mpeg-2-transport-stream",
      "com.microsoft.advanced-systems-format", "com.adobe.flash.video", "public.dv-movie",
      "org.matroska.mkv", "org.webmproject.webm":
      ["public.movie"]
    case "public.avchd-mpeg-2-transport-stream":
      ["public.mpeg-2-transport-stream"]
    case "public.mpeg-2-video", "org.xiph.ogg-video":
      ["public.video"]
    case "com.microsoft.windows-media-wmv":
      ["public.movie", "com.microsoft.advanced-systems-format"]
    case "public.heic":
      ["public.heif-standard"]
    case "public.heif":
      ["public.heif-standard"]
    case "com.adobe.raw-image", "com.canon.cr2-raw-image", "com.nikon.raw-image",
      "com.sony.arw-raw-image", "com.canon.cr3-raw-image":
      ["public.camera-raw-image"]
    case "com.fuji.raw-image", "com.panasonic.rw2-raw-image", "com.panasonic.raw-image",
      "com.leica.rwl-raw-image",
      "com.olympus.raw-image", "com.canon.crw-raw-image", "com.konicaminolta.raw-image",
      "com.sigma.x3f-raw-image", "com.phaseone.raw-image", "com.pentax.raw-image",
      "com.samsung.raw-image", "com.hasselblad.3fr-raw-image", "com.nikon.nrw-raw-image":
      ["public.camera-raw-image"]
    case "com.microsoft.bmp", "com.microsoft.ico", "com.truevision.tga-image", "public.pbm",
      "com.adobe.photoshop-image", "com.adobe.photoshop-large-image", "public.jpeg-2000",
      "public.jpeg-xl", "com.microsoft.jxr", "com.ilm.openexr-image", "public.radiance",
      "public.mpo-image", "com.zsoft.pcx-image", "info.flif.flif-image":
      ["public.image"]
    case "public.svg-image":
      ["public.image", "public.xml"]
    case "public.xml":
      ["public.text"]
    case "public.text":
      ["public.data", "public.content"]
    case "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp", "public.avif",
      "public.tiff", "public.heif-standard", "public.camera-raw-image":
      ["public.image"]
    default:
      []
    }
  }
}
