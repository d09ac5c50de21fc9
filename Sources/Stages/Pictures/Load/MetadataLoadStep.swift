/// Loads all of the original's metadata for the record: EXIF, IPTC and XMP.
struct MetadataLoadStep: Step {
  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.metadata] }
  var detail: String { "metadata" }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    MetadataLoadInstance(worker.context)
  }

  private final class MetadataLoadInstance: StepInstance {
    private let context: RunContext

    init(_ context: RunContext) {
      self.context = context
    }

    func process(_ batch: inout Batch) {
      guard !context.request.isDryRun else { return }
      batch.keep { load($0) }
    }

    private func load(_ asset: Asset) -> Bool {
      guard !context.cancellation.isCancelled else { return false }
      do throws(AssetFailure) {
        try asset.loadMetadata()
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }
  }
}
