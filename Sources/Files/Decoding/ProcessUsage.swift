/// What a process had of the processor, and what others had in its place.
package struct ProcessUsage: Sendable, Hashable {
  /// How long its threads ran, all together.
  package let used: Duration
  /// How long its threads were ready to run and did not, all together.
  package let waited: Duration

  package init(used: Duration, waited: Duration) {
    self.used = used
    self.waited = waited
  }
}
