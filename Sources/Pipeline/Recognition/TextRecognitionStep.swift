internal import Decoding
internal import Engine
internal import Pictures

/// Recognises the text of each picture, several at a time, and passes assets on in their order.
/// Each thread has a decoder make pixels and then waits for tesseract, so that no more programs run
/// than worker threads. The catalogue stores a text for the unchanged file.
struct TextRecognitionStep: Step {
  let settings: TextRecognitionSettings

  var name: String { TextRecognition.description.name }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.header, .findings] }
  var detail: String { settings.summary }

  /// Creates the worker, in a dry run too, as recognising changes nothing else.
  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    guard let field = worker.context.fields.field(named: "text") else {
      preconditionFailure("a stage's fields are added before its steps are made")
    }
    return TextInstance(field, settings, in: worker.context, width: max(1, worker.width))
  }
}

private final class TextInstance: StepInstance {
  private let field: Field
  private let settings: TextRecognitionSettings
  private let context: RunContext
  private let width: Int
  /// The recogniser; made for the first picture without a text, as tesseract may be missing.
  private var reader: TextRecognizer?

  /// The pictures per thread in a piece, so that no thread waits long for the last one.
  private static let picturesPerThread = 8

  init(_ field: Field, _ settings: TextRecognitionSettings, in context: RunContext, width: Int) {
    self.field = field
    self.settings = settings
    self.context = context
    self.width = width
  }

  var pieceSize: Int? { width * Self.picturesPerThread }

  func process(_ batch: inout Batch) {}

  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    let wanted = piece.filter(isWanted)
    if wanted.isEmpty {
      for asset in piece { try pass(asset, handOn) }
      return
    }
    let batch = TextBatch(wanted, try madeReader())
    let threads = (0..<min(width, wanted.count)).map { _ in WorkerThread { batch.work() } }
    defer {
      batch.leave()
      for thread in threads { thread?.join() }
    }
    // If no thread could be started, this one does the work.
    if threads.allSatisfy({ $0 == nil }) { batch.work() }
    var place = 0
    for asset in piece {
      if place < wanted.count, wanted[place] === asset {
        try take(batch.result(at: place), for: asset)
        place += 1
      }
      try pass(asset, handOn)
    }
  }

  private func madeReader() throws -> TextRecognizer {
    if let reader { return reader }
    let made = TextRecognizer(
      tesseract: try Tesseract(settings), side: settings.side, context: context)
    reader = made
    return made
  }

  private func pass(_ asset: Asset, _ handOn: (Batch) throws -> Void) throws {
    var batch = Batch(ordinal: 0, assets: [asset])
    batch.keep { _ in true }
    try handOn(batch)
  }

  /// True if the picture has no text yet, such as one from an input record.
  private func isWanted(_ asset: Asset) -> Bool {
    asset.string(of: .mediaType) == "image" && !asset.value(of: field).isPresent
  }

  private func take(_ result: Result<String, any Error>, for asset: Asset) throws {
    do {
      asset.findingsForWriting().set(.string(try result.get()), of: field)
    } catch let problem as FileProblem {
      let stage = TextRecognition.description.name
      if settings.stopsAtFailure {
        throw RunProblem.programFailed("\(asset.displayName): \(stage): \(problem.reason)")
      }
      asset.fail(stage: stage, problem.reason)
    }
  }
}

private struct TextRecognizer: Sendable {
  let tesseract: Tesseract
  let side: Int32
  let context: RunContext

  /// Returns a picture's text; throws ``FileProblem`` if that fails, ``RunProblem`` if all would.
  func text(of asset: Asset, unless isLeft: () -> Bool) throws -> String {
    let moment = context.services.catalogue?.clock.now ?? 0
    let maker = try tesseract.key { isLeft() || context.cancellation.isCancelled }
    var kept: String?
    let result = try PixelFile.make(
      of: asset, side: side, for: TextRecognition.description.name, in: context
    ) { origin in
      let key = origin.name.withUnsafeBytes { CatalogueKey(origin.status, name: $0) }
      kept = context.services.catalogue?.text(by: maker, of: key)
      return kept == nil
    }
    switch result {
    case .unwanted: return kept ?? ""
    case .failed(let reason): throw FileProblem(reason)
    case .made(let pixels, let origin):
      let text = try tesseract.text(
        in: pixels.file, size: (Int(pixels.size.width), Int(pixels.size.height))
      ) { isLeft() || context.cancellation.isCancelled }
      origin.name.withUnsafeBytes { name in
        context.services.catalogue?.keep(text, by: maker, of: origin.status, name: name, at: moment)
      }
      return text
    }
  }
}

/// The pictures of a piece, which several threads read while the step's worker waits.
private final class TextBatch: Sendable {
  private struct State {
    var next = 0
    var isLeft = false
    var results: [Int: Result<String, any Error>] = [:]
  }

  /// Each picture is used by the thread that took it, while the worker waits for its result.
  private let assets: [Asset]
  private let reader: TextRecognizer
  private let state = Monitor(State())

  init(_ assets: [Asset], _ reader: TextRecognizer) {
    self.assets = assets
    self.reader = reader
  }

  func work() {
    while let place = take() {
      let result = Result { try reader.text(of: assets[place]) { state.read(\.isLeft) } }
      state.update { $0.results[place] = result }
    }
  }

  private func take() -> Int? {
    state.update { state in
      guard !state.isLeft, state.next < assets.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func result(at place: Int) -> Result<String, any Error> {
    state.wait { $0.results.removeValue(forKey: place) }
  }

  /// Ends the work on the piece: no further picture is begun.
  func leave() {
    state.update { $0.isLeft = true }
  }
}
