internal import Decoding

/// Puts a picture of each asset onto a sheet, in source order, and passes the assets on as they are.
///
/// An asset without a picture keeps its place, with the reason, which is a failure in the report as
/// well.
struct SheetStep: Step {
  let place: SheetPlace
  let side: Int32
  /// Nil for the rule's name.
  let title: String?
  let caption: RecordTemplate?
  let pageLength: Int

  var name: String { ContactSheet.description.name }
  /// One worker keeps all decoders busy, and pictures come in order.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }
  var detail: String { "to \"\(place.text)\", \(side) pixels" }

  func makeWorker(in lane: Lane) throws -> any Worker {
    precondition(
      lane.context.isDryRun || place.isInOutput || lane.context.capabilities.contains(.write),
      "a sheet is put outside of the output folder if that is granted")
    return SheetWorker(self, at: try place.target(in: lane.context), lane.context)
  }
}

/// Confined to one lane.
private final class SheetWorker: Worker {
  private let step: SheetStep
  private let target: SheetTarget
  private let context: RunContext
  /// Made when the first asset comes.
  private var sheet: Sheet?
  /// The finished sheet, which is held to the end of the run: no other sheet of it takes the place.
  private var placed: SheetFolder?
  /// How many assets came to a dry run.
  private var expected = 0

  init(_ step: SheetStep, at target: SheetTarget, _ context: RunContext) {
    self.step = step
    self.target = target
    self.context = context
  }

  var pieceSize: Int? { min(64, context.decoders.limit * 4) }

  func process(_ batch: inout Batch) throws {
    guard batch.count > 0 else { return }
    guard !context.isDryRun else {
      if expected == 0 { try target.check() }
      expected += batch.count
      return
    }
    let sheet = try self.sheet ?? Sheet(step, at: target, context)
    self.sheet = sheet
    let assets = Array(batch.survivors)
    batch.note(try sheet.add(assets))
    batch.keep { _ in true }
  }

  func finish() throws -> [Asset] {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    if expected > 0 {
      let count = expected == 1 ? "1 picture" : "\(expected) pictures"
      context.notices.pass("dry run: \(step.name) of \(count) to \"\(target.path)\"")
    }
    placed = try sheet?.finish()
    sheet = nil
    return []
  }
}

/// A sheet in the making. Confined to one lane.
private final class Sheet {
  private let step: SheetStep
  private let context: RunContext
  private let folder: SheetFolder
  private let survey: PictureSurvey<Picture>
  private var page: SheetPage

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
    survey = PictureSurvey(side: step.side, format: nil, in: context) {
      (picture, _) throws(FileProblem) in
      count += 1
      return Picture(path: try folder.add(picture, number: count), size: picture.size)
    }
    page = SheetPage(title: step.title ?? context.ruleName, number: 1, side: step.side)
  }

  /// Adds pictures; answers why some could not be made.
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

  /// Empty where it can't be made, which is a failure of the asset.
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
