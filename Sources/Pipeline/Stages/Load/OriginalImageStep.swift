/// Gives the original as the picture to show, once it is known to be whole.
struct OriginalImageStep: Step {
  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.header] }

  func makeWorker(in lane: Lane) -> any Worker { OriginalImageWorker(lane.context) }

  private final class OriginalImageWorker: Worker {
    private let context: RunContext

    init(_ context: RunContext) {
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        do throws(AssetFailure) {
          let image = try ItemProvider(asset, in: context).originalImage()
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
