internal import Decoding

/// Puts pictures into a folder, under the originals' names and the size.
final class FolderDestination: PictureDestination {
  private let folder: OutputFolder

  init(_ folder: OutputFolder) {
    self.folder = folder
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    var stem = Array(name[..<dot])
    if let size = key.targetSize { stem += Array("-\(size.width)x\(size.height)".utf8) }
    if isDegraded { stem += Array("-degraded".utf8) }
    return Pending(try folder.begin(stem + key.output.filenameExtension), key.output)
  }

  private final class Pending: PendingPicture {
    private let file: PendingFile
    private let format: PictureFormat

    init(_ file: PendingFile, _ format: PictureFormat) {
      self.file = file
      self.format = format
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      let copy = try file.copy(decoded.byteCount)
      try PictureCheck.check(copy.descriptor, is: decoded, format)
      return .file(path: try copy.commit())
    }
  }
}
