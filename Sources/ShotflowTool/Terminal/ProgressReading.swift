internal import Pipeline

/// What can be said of a run at one moment; what isn't known is nil.
struct ProgressReading: Sendable, Hashable {
  var stage: String
  var elapsed: Duration
  var done: Int
  var total: Int?
  var bytesDone: Int?
  var failures: Int
  /// From 0.0 to 1.0.
  var fraction: Double?
  /// Items a second.
  var rate: Double?
  var byteRate: Double?
  var secondsLeft: Int?
  /// What is worked on at the moment.
  var items: [ItemReading] = []
}
