internal import Media

/// The calendars in which systems write dates into names: the Gregorian, and two others where the
/// letters of the name show them. macOS in Thai writes 2567 for 2024, in Persian 1403.
enum NameCalendar {
  /// Returns the days since 1970-01-01 of a day. Years before 1800, when no picture was taken, and
  /// after 2199 are of another calendar; nil for those of an unknown one, and for impossible days.
  static func daysSince1970(
    _ year: Int, _ month: Int, _ day: Int, in name: NameBytes
  ) -> Int64? {
    switch year {
    case 1800...2199: gregorian(year, month, day)
    case 2400...2742 where has(name, lead: 0xE0, next: 0xB8...0xB9):
      // Thai letters are U+0E00 to U+0E7F; the Buddhist era is 543 years older.
      gregorian(year - 543, month, day)
    case 1300...1500 where hasPersianLetter(name): persian(year, month, day)
    default: nil
    }
  }

  /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar; nil for no valid day.
  private static func gregorian(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard 1...12 ~= month, day >= 1 else { return nil }
    let isLeap = year & 3 == 0 && (year % 25 != 0 || year & 15 == 0)
    let length = month == 2 ? (isLeap ? 29 : 28) : 30 &+ (month &+ month >> 3) & 1
    guard day <= length else { return nil }
    // The year starts in March, so a leap day is its last day.
    let shifted = month > 2 ? year : year &- 1
    let century = shifted / 100
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    return Int64(
      shifted &* 365 &+ shifted >> 2 &- century &+ century >> 2 &+ dayOfYear &- 719_468)
  }

  /// Returns the days since 1970-01-01 in the Solar Hijri calendar, with eight leap years in 33, as
  /// they fall in the years 1178 to 1632; nil for no valid day.
  private static func persian(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    func start(_ year: Int) -> Int { 365 * (year - 1) + (8 * year + 21) / 33 - 492_268 }
    let isLeap = start(year + 1) - start(year) == 366
    let length = month < 7 ? 31 : month < 12 || isLeap ? 30 : 29
    guard 1...12 ~= month, 1...length ~= day else { return nil }
    return Int64(start(year) + 30 * (month - 1) + min(month - 1, 6) + day - 1)
  }

  /// Returns true if the name has one of the letters that Persian has and Arabic lacks: peh, cheh,
  /// jeh, keheh, gaf, Farsi yeh.
  private static func hasPersianLetter(_ name: NameBytes) -> Bool {
    name.buffer.indices.contains { index in
      switch (name[index], name[index + 1]) {
      case (0xD9, 0xBE), (0xDA, 0x86), (0xDA, 0x98), (0xDA, 0xA9), (0xDA, 0xAF), (0xDB, 0x8C): true
      default: false
      }
    }
  }

  private static func has(_ name: NameBytes, lead: UInt8, next: ClosedRange<UInt8>) -> Bool {
    name.buffer.indices.contains { name[$0] == lead && next ~= name[$0 + 1] }
  }
}
