/// The part of the uniform type tree that pictures and movies need.
///
/// `com.compuserve.gif` conforms to `public.image`, which conforms to `public.data` and
/// `public.content`, which conform to `public.item`. A type outside the tree conforms only to
/// itself.
public enum UniformType {
  /// The type of a Live Photo, a picture with a movie; it also has the type of its picture.
  public static let livePhoto = "com.apple.live-photo"

  /// True if `identifier` is `ancestor` or descends from it.
  public static func conforms(_ identifier: String, to ancestor: String) -> Bool {
    if identifier == ancestor { return true }
    return parents(of: identifier).contains { conforms($0, to: ancestor) }
  }

  /// Returns the types that `identifier` conforms to directly; empty for roots and unknown types.
  public static func parents(of identifier: String) -> [String] {
    parents[identifier] ?? []
  }

  private static let parents: [String: [String]] = {
    var parents = [
      "public.content": ["public.item"],
      "public.image": ["public.data", "public.content"],
      "public.audiovisual-content": ["public.data", "public.content"],
      "public.movie": ["public.audiovisual-content"],
      "public.video": ["public.movie"],
      "com.microsoft.advanced-systems-format": ["public.movie"],
      "public.heif-standard": ["public.image"],
      "public.camera-raw-image": ["public.image"],
      "public.xml": ["public.text"],
      "public.text": ["public.data", "public.content"],
    ]
    for format in MediaFormat.allCases {
      parents[format.description.type] = format.description.parents
    }
    return parents
  }()
}
