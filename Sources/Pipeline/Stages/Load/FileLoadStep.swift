/// Gives the original as a file.
struct FileLoadStep: Step {
  let transfer: FileTransfer

  init(_ transfer: FileTransfer) {
    self.transfer = transfer
  }

  var name: String { "load" }
  /// In source order when it writes, so that names are the same from run to run.
  var ordering: StepOrdering { transfer == .reference ? .any : .source }
  var facets: FacetSet { [.stat] }
  var detail: String { transfer.rawValue }

  func makeWorker(in lane: Lane) throws -> any Worker {
    guard transfer != .reference else { return FileLoadWorker(nil, transfer, lane.context) }
    guard let path = lane.context.outputFolder else {
      throw OutputProblem.notNamed(
        "the rule puts files into a folder; name it on the command line: --out FOLDER")
    }
    let folder = lane.context.isDryRun ? nil : try OutputFolder(path)
    return FileLoadWorker(folder, transfer, lane.context)
  }

  private final class FileLoadWorker: Worker {
    private let folder: OutputFolder?
    private let transfer: FileTransfer
    private let context: RunContext

    init(_ folder: OutputFolder?, _ transfer: FileTransfer, _ context: RunContext) {
      self.folder = folder
      self.transfer = transfer
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { load($0) }
    }

    private func load(_ asset: Asset) -> Bool {
      guard !context.cancellation.isCancelled else { return false }
      // A dry run puts nothing anywhere, so that there is no file to tell of.
      if context.isDryRun, transfer != .reference { return true }
      do {
        let loaded = try bring(try asset.openOriginal(), of: asset)
        asset.findingsForWriting().loads.append(loaded)
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }

    private func bring(
      _ file: OpenFile, of asset: Asset
    ) throws(AssetFailure) -> LoadedRepresentation {
      do throws(FileProblem) {
        return try transferred(file, asset)
      } catch {
        throw AssetFailure(asset: asset.displayName, stage: "load", reason: error.reason)
      }
    }

    private func transferred(
      _ file: OpenFile, _ asset: Asset
    ) throws(FileProblem) -> LoadedRepresentation {
      let size = file.status.size
      guard let folder else {
        context.progress.complete(bytes: Int(size))
        return .file(path: asset.pathBytes ?? [], byteCount: size, origin: .reference)
      }
      let name = asset.filenameBytes
      if transfer == .hardLink, let path = asset.pathBytes,
        let linked = try folder.link(file, at: path, as: name)
      {
        context.progress.complete(bytes: Int(size))
        return .file(path: linked, byteCount: size, origin: .hardLink)
      }
      let copied = try folder.copy(file, as: name) { count in
        context.progress.complete(bytes: count)
        context.progress.complete(parts: asset.progress(by: count, of: size))
        return !context.cancellation.isCancelled
      }
      return .file(path: copied, byteCount: size, origin: .copy)
    }
  }
}
