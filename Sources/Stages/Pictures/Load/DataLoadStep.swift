/// Loads the original's bytes: their number and hash, and on request the bytes themselves.
struct DataLoadStep: Step {
  enum Form: String, Sendable {
    case size, base64
  }

  let form: Form

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.digest] }
  var works: [ItemWork] { form == .base64 ? [.hash, .read] : [.hash] }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    DataLoadInstance(form, worker.context)
  }

  private final class DataLoadInstance: StepInstance {
    private let form: Form
    private let context: RunContext

    init(_ form: Form, _ context: RunContext) {
      self.form = form
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { load($0) }
    }

    private func load(_ asset: Asset) -> Bool {
      guard !context.cancellation.isCancelled else { return false }
      do throws(AssetFailure) {
        let provider = ItemProvider(asset, in: context)
        let size = try provider.byteCount()
        _ = try asset.digest(.sha1)
        let bytes = form == .base64 ? try provider.loadData(provider.progress) : nil
        asset.findingsForWriting().loads.append(.data(byteCount: size, bytes: bytes))
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }
  }
}
