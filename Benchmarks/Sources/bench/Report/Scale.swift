#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The mapping of values to places on an axis of a plot.
struct Scale {
  let values: ClosedRange<Double>
  /// The places of the least and the greatest value; the first may be the greater one.
  let start: Double
  let end: Double
  /// True if each power of ten has the same length. Values have to be above zero.
  let isLogarithmic: Bool

  /// A logarithmic scale of whole powers of ten around values.
  init(decadesAround values: [Double], from start: Double, to end: Double) {
    let lowest = floor(log10(values.min() ?? 1))
    let highest = max(ceil(log10(values.max() ?? 10)), lowest + 1)
    self.values = pow(10, lowest)...pow(10, highest)
    (self.start, self.end, isLogarithmic) = (start, end, true)
  }

  /// A linear scale from zero.
  init(zeroTo highest: Double, from start: Double, to end: Double) {
    values = 0...max(highest, 1e-9)
    (self.start, self.end, isLogarithmic) = (start, end, false)
  }

  func place(of value: Double) -> Double {
    let share =
      isLogarithmic
      ? (log10(value) - log10(values.lowerBound))
        / (log10(values.upperBound) - log10(values.lowerBound))
      : (value - values.lowerBound) / (values.upperBound - values.lowerBound)
    return start + share * (end - start)
  }

  /// Values that are written beside the axis: powers of ten, or quarters.
  var ticks: [Double] {
    if isLogarithmic {
      let first = Int(log10(values.lowerBound).rounded())
      let last = Int(log10(values.upperBound).rounded())
      return (first...last).map { pow(10, Double($0)) }
    }
    return (0...4).map { values.upperBound * Double($0) / 4 }
  }
}
