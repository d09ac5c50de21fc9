internal import Decoding
internal import Media
internal import Platform

/// Makes the picture of each asset that a later step of the same stage writes, several at once, with
/// EXIF, XMP and the colour profile. Movies pass as they are, unless the place has to be left out.
package struct WrittenPictureStep: Step {
  private let rendering: PictureRendering
  private let stage: String

  /// Creates the step that makes pictures for the stage of this name.
  package init(_ rendering: PictureRendering, for stage: String) {
    self.rendering = rendering
    self.stage = stage
  }

  package var name: String { stage }
  package var ordering: StepOrdering { .source }
  package var facets: FacetSet { [.header, .descriptive] }
  package var detail: String { rendering.summary }

  package func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    WrittenPictureInstance(rendering, stage, worker.context)
  }
}

private final class WrittenPictureInstance: StepInstance {
  private let rendering: PictureRendering
  private let stage: String
  private let context: RunContext
  /// The maker of pictures, which also returns the files of which it made them; nil if originals are
  /// rewritten.
  private let maker: ThumbnailBatch<(FinishedPicture, ThumbnailBatchFile)>?
  private var headers = HeaderReader()
  /// The numbers of pictures that were made, and of those that have fewer pixels than the original.
  private var (made, smaller) = (0, 0)

  /// The number of pictures for each decoder, so that none waits long for a piece's last picture.
  private static let picturesPerDecoder = 4
  private static let largestPiece = 64

  init(_ rendering: PictureRendering, _ stage: String, _ context: RunContext) {
    self.rendering = rendering
    self.stage = stage
    self.context = context
    maker =
      rendering.isMade
      ? ThumbnailBatch(rendering.options, in: context) { ($0, $1) } : nil
  }

  var pieceSize: Int? {
    min(Self.largestPiece, context.services.decoders.limit * Self.picturesPerDecoder)
  }

  func process(_ batch: inout Batch) {}

  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    let pictures = piece.filter(isPicture)
    if let maker {
      try maker.run(pictures, for: stage) { index, result in
        try write(pictures[index]) { asset in
          let (made, source) = try result.get()
          let picture = WrittenPicture(
            file: try rewritten(asset, made.file, made.format.mediaFormat, size: made.size),
            ending: made.format.filenameExtension, source: source.status,
            nameBesideRaw: isBesideRaw(source, asset) ? source.name : nil)
          note(made.size, of: asset)
          return picture
        }
      }
    } else {
      for asset in pictures { try write(asset, rewrittenOriginal) }
    }
    for asset in piece {
      var batch = Batch(ordinal: 0, assets: [asset])
      batch.keep { _ in true }
      try handOn(batch)
    }
  }

  func finish() -> [Asset] {
    if let size = rendering.size, made > 0, smaller == 0 {
      context.services.notices.remark(
        "no picture got smaller, as \(made == 1 ? "it fits" : "all fit") into"
          + " \(size.width)x\(size.height) already")
    }
    return []
  }

  private func note(_ size: PictureSize, of asset: Asset) {
    made += 1
    if case .integer(let width) = asset.value(of: .pixelWidth),
      case .integer(let height) = asset.value(of: .pixelHeight),
      max(width, height) <= Int64(max(size.width, size.height))
    {
      return
    }
    smaller += 1
  }

  /// True if a picture is written of the asset; fails those that can't be written.
  private func isPicture(_ asset: Asset) -> Bool {
    let type = asset.string(of: .mediaType)
    guard type == "image" else {
      if rendering.withoutPlace {
        asset.fail(stage: stage, "its place can't be removed, as it is no picture")
      } else if type == "unknown", case .damaged(.empty) = asset.originalState {
        asset.fail(stage: stage, "the file is empty")
      }
      return false
    }
    let reason = CompleteOriginalStep.objection(
      to: asset, orElse: rendering.version, acceptsDerivative: rendering.isMade)
    if let reason { asset.fail(stage: stage, reason) }
    return reason == nil
  }

  /// True if a file is the picture that the camera wrote beside an asset's raw file.
  private func isBesideRaw(_ file: ThumbnailBatchFile, _ asset: Asset) -> Bool {
    guard case .flag(true) = asset.value(of: .isRAW), let beside = asset.pictureBesideRaw else {
      return false
    }
    return (try? beside.status()) == file.status
  }

  private func write(_ asset: Asset, _ make: (Asset) throws -> WrittenPicture) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    do {
      asset.findingsForWriting()[WrittenPicture.self] = try make(asset)
    } catch let failure as AssetFailure {
      asset.fail(stage: stage, failure.reason)
    } catch let problem as FileProblem {
      asset.fail(stage: stage, problem.reason)
    }
  }

  private func rewrittenOriginal(_ asset: Asset) throws -> WrittenPicture {
    var (file, ending) = (try asset.openOriginal(), [UInt8]?.none)
    if !rendering.showsOriginal, case .flag(true) = asset.value(of: .hasAdjustments),
      case .other(let edited) = asset.place(of: .current)
    {
      file = try edited.open()
      let name = edited.pathBytes.split(separator: UInt8(ascii: "/")).last ?? []
      ending = OutputName.parts(Array(name)).ending
    }
    let format = try? headers.read(descriptor: file.descriptor, size: file.status.size).format
    guard let format, PictureRewriter.formats.contains(format) else {
      throw FileProblem(
        "its place can't be removed, which is possible in a JPEG, PNG or WebP;"
          + " with a size or a format a new picture is written")
    }
    guard asset.companions(of: nil).isEmpty else {
      throw FileProblem(
        "its place can't be removed from the files that belong to it;"
          + " with a size or a format a new picture alone is written")
    }
    return WrittenPicture(file: try rewritten(asset, file, format, size: nil), ending: ending)
  }

  /// Returns a file with the metadata of the asset.
  ///
  /// - Parameter size: the size of a picture that was made upright; nil for an original.
  private func rewritten(
    _ asset: Asset, _ file: OpenFile, _ format: MediaFormat, size: PictureSize?
  ) throws -> OpenFile {
    var changes = ExifCopy.Changes()
    if size != nil { changes.orientation = 1 }
    changes.size = size
    changes.withoutPlace = rendering.withoutPlace
    let metadata = try WrittenMetadata(of: asset, changes, in: context)
    let made = try PictureRewriter(file: file, metadata: metadata).rewritten(format)
    let facts = try? headers.read(descriptor: made.descriptor, size: made.status.size)
    guard let facts, facts.format == format || format == .mpo, facts.problem == nil else {
      throw FileProblem("its metadata can't be replaced")
    }
    guard !rendering.withoutPlace || facts.location == nil else {
      throw FileProblem("its place can't be removed")
    }
    return made
  }
}
