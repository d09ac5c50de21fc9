internal import Platform

/// The kinds of folder structure that a library's files have.
enum PhotosLayout: Hashable, Sendable {
  /// `X.photoslibrary`, the layout of Photos for the Mac.
  case package
  /// The media partition of an iPhone: `PhotoData/` beside `DCIM/`.
  case device

  var databaseFolder: String {
    switch self {
    case .package: "database"
    case .device: "PhotoData"
    }
  }

  /// Detects the layout of the folder at a path; nil if it is not a library of Photos. A folder
  /// with the extension `.photoslibrary` is treated as one, whatever its content.
  init?(path: String) {
    if Self.exists("\(path)/PhotoData/Photos.sqlite") {
      self = .device
    } else if path.hasSuffix(".photoslibrary") || path.hasSuffix(".photoslibrary/")
      || Self.exists("\(path)/database/Photos.sqlite")
    {
      self = .package
    } else {
      return nil
    }
  }

  private static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}
