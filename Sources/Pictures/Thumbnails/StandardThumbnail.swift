internal import Decoding

/// The sizes that the freedesktop Thumbnail Managing Standard knows, by the names of their folders.
package enum StandardThumbnail: Int32, CaseIterable, Sendable {
  case normal = 128
  case large = 256
  case extraLarge = 512
  case doubleExtraLarge = 1024

  init?(side: Int32) {
    self.init(rawValue: side)
  }

  /// The longest that a side may be.
  var side: Int32 { rawValue }

  var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .doubleExtraLarge: "xx-large"
    }
  }
}
