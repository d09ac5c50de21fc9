/// The texts that functions of a rule returned for the offer of one asset.
struct OfferWording: Finding {
  var title: String?
  var body: String?
}

/// Calls the rule's functions for the texts of an offer, before it is made: nil means the standard
/// text, anything but a text or a number fails the asset.
struct OfferWordingStep: Step {
  let title: BoundFunction?
  let body: BoundFunction?

  var name: String { "notify" }
  var ordering: StepOrdering { .any }
  var readsHeaders: Bool { true }
  var detail: String { "asks for the words of the offer" }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let evaluator = try worker.evaluator()
    return OfferWordingInstance(
      title: try title.map(evaluator.bind), body: try body.map(evaluator.bind), evaluator)
  }

  private final class OfferWordingInstance: StepInstance {
    private let title: FunctionReference?
    private let body: FunctionReference?
    private let evaluator: any FunctionEvaluator

    init(
      title: FunctionReference?, body: FunctionReference?, _ evaluator: any FunctionEvaluator
    ) {
      self.title = title
      self.body = body
      self.evaluator = evaluator
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      let titles = try title.map { try evaluator.values(of: $0, on: batch) }
      let bodies = try body.map { try evaluator.values(of: $0, on: batch) }
      for (place, asset) in batch.survivors.enumerated() {
        asset.findingsForWriting()[OfferWording.self] = OfferWording(
          title: titles.flatMap { Self.text($0[place], "title", of: asset) },
          body: bodies.flatMap { Self.text($0[place], "body", of: asset) })
      }
      batch.keep { _ in true }
    }

    private static func text(
      _ value: FieldValue, _ option: String, of asset: Asset
    ) -> String? {
      switch value {
      case .string(let text): return text
      case .integer(let number): return "\(number)"
      case .number(let number): return "\(number)"
      case .absent: return nil
      default:
        asset.fail(stage: "notify", "the function of \(option) gives a text", isOfRule: true)
        return nil
      }
    }
  }
}
