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
