/// The worker that does a step's work in one lane.
public protocol Worker: AnyObject {
  /// Works on the assets that are still in.
  ///
  /// One asset's failure is noted in the asset; an error thrown ends the run.
  func process(_ batch: inout Batch) throws

  /// How many assets it works on at a time; nil for whatever a batch holds.
  ///
  /// For work that takes long. A worker that says a number is given pieces of a batch by
  /// ``process(_:handOn:)`` instead, and stands where source order is kept.
  var pieceSize: Int? { get }

  /// Works on a piece of a batch; calls `handOn` for each asset, in order, as soon as it and those
  /// before it are done.
  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws

  /// How many more assets have to come, at least, before ``isSatisfied`` can hold.
  var demand: Int { get }

  /// Whether it holds assets back, to give them back at the end by ``finish()``.
  var holdsBack: Bool { get }

  /// Told, once that is certain, how many assets still come, what it is given next among them.
  func expect(_ count: Int)

  /// Lets the worker of a rule's last step write records ahead of the one that counts.
  func allowInterimRecords(_ write: @escaping (Asset) throws -> Void)

  /// Assets that were held back until the end, in order. Called once, after the last batch.
  func finish() throws -> [Asset]

  /// Whether no further asset can come through, so that the source may be left alone.
  var isSatisfied: Bool { get }
}

extension Worker {
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
