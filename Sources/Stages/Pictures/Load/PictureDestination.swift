internal import Decoding

/// The folder, cache or descriptor for pictures. Confined to one worker.
protocol PictureDestination: AnyObject {
  /// The format of opaque pictures if the rule requests none; nil if the cache chooses.
  var usualFormat: PictureFormat? { get }

  /// Returns a picture that exists, nil if none does; throws ``DecodeProblem`` if making it failed.
  func existing(_ key: ThumbnailKey) throws(DecodeProblem) -> LoadedImage?

  /// Begins a picture; `name` is that of the original, without folders.
  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture

  /// The reason why no more pictures can be stored; nil if they can.
  var problem: OutputProblem? { get }

  /// Returns the texts to write into a PNG with the picture.
  func texts(for key: ThumbnailKey) -> [PictureText]

  /// Returns a thumbnail by another program that is large enough; nil if none exists.
  func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource?

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
  /// Returns the destination of the run's pictures: the descriptor that the user named, else the
  /// folder, else the cache; throws ``OutputProblem`` if it can't be used.
  func pictureDestination() throws(OutputProblem) -> any PictureDestination {
    if let descriptor = output.pictureDescriptor {
      return DescriptorDestination(descriptor, cancellation)
    }
    if let folder = output.folder {
      return FolderDestination(try OutputFolder(folder, notedBy: writtenFiles))
    }
    if let thumbnails { return CacheDestination(thumbnails) }
    throw .notNamed("there is no place for pictures; name a folder: --out FOLDER")
  }
}

/// Stores pictures in a folder, named after the original and the size.
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

/// A picture that is being made, of which nothing remains without a commit.
protocol PendingPicture: AnyObject {
  /// An empty file, open for reading and writing.
  var descriptor: Int32 { get }

  /// Stores the picture, if it is as the decoder reported. Throws ``FileProblem`` if this one can't
  /// be stored, ``RunProblem`` if none can.
  func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place
}
