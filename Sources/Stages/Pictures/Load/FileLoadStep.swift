/// Loads an asset as files: its original and the files that belong to it, or a version of it.
struct FileLoadStep: Step {
  let transfer: FileTransfer
  /// The version to load; nil for all imported files.
  private let version: PictureVersion?
  /// True if the asset's known values are written to an XMP file beside the files.
  private let makesSidecar: Bool

  init(_ transfer: FileTransfer, version: PictureVersion? = nil, makesSidecar: Bool = false) {
    self.transfer = transfer
    self.version = version
    self.makesSidecar = makesSidecar
  }

  var name: String { "load" }
  /// In source order if files are written, so that names are the same from run to run.
  var ordering: StepOrdering { transfer == .reference ? .any : .source }
  var facets: FacetSet { makesSidecar ? .header : [.stat] }
  var works: [ItemWork] { transfer == .reference ? [] : [.copy] }
  var detail: String {
    transfer.rawValue + (version.map { ", \($0.rawValue)" } ?? "")
      + (makesSidecar ? ", with an XMP file" : "")
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    guard transfer != .reference else { return FileLoadInstance(nil, self, worker.context) }
    guard let path = worker.context.output.folder else {
      throw OutputProblem.notNamed(
        "the rule puts files into a folder; name it on the command line: --out FOLDER")
    }
    let folder =
      worker.context.request.isDryRun
      ? nil : try OutputFolder(path, notedBy: worker.context.writtenFiles)
    return FileLoadInstance(folder, self, worker.context)
  }

  private final class FileLoadInstance: StepInstance {
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
      // A dry run writes no file, so none exists to report.
      if context.request.isDryRun, step.transfer != .reference { return true }
      do throws(AssetFailure) {
        let provider = ItemProvider(asset, in: context)
        let files = try provider.files(of: step.version, isReference: folder == nil)
        var sidecar: OutgoingFile?
        if step.makesSidecar, let folder {
          sidecar = try provider.sidecar(of: files, in: folder)
        }
        let loaded = try provider.loadFiles(
          files, with: sidecar, by: step.transfer, into: folder, provider.progress)
        asset.findingsForWriting().loads.append(.file(loaded))
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }
  }
}

enum FileTransfer: String, CaseIterable, Sendable {
  /// The file keeps its path, which the record names.
  case reference
  /// The file gets a hard link in the output folder; a copy if links are impossible.
  case hardLink
  /// The file is copied to the output folder.
  case copy
}
