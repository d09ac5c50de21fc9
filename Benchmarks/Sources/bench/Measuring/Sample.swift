/// The cost of one run of a program.
struct Sample {
  /// Seconds by the clock on the wall.
  var wall: Double
  /// Seconds of all cores, in the program and in the system for it.
  var cpu: Double
  /// The largest resident size, in bytes.
  var peak: Int
}

extension Sequence<Double> {
  /// The middle value; of an even count the mean of the middle two.
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
