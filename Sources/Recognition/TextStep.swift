internal import Decoding
internal import Engine
internal import Pictures

/// Finds the text of each picture, several at a time, and hands assets on in their order.
///
/// Each thread of a worker has a decoder make pixels and then waits for tesseract, so that no more
/// programs run at a time than there are lanes. A text is kept in the catalogue for the file as it is.
struct TextStep: Step {
  private let terms: TextTerms

  init(_ terms: TextTerms) {
    self.terms = terms
  }

  var name: String { TextRecognition.description.name }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.header, .findings] }
  var detail: String { terms.summary }

  /// Recognising changes nothing outside of the run, so a dry run does it as well.
  func makeWorker(in lane: Lane) throws -> any Worker {
    guard let field = lane.context.fields.field(named: "text") else {
      preconditionFailure("a stage's fields are added before its steps are made")
    }
    return TextWorker(field, terms, in: lane.context, width: max(1, lane.width))
  }
}

private final class TextWorker: Worker {
  private let field: Field
  private let terms: TextTerms
  private let context: RunContext
  private let width: Int
  /// Made when the first picture without a text comes; before that, tesseract may be missing.
  private var reader: TextReader?

  /// Enough that no thread waits for the last of a piece for long.
  private static let picturesPerThread = 8

  init(_ field: Field, _ terms: TextTerms, in context: RunContext, width: Int) {
    self.field = field
    self.terms = terms
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
    let round = TextRound(wanted, try madeReader())
    let threads = (0..<min(width, wanted.count)).map { _ in LaneThread { round.work() } }
    defer {
      round.leave()
      for thread in threads { thread?.join() }
    }
    // Without a thread it is done here.
    if threads.allSatisfy({ $0 == nil }) { round.work() }
    var place = 0
    for asset in piece {
      if place < wanted.count, wanted[place] === asset {
        try take(round.result(at: place), for: asset)
        place += 1
      }
      try pass(asset, handOn)
    }
  }

  private func madeReader() throws -> TextReader {
    if let reader { return reader }
    let made = TextReader(try Tesseract(terms), side: terms.side, in: context)
    reader = made
    return made
  }

  private func pass(_ asset: Asset, _ handOn: (Batch) throws -> Void) throws {
    var batch = Batch(ordinal: 0, assets: [asset])
    batch.keep { _ in true }
    try handOn(batch)
  }

  /// A text that came along, in a record, is kept.
  private func isWanted(_ asset: Asset) -> Bool {
    asset.string(of: .mediaType) == "image" && !asset.value(of: field).isPresent
  }

  private func take(_ result: Result<String, any Error>, for asset: Asset) throws {
    do {
      asset.findingsForWriting().set(.string(try result.get()), of: field)
    } catch let problem as FileProblem {
      let stage = TextRecognition.description.name
      if terms.stopsAtFailure {
        throw RunProblem.programFailed("\(asset.displayName): \(stage): \(problem.reason)")
      }
      asset.fail(stage: stage, problem.reason)
    }
  }
}

/// Gives the text of one picture: the one that was kept, else the one that tesseract finds.
private struct TextReader: Sendable {
  private let tesseract: Tesseract
  private let side: Int32
  private let context: RunContext

  init(_ tesseract: Tesseract, side: Int32, in context: RunContext) {
    self.tesseract = tesseract
    self.side = side
    self.context = context
  }

  /// - Throws: ``FileProblem`` for what is wrong with this picture, ``RunProblem``.
  func text(of asset: Asset, unless isLeft: () -> Bool) throws -> String {
    let moment = context.catalogue?.clock.now ?? 0
    let maker = try tesseract.key { isLeft() || context.cancellation.isCancelled }
    var kept: String?
    let result = try PixelFile.make(
      of: asset, side: side, for: TextRecognition.description.name, in: context
    ) { origin in
      let key = origin.name.withUnsafeBytes { CatalogueKey(origin.status, name: $0) }
      kept = context.catalogue?.text(by: maker, of: key)
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
        context.catalogue?.keep(text, by: maker, of: origin.status, name: name, at: moment)
      }
      return text
    }
  }
}

/// The pictures of a piece, which threads take in turn while the lane waits for them.
private final class TextRound: Sendable {
  private struct State {
    var next = 0
    var isLeft = false
    var results: [Int: Result<String, any Error>] = [:]
  }

  /// Each is read by the thread that took it, while the lane that holds it waits for the result.
  private let assets: [Asset]
  private let reader: TextReader
  private let state = Monitor(State())

  init(_ assets: [Asset], _ reader: TextReader) {
    self.assets = assets
    self.reader = reader
  }

  /// Does one after the other, until none is left.
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

  /// Waits for a picture's text.
  func result(at place: Int) -> Result<String, any Error> {
    state.wait { $0.results.removeValue(forKey: place) }
  }

  /// Nothing more is begun.
  func leave() {
    state.update { $0.isLeft = true }
  }
}
