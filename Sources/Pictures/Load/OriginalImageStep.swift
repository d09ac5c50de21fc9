/// Gives the original as the picture to show, once it is known to be whole; of an asset that was
/// edited the version that is wanted.
struct OriginalImageStep: Step {
  var version = PictureVersion.current
  /// Whether a smaller picture that the library keeps will do where that is not there.
  var allowsDegraded = false

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.header] }

  func makeWorker(in lane: Lane) -> any Worker { OriginalImageWorker(self, lane.context) }

  private final class OriginalImageWorker: Worker {
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
