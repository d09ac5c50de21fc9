/// Makes a picture of each asset, by the decoders.
struct PictureStep: Step {
  let options: PictureOptions

  init(_ options: PictureOptions) {
    self.options = options
  }

  var name: String { "load" }
  /// One worker keeps all decoders busy, and names are given in source order.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }
  var detail: String { options.summary }

  func makeWorker(in lane: Lane) throws -> any Worker {
    let context = lane.context
    guard !context.isDryRun else { return PictureWorker(nil, context) }
    let destination = try context.pictureDestination()
    return PictureWorker(PictureLoader(options, to: destination, in: context), context)
  }

  private final class PictureWorker: Worker {
    /// Nil for a dry run, which makes nothing.
    private let loader: PictureLoader?
    private let context: RunContext
    private var writeInterim: ((Asset) throws -> Void)?

    /// Enough that no decoder waits for the last of a piece for long.
    private static let assetsPerDecoder = 4
    /// Each asset of a piece holds two files open.
    private static let largestPiece = 64

    init(_ loader: PictureLoader?, _ context: RunContext) {
      self.loader = loader
      self.context = context
    }

    var pieceSize: Int? {
      loader.map { _ in
        min(Self.largestPiece, context.decoders.limit * Self.assetsPerDecoder)
      }
    }

    func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {
      writeInterim = write
    }

    func process(_ batch: inout Batch) {}

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      guard let loader else { return }
      try loader.load(piece, interim: writeInterim) { asset in
        var batch = Batch(ordinal: 0, assets: [asset])
        batch.keep { _ in true }
        try handOn(batch)
      }
    }
  }
}
