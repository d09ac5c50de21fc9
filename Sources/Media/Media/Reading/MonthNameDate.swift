/// A parser of a date whose month is a word: RFC 822, 850 and 1123, and C's `asctime`.
///
///     Sun, 27 Sep 2015 21:29:28 +0200
///     Sunday, 27-Sep-15 21:29:28 GMT
///     Sun Sep 27 21:29:28 2015
///
/// The parts may be in any order, with or without commas and a weekday. Nil unless day, month and
/// year are present and valid.
struct MonthNameDate {
  private static let longest = 64

  private let text: Bytes
  private var place = 0
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var time: (hour: Int, minute: Int, second: Int)?
  private var zone: WrittenZone?

  static func read(_ text: Bytes, source: CreationDateSource) -> CaptureDate? {
    var date = MonthNameDate(text: text.slice(from: 0, limit: longest))
    return date.read(source)
  }

  private init(text: Bytes) { self.text = text }

  private mutating func read(_ source: CreationDateSource) -> CaptureDate? {
    while place < text.count, text.byte(place) != 0 {
      let byte = text.byte(place)
      if Self.digit(byte) != nil {
        guard takeNumber() else { return nil }
      } else if Self.isLetter(byte) {
        takeWord()
      } else if time != nil, zone == nil, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
        takeOffset()
      } else {
        place += 1
      }
    }
    guard let year, let month, let day,
      let milliseconds = CivilTime.milliseconds(
        year: year, month: month, day: day, hour: time?.hour ?? 0, minute: time?.minute ?? 0,
        second: time?.second ?? 0)
    else { return nil }
    return CaptureDate(milliseconds, zone, source)
  }

  /// Takes a time before a colon, else the day, else the year; returns false for a surplus number.
  private mutating func takeNumber() -> Bool {
    let (value, digits) = number()
    if text.byte(place) == UInt8(ascii: ":") {
      guard time == nil else { return false }
      place += 1
      let minute = number().value
      var second = 0
      if text.byte(place) == UInt8(ascii: ":") {
        place += 1
        second = number().value
        if text.byte(place) == UInt8(ascii: ".") {
          place += 1
          _ = number()
        }
      }
      time = (value, minute, second)
    } else if digits > 2 {
      guard year == nil, digits == 4 else { return false }
      year = value
    } else if day == nil {
      day = value
    } else {
      guard year == nil, digits == 2 else { return false }
      year = value + (value > 70 ? 1900 : 2000)
    }
    return true
  }

  /// Reads the number at the current position; more than nine digits are too large for any part.
  private mutating func number() -> (value: Int, digits: Int) {
    var value = 0
    let start = place
    while let digit = Self.digit(text.byte(place)) {
      if place - start < 9 { value = value * 10 + digit }
      place += 1
    }
    return (value, place - start)
  }

  /// Takes a month, a zone after the time, or `PM`; ignores all other words, such as a weekday.
  private mutating func takeWord() {
    let start = place
    while Self.isLetter(text.byte(place)) { place += 1 }
    let word = text.slice(from: start, limit: place - start)
    if month == nil, word.count >= 3, let found = Self.index(of: word, in: Self.months) {
      month = found / 3 + 1
    } else if let known = time, word.count <= 3 {
      if Self.begins(word, "PM"), known.hour < 12 { time?.hour += 12 }
      if Self.begins(word, "AM"), known.hour == 12 { time?.hour = 0 }
      if zone == nil { zone = Self.zone(word) }
    }
  }

  private mutating func takeOffset() {
    zone = DateText.zone(text.slice(from: place))
    place += 1
    while Self.digit(text.byte(place)) != nil || text.byte(place) == UInt8(ascii: ":") {
      place += 1
    }
  }

  private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"

  /// Returns the zone that RFC 822 names; nil for other words.
  private static func zone(_ word: Bytes) -> WrittenZone? {
    switch word.count {
    case 1: return begins(word, "Z") ? .universal : nil
    case 2: return begins(word, "UT") ? .universal : nil
    default: break
    }
    if begins(word, "GMT") || begins(word, "UTC") { return .universal }
    let names: StaticString = "EDTESTCDTCSTMDTMSTPDTPST"
    return index(of: word, in: names)
      .map { .offset(minutes: Int16($0 / 3 + 1) / 2 * -60 - 240) }
  }

  /// Returns the index of the word's first three letters in a list, ignoring case; else nil.
  private static func index(of word: Bytes, in list: StaticString) -> Int? {
    for start in stride(from: 0, to: list.utf8CodeUnitCount, by: 3) {
      let isEqual = (0..<3).allSatisfy {
        word.byte($0) | 0x20 == list.utf8Start[start + $0] | 0x20
      }
      if isEqual { return start }
    }
    return nil
  }

  private static func begins(_ word: Bytes, _ name: StaticString) -> Bool {
    (0..<name.utf8CodeUnitCount).allSatisfy { word.byte($0) | 0x20 == name.utf8Start[$0] | 0x20 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
