internal import Platform

/// Where the files of a library lie below its root.
enum PhotosLayout: Hashable, Sendable {
  /// `X.photoslibrary`, as Photos for the Mac keeps it.
  case package
  /// The media partition of an iPhone: `PhotoData/` beside `DCIM/`.
  case device

  /// The folder of the database.
  var databaseFolder: String {
    switch self {
    case .package: "database"
    case .device: "PhotoData"
    }
  }

  /// The layout of the folder at a path; nil when it is no library of Photos.
  ///
  /// What is called `.photoslibrary` is meant to be one, whatever is in it.
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
