/// Loads the original, or an edited asset's version, unchanged as the picture to show.
struct OriginalImageStep: Step {
  var version = PictureVersion.current
  /// True to accept a smaller picture that the library has if the original is missing.
  var allowsDegraded = false

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.header] }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    OriginalImageInstance(self, worker.context)
  }

  private final class OriginalImageInstance: StepInstance {
    private let step: OriginalImageStep
    private let context: RunContext

    init(_ step: OriginalImageStep, _ context: RunContext) {
      self.step = step
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        do throws(AssetFailure) {
          let image = try ItemProvider(asset, in: context).wholeImage(
            step.version, allowsDegraded: step.allowsDegraded)
          asset.findingsForWriting().loads.append(.image(image))
          return true
        } catch {
          asset.fail(stage: "load", error.reason)
          return false
        }
      }
    }
  }
}
