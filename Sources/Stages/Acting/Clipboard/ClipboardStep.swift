/// Puts a part of the assets into the clipboard, before later steps get them. The texts of several
/// assets become lines of one text, which grows as assets arrive; of pictures the last one stays.
struct ClipboardStep: Step {
  let name: String
  let content: ClipboardContent

  /// The maximum size of the text, in bytes: 1 MiB.
  private static let limit = 1 << 20

  var ordering: StepOrdering { .source }
  var facets: FacetSet { .header }
  var detail: String { "with \(content.name)" }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let context = worker.context
    precondition(
      context.request.isDryRun || context.permission.capabilities.contains(.clipboard),
      "the clipboard is written to if that is granted")
    return ClipboardInstance(self, context, context.request.isDryRun ? nil : try Clipboard())
  }

  private final class ClipboardInstance: StepInstance {
    private let step: ClipboardStep
    private let context: RunContext
    /// The clipboard; nil in a dry run.
    private let clipboard: Clipboard?
    private let headers: HeaderReaderPool
    private var lines: [UInt8] = []

    init(_ step: ClipboardStep, _ context: RunContext, _ clipboard: Clipboard?) {
      self.step = step
      self.context = context
      self.clipboard = clipboard
      headers = context.makeHeaderReaders()
    }

    func process(_ batch: inout Batch) throws {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      var taken: [(asset: Asset, text: [UInt8])] = []
      batch.keep { asset in
        attempt(asset) {
          if step.content == .image {
            try put(try ClipboardPicture(of: asset, headers))
          } else {
            taken.append((asset, try line(of: asset)))
          }
        }
        return true
      }
      if taken.isEmpty { return note(batch.survivors) }
      lines += (lines.isEmpty ? [] : [UInt8(ascii: "\n")])
      lines += Array(taken.map(\.text).joined(separator: [UInt8(ascii: "\n")]))
      do throws(FileProblem) {
        try clipboard?.put(text: lines)
      } catch {
        for (asset, _) in taken { asset.fail(stage: step.name, error.reason) }
        batch.keep { _ in true }
      }
      note(batch.survivors)
    }

    private func line(of asset: Asset) throws -> [UInt8] {
      let text = try step.content.text(of: asset, context.fields)
      guard lines.count + text.count < ClipboardStep.limit else {
        throw FileProblem("1 MiB is the most that is put into the clipboard")
      }
      return text
    }

    private func put(_ picture: ClipboardPicture) throws(FileProblem) {
      try clipboard?.put(picture)
    }

    private func attempt(_ asset: Asset, _ body: () throws -> Void) {
      do {
        try body()
      } catch let failure as AssetFailure {
        asset.fail(stage: step.name, failure.reason)
      } catch let problem as FileProblem {
        asset.fail(stage: step.name, problem.reason)
      } catch {
        asset.fail(stage: step.name, "\(error)")
      }
    }

    private func note(_ assets: some Sequence<Asset>) {
      for asset in assets {
        if context.request.isDryRun {
          context.services.notices.pass(
            "dry run: \(step.name) gets \(step.content.name) of \"\(asset.displayName)\"")
        }
        asset.note(
          ActRecord.Action(stage: step.name, path: nil, what: step.content.name))
      }
    }
  }
}
