/// The workers of successive steps in one lane, and what passed through them.
struct StepChain {
  private let workers: [any Worker]
  private(set) var tallies: [StepTally]

  init(_ steps: ArraySlice<any Step>, in lane: Lane) throws {
    workers = try steps.map { try $0.makeWorker(in: lane) }
    tallies = Array(repeating: StepTally(), count: workers.count)
  }

  /// Whether nothing more can come through.
  var isSatisfied: Bool { workers.contains(where: \.isSatisfied) }

  /// Takes a batch through the steps from `first` on.
  mutating func process(_ batch: inout Batch, from first: Int = 0) throws {
    for index in workers.indices.dropFirst(first) {
      let entered = batch.count
      if entered == 0 { return }
      let failures = batch.failures.count
      try workers[index].process(&batch)
      tallies[index].entered += entered
      tallies[index].failed += batch.failures.count - failures
      // What is held back passes later, when the step gives it back.
      tallies[index].passed += batch.count
    }
  }

  /// Gives back what steps held, and takes it through the steps behind; calls `emit` for each
  /// batch that comes out.
  mutating func finish(emit: (Batch) throws -> Void) throws {
    for index in workers.indices {
      var held = ArraySlice(try workers[index].finish())
      tallies[index].passed += held.count
      while !held.isEmpty {
        var batch = Batch(ordinal: 0, assets: Array(held.prefix(256)))
        held = held.dropFirst(256)
        try process(&batch, from: index + 1)
        try emit(batch)
        if workers[(index + 1)...].contains(where: \.isSatisfied) { break }
      }
    }
  }
}
