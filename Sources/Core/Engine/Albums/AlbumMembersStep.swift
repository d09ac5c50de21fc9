/// Counts the assets of each album that pass the rule's tests, and finds the first of them.
struct AlbumMembersStep: Step {
  private let query: Query
  private let steps: [any Step]
  private let keepsEmpty: Bool

  /// - Parameters:
  ///   - query: The part of the rule that the library may answer.
  ///   - steps: The steps that the assets pass after that.
  ///   - keepsEmpty: True if albums without any matching asset are kept.
  init(_ query: Query, _ steps: [any Step], keepsEmpty: Bool) {
    self.query = query
    self.steps = steps
    self.keepsEmpty = keepsEmpty
  }

  var name: String { "albums" }
  /// The source order, so that one connection reads all albums from one state of the library.
  var ordering: StepOrdering { .source }
  var facets: FacetSet {
    steps.reduce(query.predicate.fields.facets) { $0.union($1.facets) }
  }
  var isSelective: Bool { true }
  var detail: String {
    let parts = steps.map { $0.detail.isEmpty ? $0.name : "\($0.name) \($0.detail)" }
    let tests = query.predicate == .always ? [] : ["\(query.predicate)"]
    let kept = keepsEmpty ? ", empty ones too" : ""
    return "count and first of each" + (tests + parts).map { ", \($0)" }.joined() + kept
  }

  /// The fields that decide which assets are counted; unknown if anything besides fields decides.
  var traits: StepTraits {
    var fields = query.predicate.fields
    for step in steps {
      guard let deciding = step.traits.fetch.decidingFields else { return StepTraits() }
      fields.formUnion(deciding)
    }
    return .deciding(by: fields)
  }

  func forRun() -> any Step {
    AlbumMembersStep(query, steps.map { $0.forRun() }, keepsEmpty: keepsEmpty)
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    AlbumMembersInstance(AlbumCounter(query, steps, in: worker), keepsEmpty: keepsEmpty)
  }

  private final class AlbumMembersInstance: StepInstance {
    private let counting: AlbumCounter
    private let keepsEmpty: Bool

    init(_ counting: AlbumCounter, keepsEmpty: Bool) {
      self.counting = counting
      self.keepsEmpty = keepsEmpty
    }

    /// A small batch size, which keeps the decoders busy without delaying the first record.
    var pieceSize: Int? { 8 }

    func process(_ batch: inout Batch) throws {
      try batch.keep { album in
        let count = try (album as? AlbumAsset)?.countMembers(counting)
        return keepsEmpty || count != 0
      }
      batch.note(counting.takeFailures())
    }
  }
}
