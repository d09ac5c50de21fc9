package import Decoding
internal import Platform

/// An asset's picture as pixels for a program that is not to get the asset's file: a PAM in a sealed file
/// without a name.
///
/// It has all pixels, or is as large as was asked for; where the original can't be had, it is made of
/// what the library keeps of it. The asset itself learns nothing of it.
package struct PixelFile: Sendable {
  package let file: NamelessFile
  package let size: PictureSize

  /// The file that pixels are made of.
  package struct Origin: Sendable {
    package let status: FileStatus
    /// Without folders.
    package let name: [UInt8]
  }

  /// What came of it.
  package enum Result {
    case made(PixelFile, of: Origin)
    /// Nothing was decoded, as `isWanted` said so.
    case unwanted
    /// In lower case, without a full stop.
    case failed(String)
  }

  /// Has a decoder make the pixels, and waits for it.
  ///
  /// - Parameters:
  ///   - side: the pixels that the longer side may have.
  ///   - stage: the word of the stage that wants them.
  ///   - isWanted: is asked before the file is decoded.
  /// - Throws: ``RunProblem`` where no picture at all can be made.
  package static func make(
    of asset: Asset, side: Int32, for stage: String, in context: RunContext,
    if isWanted: @escaping (Origin) -> Bool
  ) throws -> Result {
    var options = PictureOptions()
    options.targetSize = PictureSize(width: side, height: side)
    options.allowsDegraded = true
    options.format = .pam
    var context = context
    // Nothing of this is the run's.
    context.progress = RunProgress()
    context.failed = nil
    let destination = FileDestination(isWanted)
    let shown = ShownAsset(asset, for: stage)
    try PictureLoader(options, to: destination, in: context).load([shown]) { _ in }
    if let failure = shown.failure { return .failed(failure.reason) }
    guard let origin = destination.origin else { return .failed("has no picture") }
    return destination.made.map { .made($0, of: origin) } ?? .unwanted
  }

  /// Takes one picture. Confined to one thread.
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
