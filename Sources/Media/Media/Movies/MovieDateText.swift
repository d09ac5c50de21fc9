/// A parser of the dates that programs write into movies as text.
enum MovieDateText {
  static let limit = 40

  /// Parses ISO 8601, EXIF's form, Windows' `Mon Mar 10 15:04:43 2003`, and `2001/ 1/27  1:42PM`;
  /// nil for other texts, and for a date without a time.
  static func date(_ text: Bytes) -> CaptureDate? {
    var start = 0
    while text.byte(start) == UInt8(ascii: " ") { start += 1 }
    let text = text.slice(from: start, limit: limit)
    return DateText.iso(text, source: .movie).flatMap { hasTime(text) ? $0 : nil }
      ?? MonthNameDate.read(text, source: .movie) ?? loose(text)
  }

  /// Returns true if a time follows the ten characters of a date.
  private static func hasTime(_ text: Bytes) -> Bool {
    DateText.number(text, 11, 2) != nil && DateText.number(text, 14, 2) != nil
  }

  /// Parses numbers from the year to the minute or second, with any separators; nil without these.
  private static func loose(_ text: Bytes) -> CaptureDate? {
    var scanner = Scanner(text: text, place: 0)
    guard let year = scanner.number(), year > 999, let month = scanner.number(),
      let day = scanner.number(), var hour = scanner.number(), let minute = scanner.number()
    else { return nil }
    var second = 0
    if text.byte(scanner.place) == UInt8(ascii: ":") { second = scanner.number() ?? 0 }
    while text.byte(scanner.place) == UInt8(ascii: " ") { scanner.place += 1 }
    switch text.byte(scanner.place) | 0x20 {
    case UInt8(ascii: "p") where hour < 12: hour += 12
    case UInt8(ascii: "a") where hour == 12: hour = 0
    default: break
    }
    return date(year, month, day, hour, minute, second)
  }

  private static func date(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
  ) -> CaptureDate? {
    CivilTime.milliseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second
    ).map { CaptureDate(wallClockMilliseconds: $0, offsetMinutes: nil, source: .movie) }
  }

  /// A scanner of consecutive numbers of up to four digits.
  private struct Scanner {
    let text: Bytes
    var place: Int

    mutating func number() -> Int? {
      var skipped = 0
      while DateText.digit(text.byte(place)) == nil {
        guard place < text.count, skipped < 3 else { return nil }
        place += 1
        skipped += 1
      }
      var value = 0
      var digits = 0
      while digits < 4, let digit = DateText.digit(text.byte(place)) {
        value = value * 10 + digit
        digits += 1
        place += 1
      }
      return value
    }
  }
}
