internal import Decoding

/// Makes a picture of each asset, or of the asset that stands for each album, by the decoders.
///
/// An asset whose picture fails is left out. An album whose cover fails stays, and says why.
struct PictureStep: Step {
  let options: PictureOptions
  /// Whether it is albums that come.
  var isOfCovers = false

  init(_ options: PictureOptions, isOfCovers: Bool = false) {
    self.options = options
    self.isOfCovers = isOfCovers
  }

  var name: String { "load" }
  /// One worker keeps all decoders busy, and names are given in source order.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }
  var detail: String { (isOfCovers ? "cover, " : "") + options.summary }

  func makeWorker(in lane: Lane) throws -> any Worker {
    let context = lane.context
    guard !context.isDryRun else { return PictureWorker(nil, self, context) }
    let destination = try context.pictureDestination()
    return PictureWorker(PictureLoader(options, to: destination, in: context), self, context)
  }

  private final class PictureWorker: Worker {
    /// Nil for a dry run, which makes nothing.
    private let loader: PictureLoader?
    private let isOfCovers: Bool
    private let context: RunContext
    private var writeInterim: ((Asset) throws -> Void)?
    /// Failures of covers; one may stand for several albums.
    private var told: Set<AssetFailure> = []

    /// Enough that no decoder waits for the last of a piece for long.
    private static let picturesPerDecoder = 4
    /// Each picture of a piece holds up to three files open.
    private static let largestPiece = 64

    init(_ loader: PictureLoader?, _ step: PictureStep, _ context: RunContext) {
      self.loader = loader
      self.context = context
      isOfCovers = step.isOfCovers
    }

    var pieceSize: Int? {
      loader.map { _ in
        min(Self.largestPiece, context.decoders.limit * Self.picturesPerDecoder)
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
      if let failure = item.coverAsset?.failure, told.insert(failure).inserted {
        batch.note([failure])
      }
      return batch
    }

    /// The covers that nobody tried to load yet, for another album that they stand for.
    private func unseenCovers(of albums: [Asset], for loader: PictureLoader) -> [Asset] {
      var covers: [Asset] = []
      for case let cover? in albums.map(\.coverAsset)
      where cover.failure == nil && cover.findings?.loads.isEmpty != false
        && !covers.contains(where: { $0 === cover })
      {
        // With a derivative beside it, an original need not even be there.
        let version = loader.options.version
        if cover.derivatives(of: version).isEmpty,
          let reason = WholeOriginalStep.objection(
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
