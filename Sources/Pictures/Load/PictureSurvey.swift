package import Decoding
internal import Platform

/// Has pictures of assets made, several at once, and gives back in order what is made of them.
///
/// The decoders make the pictures. The assets learn nothing of it, not even why there are none.
/// Confined to one lane.
///
/// ```swift
/// let survey = PictureSurvey(side: 128, format: .pam, in: context) { picture, _ in picture.size }
/// try survey.run(assets, for: "sheet") { index, size in … }
/// ```
package final class PictureSurvey<Value> {
  private let loader: PictureLoader
  private let destination: SurveyDestination<Value>

  /// - Parameters:
  ///   - side: the pixels that the longer side may have.
  ///   - format: how the pictures are coded; nil for JPEG, and PNG for what may be transparent.
  ///   - isFast: whether a smaller picture inside the original or a thumbnail will do.
  ///   - allowsEnlarging: whether the longer side has that many pixels in any case.
  ///   - known: gives what is known of a file already, for which nothing is then made.
  ///   - take: gives what is made of a picture; an error is one of the asset.
  package init(
    side: Int32, format: PictureFormat?, isFast: Bool = false, allowsEnlarging: Bool = false,
    in context: RunContext,
    known: @escaping (SurveyedFile) -> Value? = { _ in nil },
    take: @escaping (MadePicture, SurveyedFile) throws(FileProblem) -> Value
  ) {
    var options = PictureOptions()
    options.targetSize = PictureSize(width: side, height: side)
    options.deliveryMode = isFast ? .fastFormat : .highQualityFormat
    options.allowsDegraded = true
    options.allowsEnlarging = allowsEnlarging
    options.format = format
    var context = context
    // Nothing of this is the run's.
    context.progress = RunProgress()
    context.failed = nil
    destination = SurveyDestination(known: known, take: take)
    loader = PictureLoader(options, to: destination, in: context)
  }

  /// - Parameters:
  ///   - stage: the word of the stage that wants the pictures.
  ///   - done: is called for each asset in order, as soon as it and those before it are done.
  /// - Throws: ``RunProblem`` when nothing more can be made.
  package func run(
    _ assets: [Asset], for stage: String, done: (Int, Result<Value, AssetFailure>) throws -> Void
  ) throws {
    try run(assets.map { ShownAsset($0, for: stage) }, done: done)
  }

  func run(
    _ assets: [ShownAsset], done: (Int, Result<Value, AssetFailure>) throws -> Void
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

/// The file that a picture is made of.
package struct SurveyedFile {
  /// The file as it was opened.
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
package struct MadePicture {
  /// The whole file, which nothing can change any more.
  package let file: OpenFile
  package let size: PictureSize
  package let format: PictureFormat
}

/// Passes pictures on as they are made, and keeps what comes of them. Confined to one lane.
private final class SurveyDestination<Value>: PictureDestination {
  private let known: (SurveyedFile) -> Value?
  private let take: (MadePicture, SurveyedFile) throws(FileProblem) -> Value
  /// What was found; a picture's place is its index among these.
  private var values: [Value] = []

  init(
    known: @escaping (SurveyedFile) -> Value?,
    take: @escaping (MadePicture, SurveyedFile) throws(FileProblem) -> Value
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
    guard let value = known(SurveyedFile(key)) else { return nil }
    return LoadedImage(
      place: add(value), size: nil, uniformTypeIdentifier: "", byteCount: 0, origin: .cache)
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    return Pending(file, of: SurveyedFile(key), as: key.output, in: self)
  }

  private func add(_ value: Value) -> LoadedImage.Place {
    values.append(value)
    return .descriptor(-1, offset: Int64(values.count - 1))
  }

  private final class Pending: PendingPicture {
    private let file: NamelessFile
    private let original: SurveyedFile
    private let asked: PictureFormat
    private let destination: SurveyDestination

    init(
      _ file: NamelessFile, of original: SurveyedFile, as asked: PictureFormat,
      in destination: SurveyDestination
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
      let picture = MadePicture(
        file: try OpenFile(copying: descriptor), size: decoded.size, format: format)
      return destination.add(try destination.take(picture, original))
    }
  }
}
