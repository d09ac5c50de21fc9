/// What does a step's work in one lane.
public protocol Worker: AnyObject {
  /// Works on the assets that are still in.
  ///
  /// One asset's failure is noted in the asset; an error thrown ends the run.
  func process(_ batch: inout Batch) throws

  /// Assets that were held back until the end, in order. Called once, after the last batch.
  func finish() throws -> [Asset]

  /// Whether no further asset can come through, so that the source may be left alone.
  var isSatisfied: Bool { get }
}

extension Worker {
  public func finish() throws -> [Asset] { [] }
  public var isSatisfied: Bool { false }
}
