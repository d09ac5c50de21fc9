package import Decoding
internal import Platform

/// An asset's picture as pixels for a program that must not read the asset's file: a PAM in a
/// sealed file without a name. It has all pixels, or the requested size. If the original is not
/// available, it is made from a smaller picture of the library. The asset itself is not changed.
package struct PixelFile: Sendable {
  /// The sealed file, which contains the PAM.
  package let file: NamelessFile
  /// The size of the picture in pixels.
  package let size: PictureSize

  /// The file from which the pixels are made.
  package struct Origin: Sendable {
    /// The status of the file from the moment when it was opened.
    package let status: FileStatus
    /// The name of the file without folders.
    package let name: [UInt8]
  }

  /// The result of making a picture.
  package enum Result {
    /// The picture was made.
    case made(PixelFile, of: Origin)
    /// Nothing was decoded, because `isWanted` returned false.
    case unwanted
    /// The reason of the failure, in lower case and without a full stop.
    case failed(String)
  }

  /// Makes the pixels with a decoder, and waits for it.
  ///
  /// - Parameters:
  ///   - side: the greatest length of the longer side in pixels.
  ///   - stage: the stage that needs the pixels.
  ///   - isWanted: called before the file is decoded; returns false to skip it.
  /// - Throws: ``RunProblem`` if no picture at all can be made.
  package static func make(
    of asset: Asset, side: Int32, for stage: String, in context: RunContext,
    if isWanted: @escaping (Origin) -> Bool
  ) throws -> Result {
    var options = PictureOptions()
    options.targetSize = PictureSize(width: side, height: side)
    options.allowsDegraded = true
    options.format = .pam
    var context = context
    // Progress and failures of this task do not count as the run's.
    context.progress = RunProgress()
    context.output.failed = nil
    let destination = FileDestination(isWanted)
    let shown = AssetProxy(asset, for: stage)
    try PictureLoader(options, to: destination, in: context).load([shown]) { _ in }
    if let failure = shown.failure { return .failed(failure.reason) }
    guard let origin = destination.origin else { return .failed("has no picture") }
    return destination.made.map { .made($0, of: origin) } ?? .unwanted
  }

  /// Stores the pixels in a nameless file; confined to the thread that calls `make`.
  private final class FileDestination: PictureDestination {
    private let isWanted: (Origin) -> Bool
    private(set) var origin: Origin?
    fileprivate(set) var made: PixelFile?

    init(_ isWanted: @escaping (Origin) -> Bool) {
      self.isWanted = isWanted
    }

    func existing(_ key: ThumbnailKey) -> LoadedImage? {
      let name = key.path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
      let origin = Origin(status: key.file, name: name)
      self.origin = origin
      guard !isWanted(origin) else { return nil }
      return LoadedImage(
        place: .file(path: key.path), uniformTypeIdentifier: key.output.uniformTypeIdentifier,
        byteCount: 0, origin: .cache)
    }

    func begin(
      _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
    ) throws(FileProblem) -> any PendingPicture {
      guard let file = NamelessFile() else { throw FileProblem(error: errno) }
      return Pending(file, self)
    }
  }

  private final class Pending: PendingPicture {
    private let file: NamelessFile
    private let destination: FileDestination

    init(_ file: NamelessFile, _ destination: FileDestination) {
      self.file = file
      self.destination = destination
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      try file.seal()
      try PictureCheck.check(descriptor, is: decoded, .pam)
      destination.made = PixelFile(file: file, size: decoded.size)
      return .descriptor(descriptor, offset: 0)
    }
  }
}
