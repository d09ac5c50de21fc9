/// The step instances of one thread, in order, and the counts of the assets that passed each.
package struct StepChain {
  private let workers: [any StepInstance]
  /// An element for each step, true if it reads data that the ``Catalogue`` may have.
  private let asksCatalogue: [Bool]
  private let catalogue: Catalogue?
  package private(set) var tallies: [StepTally]

  /// The size of the batches in which assets that were held back are passed to later steps.
  private static let heldPieceSize = 256

  package init(_ steps: ArraySlice<any Step>, in worker: WorkerContext) throws {
    workers = try steps.map { try $0.makeWorker(in: worker) }
    asksCatalogue = steps.map { $0.readsHeaders || $0.traits.comparison.contents }
    catalogue = worker.context.services.catalogue
    tallies = Array(repeating: StepTally(), count: workers.count)
  }

  /// True if no more assets can pass the steps.
  package var isSatisfied: Bool { workers.contains(where: \.isSatisfied) }

  /// The minimal number of assets that have to come before ``isSatisfied`` can become true.
  package var demand: Int { workers.reduce(.max) { min($0, $1.demand) } }

  /// Lets the step at an index write preliminary records.
  package func allowInterimRecords(at place: Int, _ write: @escaping (Asset) throws -> Void) {
    if workers.indices.contains(place) { workers[place].allowInterimRecords(write) }
  }

  /// Passes a batch through the steps from `first` on.
  ///
  /// - Parameters:
  ///   - isLast: True if no batch follows.
  ///   - emit: Called with the result: the whole batch at once, or pieces of it if a step is slow.
  package mutating func process(
    _ batch: inout Batch, from first: Int = 0, isLast: Bool = false,
    emit: (Batch) throws -> Void = { _ in }
  ) throws {
    var isLast = isLast
    for index in workers.indices.dropFirst(first) {
      let entered = batch.count
      if entered == 0 { break }
      if isLast { workers[index].expect(entered) }
      if asksCatalogue[index] { catalogue?.expect(files: entered) }
      if let size = workers[index].pieceSize {
        return try processPieces(of: batch, at: index, upTo: size, emit)
      }
      let failures = batch.failures.count
      try workers[index].process(&batch)
      tallies[index].entered += entered
      tallies[index].failed += batch.failures.count - failures
      // Assets that are held back pass later, when the step returns them.
      tallies[index].passed += batch.count
      isLast = isLast && !workers[index].holdsBack || workers[index].isSatisfied
    }
    try emit(batch)
  }

  /// Passes the selected assets through the steps in pieces, none larger than later steps need.
  private mutating func processPieces(
    of batch: Batch, at index: Int, upTo size: Int, _ emit: (Batch) throws -> Void
  ) throws {
    let (out, survivors) = batch.parted()
    try emit(out)
    var waiting = survivors[...]
    while !waiting.isEmpty {
      let count = workers[(index + 1)...].reduce(size) { min($0, $1.demand) }
      if count == 0 { break }
      let piece = Array(waiting.prefix(count))
      waiting = waiting.dropFirst(count)
      tallies[index].entered += piece.count
      try workers[index].process(piece) { done in
        tallies[index].failed += done.failures.count
        tallies[index].passed += done.count
        var done = done
        try process(&done, from: index + 1, emit: emit)
      }
    }
    if !waiting.isEmpty {
      var unwanted = Batch(ordinal: batch.ordinal, assets: Array(waiting))
      unwanted.keep { _ in false }
      try emit(unwanted)
    }
  }

  /// Passes the assets that steps held back through the later steps; calls `emit` with each result.
  package mutating func finish(emit: (Batch) throws -> Void) throws {
    for index in workers.indices {
      var held = ArraySlice(try workers[index].finish())
      tallies[index].passed += held.count
      while !held.isEmpty {
        var batch = Batch(ordinal: 0, assets: Array(held.prefix(Self.heldPieceSize)))
        held = held.dropFirst(Self.heldPieceSize)
        let isLast = held.isEmpty && !workers[(index + 1)...].contains(where: \.holdsBack)
        try process(&batch, from: index + 1, isLast: isLast, emit: emit)
        if workers[(index + 1)...].contains(where: \.isSatisfied) { break }
      }
    }
  }
}

/// The number of assets that entered a step, passed it and failed in it.
public struct StepTally: Sendable, Hashable {
  /// The number of assets that entered the step.
  public internal(set) var entered = 0
  /// The number of assets that passed the step.
  public internal(set) var passed = 0
  /// The number of assets that failed in the step.
  public internal(set) var failed = 0

  public init() {}

  /// Creates the counts of a step that all assets enter and pass.
  package init(all count: Int) {
    (entered, passed) = (count, count)
  }

  /// The number of assets that the step dropped.
  public var dropped: Int { max(0, entered - passed - failed) }

  /// Adds the counts of the same step by another worker.
  package mutating func add(_ other: StepTally) {
    entered += other.entered
    passed += other.passed
    failed += other.failed
  }
  /// Adds the counts of the part of the step's work that workers did in advance.
  package mutating func add(before other: StepTally) {
    entered = other.entered
    failed += other.failed
  }
}
