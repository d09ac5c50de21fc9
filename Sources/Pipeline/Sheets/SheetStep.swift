internal import Decoding

/// Adds a picture of each asset to a sheet, in source order, and passes the assets on unchanged. An
/// asset without a picture gets a placeholder with the reason, which is also its failure.
struct SheetStep: Step {
  let place: SheetPath
  let side: Int32
  /// The title of the pages; nil for the rule's name.
  let title: String?
  let caption: RecordTemplate?
  let pageLength: Int

  var name: String { ContactSheet.description.name }
  /// One worker thread keeps all decoders busy, and pictures arrive in order.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }
  var detail: String { "to \"\(place.text)\", \(side) pixels" }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    precondition(
      worker.context.request.isDryRun || place.isInOutput
        || worker.context.permission.capabilities.contains(.write),
      "a sheet is put outside of the output folder if that is granted")
    return SheetInstance(self, at: try place.target(in: worker.context), worker.context)
  }
}

private final class SheetInstance: StepInstance {
  private let step: SheetStep
  private let target: SheetTarget
  private let context: RunContext
  /// The unfinished sheet; made at the first asset.
  private var sheet: SheetWriter?
  /// The finished sheet, kept to the end of the run, so that no other sheet takes its path.
  private var placed: SheetFolder?
  /// The number of assets in a dry run.
  private var expected = 0

  init(_ step: SheetStep, at target: SheetTarget, _ context: RunContext) {
    self.step = step
    self.target = target
    self.context = context
  }

  var pieceSize: Int? { min(64, context.services.decoders.limit * 4) }

  func process(_ batch: inout Batch) throws {
    guard batch.count > 0 else { return }
    guard !context.request.isDryRun else {
      if expected == 0 { try target.check() }
      expected += batch.count
      return
    }
    let sheet = try self.sheet ?? SheetWriter(step, at: target, context)
    self.sheet = sheet
    let assets = Array(batch.survivors)
    batch.note(try sheet.add(assets))
    batch.keep { _ in true }
  }

  func finish() throws -> [Asset] {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    if expected > 0 {
      let count = expected == 1 ? "1 picture" : "\(expected) pictures"
      context.services.notices.pass("dry run: \(step.name) of \(count) to \"\(target.path)\"")
    }
    placed = try sheet?.finish()
    if let sheet {
      let count = sheet.count == 1 ? "1 picture" : "\(sheet.count) pictures"
      context.services.notices.pass(
        "made a sheet of \(count): \(target.path)/\(SheetPage.name(1))")
    }
    sheet = nil
    return []
  }
}

private final class SheetWriter {
  private let step: SheetStep
  private let context: RunContext
  private let folder: SheetFolder
  private let survey: ThumbnailBatch<Picture>
  private var page: SheetPage
  /// The number of pictures so far.
  private(set) var count = 0
  private struct Picture {
    let path: String
    let size: PictureSize
  }

  init(_ step: SheetStep, at target: SheetTarget, _ context: RunContext) throws {
    self.step = step
    self.context = context
    let folder = try SheetFolder(at: target)
    self.folder = folder
    var count = 0
    survey = ThumbnailBatch(side: step.side, format: nil, in: context) {
      (picture, _) throws(FileProblem) in
      count += 1
      return Picture(path: try folder.add(picture, number: count), size: picture.size)
    }
    page = SheetPage(title: step.title ?? context.request.ruleName, number: 1, side: step.side)
  }

  func add(_ assets: [Asset]) throws -> [AssetFailure] {
    var failures: [AssetFailure] = []
    try survey.run(assets, for: "sheet") { index, result in
      if page.count == step.pageLength {
        try write(isLast: false)
        page = SheetPage(title: page.title, number: page.number + 1, side: step.side)
      }
      let asset = assets[index]
      let caption = try caption(of: asset)
      switch result {
      case .success(let picture):
        count += 1
        page.add(
          picture: picture.path, picture.size, alternative: asset.string(of: .filename),
          caption: caption)
      case .failure(let failure):
        page.add(missing: failure.reason, caption: caption)
        failures.append(
          AssetFailure(asset: asset.displayName, stage: step.name, reason: failure.reason))
      }
    }
    return failures
  }

  /// Returns an asset's caption; if it can't be made, fails the asset and returns an empty text.
  private func caption(of asset: Asset) throws -> String {
    guard let caption = step.caption else { return "" }
    do {
      return try asset.text(of: caption, context.fields)
    } catch let failure as AssetFailure {
      asset.fail(stage: step.name, failure.reason)
    } catch let problem as FileProblem {
      asset.fail(stage: step.name, problem.reason)
    }
    return ""
  }

  func finish() throws -> SheetFolder {
    try write(isLast: true)
    try folder.place()
    return folder
  }

  private func write(isLast: Bool) throws {
    do throws(FileProblem) {
      try folder.add(page.html(isLast: isLast), as: SheetPage.name(page.number))
    } catch {
      throw OutputProblem.notWritable("can't write the sheet: \(error.reason)")
    }
  }
}
