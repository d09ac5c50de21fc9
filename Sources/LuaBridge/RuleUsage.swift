/// What one Lua state of a rule used up.
package struct RuleUsage: Sendable, Hashable {
  /// Bytes: the most that was taken of the system at a time.
  package let peakMemory: Int64
}
