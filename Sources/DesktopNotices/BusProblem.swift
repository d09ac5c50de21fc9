/// Why something on a message bus did not work.
package enum BusProblem: Error, Hashable, Sendable {
  /// There is no library for it, or no bus.
  case unavailable(String)
  /// The bus is gone, or was not to be reached.
  case lost
  /// No answer came in time.
  case late
  /// The other side answered with an error, by its name.
  case refused(String, String)
  /// What is asked of the bus can't be said, such as a name that is none.
  case invalid
  /// The run is to end.
  case cancelled
}
