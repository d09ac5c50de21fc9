extension RecordWriter {
  package mutating func writeNumber(_ value: Int64) {
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    writeDigits(value.magnitude, atLeast: 1)
  }

  /// Writes a number that has at most eight digits behind its point, as places and durations do.
  ///
  /// Such a number of at most 15 digits is the shortest that reads back as the same value, so it
  /// is what a description would say, at a fraction of the cost. Returns false, with nothing
  /// written, for any other number.
  mutating func writeDecimal(_ value: Double) -> Bool {
    let scale = 1e8
    let scaled = (value.magnitude * scale).rounded()
    // Below a ten-thousandth descriptions have an exponent.
    guard scaled < 1e15, scaled >= 1e4, scaled / scale == value.magnitude else { return false }
    let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: 100_000_000)
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    writeDigits(whole, atLeast: 1)
    buffer.append(UInt8(ascii: "."))
    var (digits, count) = (fraction, 8)
    while count > 1, digits % 10 == 0 {
      digits /= 10
      count -= 1
    }
    writeDigits(digits, atLeast: count)
    return true
  }

  private mutating func writeDigits(_ value: UInt64, atLeast least: Int) {
    var count = 1
    var limit: UInt64 = 10
    while value >= limit {
      count += 1
      let (next, overflows) = limit.multipliedReportingOverflow(by: 10)
      if overflows { break }
      limit = next
    }
    buffer.appendBackwards(max(count, least)) { place in
      var rest = value
      for _ in 0..<max(count, least) {
        place -= 1
        place.pointee = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
        rest /= 10
      }
    }
  }
}
