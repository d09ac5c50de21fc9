/// Gives the original's bytes: their number and hash, and themselves when asked for.
struct DataLoadStep: Step {
  enum Form: String, Sendable {
    case size, base64
  }

  let form: Form
  /// How many representations the stage loads, for the asset's progress.
  private let loads: Int

  init(_ form: Form, loads: Int = 1) {
    self.form = form
    self.loads = loads
  }

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.digest] }

  func makeWorker(in lane: Lane) -> any Worker { DataLoadWorker(form, loads, lane.context) }

  private final class DataLoadWorker: Worker {
    private let form: Form
    private let loads: Int
    private let context: RunContext

    init(_ form: Form, _ loads: Int, _ context: RunContext) {
      self.form = form
      self.loads = loads
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
        let progress = provider.progress(of: size, times: loads)
        _ = try asset.digest(.sha1)
        var bytes: [UInt8]?
        if form == .base64 {
          bytes = try provider.loadData(progress)
        } else {
          progress.complete(size)
        }
        asset.findingsForWriting().loads.append(.data(byteCount: size, bytes: bytes))
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }
  }
}
