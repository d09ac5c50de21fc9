/// An instance of a step with its state, used by one thread.
public protocol StepInstance: AnyObject {
  /// Processes a batch's selected assets. A failure is recorded in its asset; errors end the run.
  func process(_ batch: inout Batch) throws

  /// The number of assets that it processes at a time; nil for batches of any size. An instance
  /// whose work takes long gives a number. It then gets pieces of a batch by ``process(_:handOn:)``
  /// instead, on one thread and in source order.
  var pieceSize: Int? { get }

  /// Processes a piece of a batch; calls `handOn` for each asset in order, as soon as possible.
  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws

  /// The minimal number of assets that have to come before ``isSatisfied`` can become true.
  var demand: Int { get }

  /// True if it holds assets back, to return them in ``finish()``.
  var holdsBack: Bool { get }

  /// Announces the number of assets that still come, the next batch's included, once it is certain.
  func expect(_ count: Int)

  /// Allows the rule's last step to write preliminary records by calling `write`.
  func allowInterimRecords(_ write: @escaping (Asset) throws -> Void)

  /// Returns the assets held back until the end, in order; called once, after the last batch.
  func finish() throws -> [Asset]

  /// True if no more assets can pass, so that the source may be closed.
  var isSatisfied: Bool { get }
}

extension StepInstance {
  public func finish() throws -> [Asset] { [] }
  public var isSatisfied: Bool { false }
  public var pieceSize: Int? { nil }
  public var demand: Int { .max }
  public var holdsBack: Bool { false }
  public func expect(_ count: Int) {}
  public func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {}

  public func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    var batch = Batch(ordinal: 0, assets: piece)
    try process(&batch)
    try handOn(batch)
  }
}
