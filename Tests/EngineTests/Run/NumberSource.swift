import AssetSupport
import Engine

/// A source of assets named `0`, `1`, `2` …, in batches of one size.
struct NumberSource: SourceStage {
  static let description = StageDescription(
    name: "numbers", role: .source, summary: "numbers", options: [], example: "numbers { }")

  var count = 0
  var batchSize = 1
  /// Numbers that can't be read.
  var broken: Set<Int> = []
  var probe = Probe()
  /// The number at which reading fails as a whole.
  var breaksAt: Int?
  var residual = AssetPredicate.always

  init(_ arguments: inout StageArguments) {}

  init(_ count: Int, batchSize: Int = 1) {
    self.count = count
    self.batchSize = batchSize
  }

  func open(_ query: Query, in context: RunContext) -> Answer {
    Answer(reader: Reader(self), residual: residual)
  }

  func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) { (.always, predicate) }

  private final class Reader: AssetReader {
    private let source: NumberSource
    private var place = 0

    init(_ source: NumberSource) {
      self.source = source
    }

    var isAtEnd: Bool { place >= source.count }

    func next() throws -> PendingBatch? {
      if let limit = source.breaksAt, place >= limit { throw FileProblem("the source broke") }
      guard place < source.count else { return nil }
      let numbers = place..<min(source.count, place + source.batchSize)
      place = numbers.upperBound
      source.probe.note("read", by: numbers.count)
      let broken = source.broken
      return PendingBatch {
        numbers.map { number in
          let asset = ValueAsset(named: "\(number)", [.pixelWidth: .integer(Int64(number))])
          if broken.contains(number) { asset.fail(stage: "source", "is broken") }
          return asset
        }
      }
    }
  }
}
