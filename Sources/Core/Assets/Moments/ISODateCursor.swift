/// A parser of ISO 8601 dates and times in bytes, without an allocation.
struct ISODateCursor {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Reads milliseconds since 1970, in UTC where the bytes name no zone; nil when the bytes are not
  /// exactly such a date, or one that 64 bits can't hold.
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

  /// Reads a date in the form of records, `2015-09-27T21:29:28.000Z`, eight bytes at a time; nil
  /// for any other, which may still be a date.
  static func milliseconds(ofUsual bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count == 24 else { return nil }
    func word(_ start: Int, like pattern: StaticString) -> Digits? {
      Digits(
        bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self),
        like: UnsafeRawPointer(pattern.utf8Start).loadUnaligned(as: UInt64.self))
    }
    guard let month = word(0, like: "0000-00-"), let minute = word(8, like: "00T00:00"),
      let end = word(16, like: ":00.000Z"),
      let date = CivilDate(
        year: month.pair(0) * 100 + month.pair(2), month: month.pair(5), day: minute.pair(0))
    else { return nil }
    let time = (minute.pair(3), minute.pair(6), end.pair(1))
    guard time.0 < 24, time.1 < 60, time.2 < 60 else { return nil }
    let seconds = (time.0 * 60 + time.1) * 60 + time.2
    return (date.daysSince1970 * 86_400 + seconds) * 1000 + end.pair(4) * 10 + end.digit(6)
  }

  private struct Digits {
    /// The value of each digit, and 0 for all other bytes.
    private let values: UInt64

    /// Reads the digits; nil unless the bytes equal the pattern, with a digit for each 0.
    init?(_ bytes: UInt64, like pattern: UInt64) {
      values = UInt64(littleEndian: bytes ^ pattern)
      // Below 10 where the pattern has a 0, and 0 elsewhere.
      let zeros = UInt64(littleEndian: pattern) ^ 0x3030_3030_3030_3030
      let others = ((zeros &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080) >> 7 &* 0xFF
      let beyond = (values &+ 0x7676_7676_7676_7676) | values
      guard beyond & 0x8080_8080_8080_8080 == 0, values & others == 0 else { return nil }
    }

    func digit(_ place: Int) -> Int64 { Int64(values >> UInt64(place * 8) & 0xFF) }
    func pair(_ place: Int) -> Int64 { digit(place) * 10 + digit(place + 1) }
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
