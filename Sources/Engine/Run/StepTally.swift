/// How many assets went into a step, and what became of them.
public struct StepTally: Sendable, Hashable {
  public internal(set) var entered = 0
  public internal(set) var passed = 0
  public internal(set) var failed = 0

  public init() {}

  /// Where all go in and come out.
  init(all count: Int) {
    (entered, passed) = (count, count)
  }

  /// Those that the step left out.
  public var dropped: Int { max(0, entered - passed - failed) }

  package mutating func add(_ other: StepTally) {
    entered += other.entered
    passed += other.passed
    failed += other.failed
  }
  /// Adds the part of the step's work that was done before it.
  mutating func add(before other: StepTally) {
    entered = other.entered
    failed += other.failed
  }
}
