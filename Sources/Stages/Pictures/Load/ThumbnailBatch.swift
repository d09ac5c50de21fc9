package import Decoding
internal import Platform

/// Makes pictures of assets with the decoders, several at once, and returns the values computed
/// from them in order. The assets are not changed, not even by failures. Confined to one worker.
///
/// ```swift
/// let survey = ThumbnailBatch(side: 128, format: .pam, in: context) { picture, _ in picture.size }
/// try survey.run(assets, for: "sheet") { index, size in … }
/// ```
package final class ThumbnailBatch<Value> {
  private let loader: PictureLoader
  private let destination: ThumbnailBatchDestination<Value>

  /// - Parameters:
  ///   - side: the greatest length of the longer side in pixels.
  ///   - format: nil for JPEG, and PNG for pictures that may be transparent.
  ///   - isFast: true to accept a smaller picture in the original, or a thumbnail.
  ///   - allowsEnlarging: true to enlarge smaller pictures to that length.
  ///   - known: returns the known value of a file, for which no picture is then made.
  ///   - take: computes the value of a picture; an error is a failure of the asset.
  package convenience init(
    side: Int32, format: PictureFormat?, isFast: Bool = false, allowsEnlarging: Bool = false,
    in context: RunContext,
    known: @escaping (ThumbnailBatchFile) -> Value? = { _ in nil },
    take: @escaping (FinishedPicture, ThumbnailBatchFile) throws(FileProblem) -> Value
  ) {
    var options = PictureOptions()
    options.targetSize = PictureSize(width: side, height: side)
    options.deliveryMode = isFast ? .fastFormat : .highQualityFormat
    options.allowsDegraded = true
    options.allowsEnlarging = allowsEnlarging
    options.format = format
    self.init(options, in: context, known: known, take: take)
  }

  /// - Parameters:
  ///   - known: returns the known value of a file, for which no picture is then made.
  ///   - take: computes the value of a picture; an error is a failure of the asset.
  init(
    _ options: PictureOptions, in context: RunContext,
    known: @escaping (ThumbnailBatchFile) -> Value? = { _ in nil },
    take: @escaping (FinishedPicture, ThumbnailBatchFile) throws(FileProblem) -> Value
  ) {
    var context = context
    // Progress and failures of these pictures do not count as the run's.
    context.progress = RunProgress()
    context.output.failed = nil
    destination = ThumbnailBatchDestination(known: known, take: take)
    loader = PictureLoader(options, to: destination, in: context)
  }

  /// Computes the values of assets.
  ///
  /// - Parameters:
  ///   - stage: the name of the stage that needs the pictures.
  ///   - done: called for each asset in order, as soon as it and those before it are done.
  /// - Throws: ``RunProblem`` when no more pictures can be made.
  package func run(
    _ assets: [Asset], for stage: String, done: (Int, Result<Value, AssetFailure>) throws -> Void
  ) throws {
    try run(assets.map { AssetProxy($0, for: stage) }, done: done)
  }

  func run(
    _ assets: [AssetProxy], done: (Int, Result<Value, AssetFailure>) throws -> Void
  ) throws {
    destination.removeAll()
    var index = 0
    try loader.load(assets) { asset in
      defer { index += 1 }
      if let value = destination.value(of: asset) { return try done(index, .success(value)) }
      let failure =
        asset.failure
        ?? AssetFailure(asset: asset.displayName, stage: "load", reason: "no picture was made")
      try done(index, .failure(failure))
    }
  }
}

/// The file from which a picture is made.
package struct ThumbnailBatchFile {
  /// The status of the file when it was opened.
  package let status: FileStatus
  /// The name without folders.
  package let name: [UInt8]

  init(_ key: ThumbnailKey) {
    status = key.file
    let slash = key.path.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { Array(key.path[($0 + 1)...]) } ?? key.path
  }
}

/// A picture that a decoder made, in a file without a name.
package struct FinishedPicture {
  /// The complete, sealed file, which can no longer change.
  package let file: OpenFile
  /// The size in pixels.
  package let size: PictureSize
  /// The format of the file.
  package let format: PictureFormat
}

/// Computes values from finished pictures and stores them; confined, like the batch, to a worker.
private final class ThumbnailBatchDestination<Value>: PictureDestination {
  private let known: (ThumbnailBatchFile) -> Value?
  private let take: (FinishedPicture, ThumbnailBatchFile) throws(FileProblem) -> Value
  private var values: [Value] = []

  init(
    known: @escaping (ThumbnailBatchFile) -> Value?,
    take: @escaping (FinishedPicture, ThumbnailBatchFile) throws(FileProblem) -> Value
  ) {
    self.known = known
    self.take = take
  }

  func removeAll() { values.removeAll(keepingCapacity: true) }

  func value(of asset: Asset) -> Value? {
    for case .image(let image)? in [asset.findings?.loads.last] {
      if case .descriptor(_, let index) = image.place { return values[Int(index)] }
    }
    return nil
  }

  func existing(_ key: ThumbnailKey) -> LoadedImage? {
    guard let value = known(ThumbnailBatchFile(key)) else { return nil }
    return LoadedImage(
      place: add(value), size: nil, uniformTypeIdentifier: "", byteCount: 0, origin: .cache)
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    return Pending(file, of: ThumbnailBatchFile(key), as: key.output, in: self)
  }

  private func add(_ value: Value) -> LoadedImage.Place {
    values.append(value)
    return .descriptor(-1, offset: Int64(values.count - 1))
  }

  private final class Pending: PendingPicture {
    private let file: NamelessFile
    private let original: ThumbnailBatchFile
    private let asked: PictureFormat
    private let destination: ThumbnailBatchDestination

    init(
      _ file: NamelessFile, of original: ThumbnailBatchFile, as asked: PictureFormat,
      in destination: ThumbnailBatchDestination
    ) {
      self.file = file
      self.asked = asked
      self.original = original
      self.destination = destination
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      try file.seal()
      let format = decoded.format(asked: asked)
      try PictureCheck.check(descriptor, is: decoded, format)
      let picture = FinishedPicture(
        file: try OpenFile(copying: descriptor), size: decoded.size, format: format)
      return destination.add(try destination.take(picture, original))
    }
  }
}
