internal import Decoding

/// Makes the pictures of albums' covers; an album whose cover fails stays, and says why.
struct CoverStep: Step {
  let options: PictureOptions

  init(_ options: PictureOptions) {
    self.options = options
  }

  var name: String { "load" }
  /// One worker keeps all decoders busy.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }
  var detail: String { "cover, \(options.summary)" }

  func makeWorker(in lane: Lane) throws -> any Worker {
    let context = lane.context
    guard !context.isDryRun else { return CoverWorker(nil, context) }
    let destination = try context.pictureDestination()
    return CoverWorker(PictureLoader(options, to: destination, in: context), context)
  }

  private final class CoverWorker: Worker {
    /// Nil for a dry run, which makes nothing.
    private let loader: PictureLoader?
    private let context: RunContext
    /// One cover may stand for several albums.
    private var told: Set<AssetFailure> = []

    /// Enough that no decoder waits for the last of a piece for long.
    private static let albumsPerDecoder = 4
    /// Each cover of a piece holds up to three files open.
    private static let largestPiece = 64

    init(_ loader: PictureLoader?, _ context: RunContext) {
      self.loader = loader
      self.context = context
    }

    var pieceSize: Int? {
      loader.map { _ in min(Self.largestPiece, context.decoders.limit * Self.albumsPerDecoder) }
    }

    func process(_ batch: inout Batch) {}

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      guard let loader else { return }
      var wanted: [Asset] = []
      for case let cover? in piece.map(\.coverAsset)
      where isUnseen(cover) && !wanted.contains(where: { $0 === cover }) {
        // With a derivative beside it, an original need not even be there.
        if cover.derivativePlaces(of: loader.options.version).isEmpty,
          let reason = WholeOriginalStep.objection(
            to: cover, orElse: loader.options.version,
            acceptsDerivative: false)
        {
          cover.fail(stage: "load", reason)
        } else {
          wanted.append(cover)
        }
      }
      var done = 0
      var due = 0
      func handOnFinished() throws {
        while due < piece.count {
          let album = piece[due]
          if let cover = album.coverAsset, wanted[done...].contains(where: { $0 === cover }) {
            return
          }
          due += 1
          var batch = Batch(ordinal: 0, assets: [album])
          if let failure = album.coverAsset?.failure, told.insert(failure).inserted {
            batch.note([failure])
          }
          try handOn(batch)
        }
      }
      try handOnFinished()
      guard !wanted.isEmpty else { return }
      try loader.load(wanted) { _ in
        done += 1
        try handOnFinished()
      }
    }

    /// Whether nobody tried to load the cover yet, for another album that it stands for.
    private func isUnseen(_ cover: Asset) -> Bool {
      cover.failure == nil && cover.findings?.loads.isEmpty != false
    }
  }
}
