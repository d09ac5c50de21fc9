internal import Decoding

/// Makes a picture of each asset, or of the key asset of each album, with the decoders. An asset
/// whose picture fails is left out. An album whose cover fails stays, with the error.
struct PictureStep: Step {
  let options: PictureOptions
  /// True if the input consists of albums.
  var isOfCovers = false

  var name: String { "load" }
  /// One worker keeps all decoders busy, and names are given in source order.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }
  var detail: String { (isOfCovers ? "cover, " : "") + options.summary }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let context = worker.context
    guard !context.request.isDryRun else { return PictureInstance(nil, self, context) }
    let destination = try context.pictureDestination()
    return PictureInstance(PictureLoader(options, to: destination, in: context), self, context)
  }

  private final class PictureInstance: StepInstance {
    /// The maker of pictures; nil in a dry run.
    private let loader: PictureLoader?
    private let isOfCovers: Bool
    private let context: RunContext
    private var writeInterim: ((Asset) throws -> Void)?
    /// The reported failures of covers, as one cover may belong to several albums.
    private var reported: Set<AssetFailure> = []

    /// The number of pictures for each decoder, so that none waits long for a piece's last picture.
    private static let picturesPerDecoder = 4
    /// The maximum size of a piece; each of its pictures keeps up to three files open.
    private static let largestPiece = 64

    init(_ loader: PictureLoader?, _ step: PictureStep, _ context: RunContext) {
      self.loader = loader
      self.context = context
      isOfCovers = step.isOfCovers
    }

    var pieceSize: Int? {
      loader.map { _ in
        min(Self.largestPiece, context.services.decoders.limit * Self.picturesPerDecoder)
      }
    }

    func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {
      if !isOfCovers { writeInterim = write }
    }

    func process(_ batch: inout Batch) {}

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      guard let loader else { return }
      let wanted = isOfCovers ? unseenCovers(of: piece, for: loader) : piece
      var done = 0
      var due = 0
      func handOnFinished() throws {
        while due < piece.count {
          let subject = isOfCovers ? piece[due].coverAsset : piece[due]
          if wanted[done...].contains(where: { $0 === subject }) { return }
          due += 1
          try handOn(result(of: piece[due - 1]))
        }
      }
      try handOnFinished()
      guard !wanted.isEmpty else { return }
      try loader.load(wanted, interim: writeInterim) { _ in
        done += 1
        try handOnFinished()
      }
    }

    private func result(of item: Asset) -> Batch {
      var batch = Batch(ordinal: 0, assets: [item])
      batch.keep { _ in true }
      if let failure = item.coverAsset?.failure, reported.insert(failure).inserted {
        batch.note([failure])
      }
      return batch
    }

    /// Returns the key assets of albums that no other album has loaded yet.
    private func unseenCovers(of albums: [Asset], for loader: PictureLoader) -> [Asset] {
      var covers: [Asset] = []
      for case let cover? in albums.map(\.coverAsset)
      where cover.failure == nil && cover.findings?.loads.isEmpty != false
        && !covers.contains(where: { $0 === cover })
      {
        // The original may be missing if the library has smaller pictures.
        let version = loader.options.version
        if cover.derivatives(of: version).isEmpty,
          let reason = CompleteOriginalStep.objection(
            to: cover, orElse: version, acceptsDerivative: false)
        {
          cover.fail(stage: "load", reason)
        } else {
          covers.append(cover)
        }
      }
      return covers
    }
  }
}
