/// Gives the original as the picture to show, once it is known to be whole.
struct OriginalImageStep: Step {
  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.header] }

  func makeWorker(in lane: Lane) -> any Worker { OriginalImageWorker() }

  private final class OriginalImageWorker: Worker {
    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let path = asset.pathBytes else {
          asset.fail(stage: "load", "has no file to load")
          return false
        }
        asset.findingsForWriting().loads.append(
          .image(
            path: path, pixelWidth: asset.integer(.pixelWidth),
            pixelHeight: asset.integer(.pixelHeight), origin: "original"))
        return true
      }
    }
  }
}
