import AssetSupport
import PipelineSupport
import Testing

@testable import Engine

/// Assets that skip a step, however the step's worker passes on its own.
@Suite struct ConditionalStepTests {
  private struct PieceStep: Step {
    let parts: @Sendable ([Asset]) -> [Batch]

    let name = "pieces"
    let ordering = StepOrdering.source

    func makeWorker(in worker: WorkerContext) -> any StepInstance { PieceInstance(parts) }
  }

  private final class PieceInstance: StepInstance {
    private let parts: ([Asset]) -> [Batch]

    init(_ parts: @escaping ([Asset]) -> [Batch]) { self.parts = parts }

    var pieceSize: Int? { 16 }

    func process(_ batch: inout Batch) {}

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      for part in parts(piece) { try handOn(part) }
    }
  }

  private func names(_ parts: @escaping @Sendable ([Asset]) -> [Batch]) throws -> [String] {
    let lines = "bababba".enumerated().map { place, kind in
      "{\"mediaType\":\"\(kind == "a" ? "image" : "video")\",\"localIdentifier\":\"\(kind)\(place)\"}"
    }
    let piece = try InputAssets(lines.joined(separator: "\n")).all
    let plan = try Scenario([
      StageCall("source"), StageCall("filter", ["mediaType": "image", "limit": 9]),
    ]).plan()
    let step = ConditionalStep(
      PieceStep(parts: parts), when: plan.query.predicate, FieldTable())
    let context = RunContext(now: Scenario.noon, ruleName: "rule", libraries: [])
    let worker = try step.makeWorker(in: WorkerContext(context: context, functions: nil))
    var names: [String] = []
    try worker.process(piece) { batch in
      #expect(batch.count <= 1)
      names += batch.survivors.map { $0.string(of: .localIdentifier) }
    }
    return names
  }

  @Test func oneByOne() throws {
    #expect(
      try names { $0.map { Batch(ordinal: 0, assets: [$0]) } }
        == ["b0", "a1", "b2", "a3", "b4", "b5", "a6"])
  }

  @Test func allTogether() throws {
    #expect(
      try names { [Batch(ordinal: 0, assets: $0)] }
        == ["b0", "a1", "b2", "a3", "b4", "b5", "a6"])
  }

  @Test func withSomeDropped() throws {
    #expect(
      try names { piece in
        var batch = Batch(ordinal: 0, assets: piece)
        batch.keep { $0 !== piece[1] }
        return [batch]
      } == ["b0", "a1", "b2", "b4", "b5", "a6"])
    #expect(
      try names { [Batch(ordinal: 0, assets: []), Batch(ordinal: 0, assets: [$0[1]])] }
        == ["b0", "b2", "a3", "b4", "b5"])
    #expect(try names { _ in [] } == ["b0", "b2", "b4", "b5"])
  }

  private struct HeaderStep: Step {
    let name = "headers"
    let ordering = StepOrdering.any
    var readsHeaders: Bool { true }

    func makeWorker(in worker: WorkerContext) -> any StepInstance { PieceInstance { _ in [] } }
  }

  /// The catalogue of headers is asked by it.
  @Test func aWrappedStepStillReadsHeaders() {
    let fields = FieldTable()
    #expect(ConditionalStep(HeaderStep(), when: .present(.filename), fields).readsHeaders)
    #expect(
      ActingStep(step: HeaderStep(), consent: nil, condition: .always, fields: fields).readsHeaders)
    let other = PieceStep { _ in [] }
    #expect(!ConditionalStep(other, when: .present(.filename), fields).readsHeaders)
    #expect(ConditionalStep(other, when: .present(.pixelWidth), fields).readsHeaders)
  }
}
