/// Has pictures decoded by all decoders at once; drops nothing. Other assets skip the step. A picture
/// that can't be decoded is passed on, and its failure is reported.
struct DecodingStep: Step {
  let name: String
  let facets: FacetSet
  var detail = ""
  /// Makes what a worker does with pictures, which reports their failures to its second argument.
  let work: @Sendable (RunContext) -> Work

  typealias Work = (_ pictures: [Asset], _ failed: (AssetFailure) -> Void) throws -> Void

  /// One worker thread keeps all decoders busy.
  var ordering: StepOrdering { .source }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    Instance(in: worker.context, work(worker.context))
  }

  private final class Instance: StepInstance {
    let pieceSize: Int?
    private let work: Work

    init(in context: RunContext, _ work: @escaping Work) {
      pieceSize = context.gaugedPictures
      self.work = work
    }

    func process(_ batch: inout Batch) throws {
      let pictures = batch.survivors.filter {
        $0.failure == nil && $0.string(of: .mediaType) == "image"
      }
      var failures: [AssetFailure] = []
      try work(pictures) { failures.append($0) }
      batch.keep { _ in true }
      batch.note(failures)
    }
  }
}
