package import Pipeline

/// What can be said of a run at one moment; what isn't known is nil.
package struct ProgressReading: Sendable, Hashable {
  package var stage: String
  package var elapsed: Duration
  package var done: Int
  package var total: Int?
  package var bytesDone: Int?
  package var failures: Int
  /// From 0.0 to 1.0.
  package var fraction: Double?
  /// Items a second.
  package var rate: Double?
  package var byteRate: Double?
  package var secondsLeft: Int?
  /// What is worked on at the moment.
  package var items: [ItemReading] = []
}
