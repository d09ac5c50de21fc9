/// Gives an asset as files: its original and what belongs to it, or a version of it.
struct FileLoadStep: Step {
  let transfer: FileTransfer
  /// Nil for all that was imported.
  private let version: PictureVersion?

  init(_ transfer: FileTransfer, version: PictureVersion? = nil) {
    self.transfer = transfer
    self.version = version
  }

  var name: String { "load" }
  /// In source order when it writes, so that names are the same from run to run.
  var ordering: StepOrdering { transfer == .reference ? .any : .source }
  var facets: FacetSet { [.stat] }
  var works: [ItemWork] { transfer == .reference ? [] : [.copy] }
  var detail: String {
    transfer.rawValue + (version.map { ", \($0.rawValue)" } ?? "")
  }

  func makeWorker(in lane: Lane) throws -> any Worker {
    guard transfer != .reference else { return FileLoadWorker(nil, self, lane.context) }
    guard let path = lane.context.outputFolder else {
      throw OutputProblem.notNamed(
        "the rule puts files into a folder; name it on the command line: --out FOLDER")
    }
    let folder =
      lane.context.isDryRun ? nil : try OutputFolder(path, notedBy: lane.context.writtenFiles)
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
        let loaded = try provider.loadFiles(
          provider.files(of: step.version, isReference: folder == nil), by: step.transfer,
          into: folder, provider.progress)
        asset.findingsForWriting().loads.append(.file(loaded))
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }
  }
}
