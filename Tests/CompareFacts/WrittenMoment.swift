import Foundation

/// A date as exiftool or a record writes it: the wall clock in milliseconds, and the zone beside it.
struct WrittenMoment: Equatable {
  let milliseconds: Int64
  let offset: Int?

  /// `2015:09:27 21:29:28.12+02:00`, with any separators; nil for what no calendar has.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, let day = Self.day(bytes) else { return nil }
    var milliseconds = day * 86_400_000
    var rest = text.dropFirst(10)
    if bytes.count >= 16 {
      let parts = rest.dropFirst().prefix(8).split(separator: ":").map { Int64($0.prefix(2)) }
      guard parts.count >= 2, let hour = parts[0], let minute = parts[1], hour < 24, minute < 60
      else { return nil }
      let second = parts.count > 2 ? parts[2] ?? 0 : 0
      guard second <= 60 else { return nil }
      milliseconds += ((hour * 60 + minute) * 60 + second) * 1000
      rest = rest.dropFirst(bytes.count >= 19 ? 9 : 6)
    }
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { $0.isNumber }
      milliseconds += Int64(((Double("0.\(digits)") ?? 0) * 1000).rounded(.down))
      rest = rest.dropFirst(digits.count + 1)
    }
    self.milliseconds = milliseconds
    offset = Self.minutes(String(rest))
  }

  private static func day(_ bytes: [UInt8]) -> Int64? {
    func number(_ range: Range<Int>) -> Int? { Int(String(decoding: bytes[range], as: UTF8.self)) }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year > 0
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(calendar: calendar, year: year, month: month, day: day)
    guard parts.isValidDate, let date = parts.date else { return nil }
    return Int64((date.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  /// `+02:00`, `-0800` or `Z`.
  static func minutes(_ zone: String) -> Int? {
    let zone = zone.trimmingCharacters(in: .whitespaces)
    if zone == "Z" { return 0 }
    guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
    let digits = zone.dropFirst().filter(\.isNumber)
    guard digits.count == 4, let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2))
    else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
  }
}
