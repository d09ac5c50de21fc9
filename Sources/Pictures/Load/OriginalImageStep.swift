/// Gives the original as the picture to show, once it is known to be whole; of an asset that was
/// edited the version that is wanted.
struct OriginalImageStep: Step {
  var version = PictureVersion.current

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.header] }

  func makeWorker(in lane: Lane) -> any Worker { OriginalImageWorker(version, lane.context) }

  private final class OriginalImageWorker: Worker {
    private let version: PictureVersion
    private let context: RunContext

    init(_ version: PictureVersion, _ context: RunContext) {
      self.version = version
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        do throws(AssetFailure) {
          let image = try ItemProvider(asset, in: context).wholeImage(version)
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
