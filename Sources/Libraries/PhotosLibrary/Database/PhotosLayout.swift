internal import Platform

/// The kinds of folder structure that a library's files have.
enum PhotosLayout: Hashable, Sendable {
  /// `X.photoslibrary`, the layout of Photos for the Mac.
  case package
  /// The media partition of an iPhone: `PhotoData/` beside `DCIM/`.
  case device

  /// The path of the database, from the library's root.
  var database: String {
    switch self {
    case .package: "database/Photos.sqlite"
    case .device: "PhotoData/Photos.sqlite"
    }
  }

  /// Detects the layout of the folder at a path; nil if it is not a library of Photos. A folder
  /// with the extension `.photoslibrary` is treated as one, whatever its content.
  init?(path: String) {
    func has(_ layout: PhotosLayout) -> Bool { access("\(path)/\(layout.database)", F_OK) == 0 }
    if has(.device) {
      self = .device
    } else if path.hasSuffix(".photoslibrary") || path.hasSuffix(".photoslibrary/")
      || has(.package)
    {
      self = .package
    } else {
      return nil
    }
  }
}
