/// A step that processes only the assets that pass tests; others skip it.
struct ConditionalStep: WrappingStep {
  let step: any Step
  private let condition: AssetPredicate
  private let program: PredicateProgram
  private let fields: FieldTable

  init(_ step: any Step, when condition: AssetPredicate, _ fields: FieldTable) {
    self.fields = fields
    self.step = step
    self.condition = condition.cheapestFirst
    program = PredicateProgram(self.condition)
  }

  var facets: FacetSet { step.facets.union(condition.fields.facets) }
  var works: [ItemWork] { (condition.fields.facets.contains(.digest) ? [.hash] : []) + step.works }
  var readsHeaders: Bool { step.readsHeaders || condition.fields.facets.needHeaders }
  var detail: String {
    "when \(condition.text(fields))" + (step.detail.isEmpty ? "" : ": \(step.detail)")
  }

  var traits: StepTraits {
    var traits = step.traits
    traits.fetch = FetchBehaviour()
    traits.question = traits.question.map {
      StepQuestion(
        joint: ConditionalStep($0.joint, when: condition, fields),
        about: .conjunction([condition, $0.tests]))
    }
    if traits.program != nil { traits.action.tests = condition }
    return traits
  }

  func forRun() -> any Step { ConditionalStep(step.forRun(), when: condition, fields) }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    ConditionalInstance(try step.makeWorker(in: worker), program)
  }

  private final class ConditionalInstance: StepInstance {
    private let worker: any StepInstance
    private let program: PredicateProgram

    init(_ worker: any StepInstance, _ program: PredicateProgram) {
      self.worker = worker
      self.program = program
    }

    // `isSatisfied` and `demand` are not forwarded: assets that skip the step may still come.

    var holdsBack: Bool { worker.holdsBack }

    var pieceSize: Int? { worker.pieceSize }

    func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {
      worker.allowInterimRecords(write)
    }

    func process(_ batch: inout Batch) throws {
      try batch.process(
        where: { program.matches($0) },
        by: { batch in if batch.count > 0 { try worker.process(&batch) } })
    }

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      let isConcerned = piece.map { program.matches($0) }
      var place = 0
      func handOnBystanders(upTo end: Int) throws {
        while place < end {
          defer { place += 1 }
          if isConcerned[place] { continue }
          var bystander = Batch(ordinal: 0, assets: [piece[place]])
          bystander.keep { _ in true }
          try handOn(bystander)
        }
      }
      func handOnBystanders() throws {
        try handOnBystanders(upTo: isConcerned[place...].firstIndex(of: true) ?? piece.count)
      }
      try handOnBystanders()
      let concerned = zip(piece, isConcerned).compactMap { $1 ? $0 : nil }
      guard !concerned.isEmpty else { return }
      try worker.process(concerned) { done in
        for part in done.singles {
          if let asset = part.assets.first {
            try handOnBystanders(upTo: piece[place...].firstIndex { $0 === asset } ?? place)
          }
          try handOn(part)
          place += part.assets.count
          try handOnBystanders()
        }
      }
      // An instance need not pass on assets that it drops.
      try handOnBystanders(upTo: piece.count)
    }

    func finish() throws -> [Asset] { try worker.finish() }
  }
}
