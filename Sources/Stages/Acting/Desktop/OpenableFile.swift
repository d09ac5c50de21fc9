internal import Media
internal import Platform

/// A file that another program may open: content and name are those of a picture or a video, and it
/// is not executable. Desktops choose the program by content or name, and run executable and
/// `.desktop` files.
struct OpenableFile {
  let path: [UInt8]

  /// Opens an asset's file; throws ``AssetFailure`` if that fails, ``FileProblem`` if no other
  /// program may open it.
  init(_ asset: Asset, _ headers: HeaderReaderPool) throws {
    let file = try asset.openOriginal()
    guard let path = asset.pathBytes, let absolute = Self.absolute(path) else {
      throw FileProblem("it has no path")
    }
    self.path = absolute
    guard file.status.permissions & 0o111 == 0 else {
      throw FileProblem("it is executable, so it is not opened; to change that: chmod a-x")
    }
    let format = (try? headers.read(file))?.format ?? .unknown
    guard format != .unknown else {
      throw FileProblem("by its content it is no picture and no film, so it is not opened")
    }
    guard Self.hasKnownName(path) else {
      throw FileProblem("its name is not that of a picture or a film, so it is not opened")
    }
  }

  /// Returns the absolute form of a path; nil if it is empty, or the working folder is unknown.
  static func absolute(_ path: [UInt8]) -> [UInt8]? {
    if path.first == UInt8(ascii: "/") { return path }
    guard !path.isEmpty, let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return Array(String(cString: folder).utf8) + [UInt8(ascii: "/")] + path
  }

  private static func hasKnownName(_ path: [UInt8]) -> Bool {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return known.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  private static let known = Set(
    """
    jpg jpeg jpe jfif png apng gif webp heic heics heif hif avif tif tiff bmp ico tga pnm pbm pgm ppm
    psd psb jp2 j2k jpx jxl jxr wdp exr hdr svg pcx flif mpo dng cr2 cr3 crw nef nrw arw sr2 raf rw2
    rwl raw orf mrw x3f pef iiq srw 3fr mov qt mp4 m4v 3gp 3g2 avi mkv webm wmv asf flv ogv ogg ts
    mts m2ts mpg mpeg m2v dv
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
