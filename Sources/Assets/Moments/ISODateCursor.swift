/// Reads an ISO 8601 date and time from bytes, without an allocation.
struct ISODateCursor {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Milliseconds since 1970, in UTC where the bytes name no zone; nil when they are not wholly such
  /// a date, or one that 64 bits can't hold.
  mutating func readMoment() -> (milliseconds: Int64, hasTime: Bool, hasZone: Bool)? {
    guard let day = readDay() else { return nil }
    var timeOfDay: Int64 = 0
    var (hasTime, hasZone) = (false, false)
    if position < bytes.count {
      guard skip("T") || skip("t") || skip(" "), let time = readTime() else { return nil }
      timeOfDay = time
      hasTime = true
      if position < bytes.count {
        guard let offset = readOffset() else { return nil }
        timeOfDay -= offset
        hasZone = true
      }
    }
    guard position == bytes.count else { return nil }
    let (start, isTooFar) = day.daysSince1970.multipliedReportingOverflow(by: 86_400_000)
    let (milliseconds, isBeyond) = start.addingReportingOverflow(timeOfDay)
    return isTooFar || isBeyond ? nil : (milliseconds, hasTime, hasZone)
  }

  private mutating func readDay() -> CivilDate? {
    let sign: Int64 = skip("-") ? -1 : 1
    let signed = sign < 0 || skip("+")
    let start = position
    guard let year = readDigits(atLeast: 4, atMost: signed ? 9 : 4) else { return nil }
    if signed && position - start < 6 { return nil }
    guard skip("-"), let month = readDigits(atLeast: 2, atMost: 2) else { return nil }
    guard skip("-"), let day = readDigits(atLeast: 2, atMost: 2) else { return nil }
    return CivilDate(year: sign * year, month: month, day: day)
  }

  private mutating func readTime() -> Int64? {
    guard let hour = readDigits(atLeast: 2, atMost: 2), hour < 24, skip(":") else { return nil }
    guard let minute = readDigits(atLeast: 2, atMost: 2), minute < 60 else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    if skip(":") {
      // 60 is a leap second; it counts as the next minute's first, as POSIX time does.
      guard let second = readDigits(atLeast: 2, atMost: 2), second <= 60 else { return nil }
      milliseconds += second * 1000
      if skip(".") || skip(",") {
        guard let fraction = readFraction() else { return nil }
        milliseconds += fraction
      }
    }
    return milliseconds
  }

  private mutating func readFraction() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while position < bytes.count, let digit = digit(at: position) {
      if count < 3 { value = value * 10 + digit }
      count += 1
      position += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(3, count) { value *= 10 }
    return value
  }

  private mutating func readOffset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int64
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = readDigits(atLeast: 2, atMost: 2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    let separated = skip(":")
    if separated || position < bytes.count {
      guard let read = readDigits(atLeast: 2, atMost: 2), read < 60 else { return nil }
      minutes = read
    }
    return sign * (hours * 60 + minutes) * 60_000
  }

  private mutating func readDigits(atLeast least: Int, atMost most: Int) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while count < most, position < bytes.count, let digit = digit(at: position) {
      value = value * 10 + digit
      count += 1
      position += 1
    }
    return count >= least ? value : nil
  }

  private func digit(at index: Int) -> Int64? {
    let byte = bytes[index]
    return byte >= 48 && byte <= 57 ? Int64(byte - 48) : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}
