/// Gives the original as a file.
struct FileLoadStep: Step {
  let transfer: FileTransfer
  /// How many representations the stage loads, for the asset's progress.
  private let loads: Int

  init(_ transfer: FileTransfer, loads: Int = 1) {
    self.transfer = transfer
    self.loads = loads
  }

  var name: String { "load" }
  /// In source order when it writes, so that names are the same from run to run.
  var ordering: StepOrdering { transfer == .reference ? .any : .source }
  var facets: FacetSet { [.stat] }
  var detail: String { transfer.rawValue }

  func makeWorker(in lane: Lane) throws -> any Worker {
    guard transfer != .reference else { return FileLoadWorker(nil, self, lane.context) }
    guard let path = lane.context.outputFolder else {
      throw OutputProblem.notNamed(
        "the rule puts files into a folder; name it on the command line: --out FOLDER")
    }
    let folder = lane.context.isDryRun ? nil : try OutputFolder(path)
    return FileLoadWorker(folder, self, lane.context)
  }

  private final class FileLoadWorker: Worker {
    private let folder: OutputFolder?
    private let step: FileLoadStep
    private let context: RunContext

    init(_ folder: OutputFolder?, _ step: FileLoadStep, _ context: RunContext) {
      self.folder = folder
      self.step = step
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { load($0) }
    }

    private func load(_ asset: Asset) -> Bool {
      guard !context.cancellation.isCancelled else { return false }
      // A dry run puts nothing anywhere, so that there is no file to tell of.
      if context.isDryRun, step.transfer != .reference { return true }
      do throws(AssetFailure) {
        let provider = ItemProvider(asset, in: context)
        let file = try asset.openOriginal()
        let progress = provider.progress(of: file.status.size, times: step.loads)
        let loaded = try provider.loadFile(file, by: step.transfer, into: folder, progress)
        asset.findingsForWriting().loads.append(loaded)
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }
  }
}
