/// Counts the assets of each album that pass the rule's tests, and finds the first of them.
struct AlbumMembersStep: Step {
  private let query: Query
  private let steps: [any Step]
  private let keepsEmpty: Bool

  /// - Parameters:
  ///   - query: what the library may answer.
  ///   - steps: what the assets go through behind that.
  ///   - keepsEmpty: whether albums stay of which nothing counts.
  init(_ query: Query, _ steps: [any Step], keepsEmpty: Bool) {
    self.query = query
    self.steps = steps
    self.keepsEmpty = keepsEmpty
  }

  var name: String { "albums" }
  /// All albums are read in one state of the library, by one connection.
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

  /// The fields that decide what counts; nil where more than fields does.
  var traits: StepTraits {
    var fields = query.predicate.fields
    for step in steps {
      guard let deciding = step.traits.decidingFields else { return StepTraits() }
      fields.formUnion(deciding)
    }
    return StepTraits(decidingFields: fields)
  }

  func forRun() -> any Step {
    AlbumMembersStep(query, steps.map { $0.forRun() }, keepsEmpty: keepsEmpty)
  }

  func makeWorker(in lane: Lane) -> any Worker {
    AlbumMembersWorker(AlbumCounting(query, steps, in: lane), keepsEmpty: keepsEmpty)
  }

  private final class AlbumMembersWorker: Worker {
    private let counting: AlbumCounting
    private let keepsEmpty: Bool

    init(_ counting: AlbumCounting, keepsEmpty: Bool) {
      self.counting = counting
      self.keepsEmpty = keepsEmpty
    }

    /// So many that the decoders have enough to do, and that the first record does not wait long.
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
