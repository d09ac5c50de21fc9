internal import Decoding

/// Where pictures are put. Confined to one lane.
protocol PictureDestination: AnyObject {
  /// How a picture is coded when the rule leaves it open and nothing in it is transparent; nil to
  /// let the cache choose.
  var usualFormat: PictureFormat? { get }

  /// The picture, if it is there already.
  ///
  /// - Throws: ``DecodeProblem`` if it is known that none can be made.
  func existing(_ key: ThumbnailKey) throws(DecodeProblem) -> LoadedImage?

  /// An empty file for the decoder.
  ///
  /// - Parameter name: of the original, without folders.
  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture

  /// Why none of the pictures to come can be put here, once that is known.
  var problem: OutputProblem? { get }

  /// What is to be written into a PNG beside the picture.
  func texts(for key: ThumbnailKey) -> [PictureText]

  /// A thumbnail by another program that suffices.
  func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource?

  /// Remembers that none can be made.
  func remember(_ problem: DecodeProblem, of key: ThumbnailKey)
}

extension PictureDestination {
  var usualFormat: PictureFormat? { .jpeg }
  package var problem: OutputProblem? { nil }
  package func existing(_ key: ThumbnailKey) throws(DecodeProblem) -> LoadedImage? { nil }
  package func texts(for key: ThumbnailKey) -> [PictureText] { [] }
  package func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource? { nil }
  package func remember(_ problem: DecodeProblem, of key: ThumbnailKey) {}
}

extension RunContext {
  /// Where the pictures of the run go: to the descriptor that the person named, else into the
  /// folder, else into the cache.
  ///
  /// - Throws: ``OutputProblem`` when that can't be used.
  func pictureDestination() throws(OutputProblem) -> any PictureDestination {
    if let pictureDescriptor {
      return DescriptorDestination(pictureDescriptor, cancellation)
    }
    if let outputFolder {
      return FolderDestination(try OutputFolder(outputFolder, notedBy: writtenFiles))
    }
    if let thumbnails { return CacheDestination(thumbnails) }
    throw .notNamed("there is no place for pictures; name a folder: --out FOLDER")
  }
}

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
    return Pending(try folder.beginFile(), stem, key.output, in: folder)
  }

  private final class Pending: PendingPicture {
    private let file: PartialFile
    private let stem: [UInt8]
    private let asked: PictureFormat
    private let folder: OutputFolder

    init(
      _ file: PartialFile, _ stem: [UInt8], _ asked: PictureFormat, in folder: OutputFolder
    ) {
      self.file = file
      self.stem = stem
      self.asked = asked
      self.folder = folder
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      let format = decoded.format(asked: asked)
      let copy = try file.copy(decoded.byteCount, mode: OutputFolder.fileMode)
      try PictureCheck.check(copy.descriptor, is: decoded, format)
      let name = OutputName(stem + format.filenameExtension)
      return .file(path: try folder.commit(copy, as: name))
    }
  }
}
