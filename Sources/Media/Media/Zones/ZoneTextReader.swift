/// A parser of the text of a POSIX rule, from its start to its end.
struct ZoneTextReader {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ text: UnsafeRawBufferPointer) {
    rest = text[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ mark: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: mark) }

  /// Skips a character; returns false if another one follows.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard isNext(mark) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips a name: three or more letters, or also digits and signs in `<>`; false without it.
  mutating func skipName() -> Bool {
    let isQuoted = skip("<")
    let name = rest.prefix { byte in
      Self.isLetter(byte) || isQuoted && (Self.isDigit(byte) || "+-".utf8.contains(byte))
    }
    rest = rest[name.endIndex...]
    return name.count >= 3 && (!isQuoted || skip(">"))
  }

  /// Reads an offset in seconds west of UTC; nil if none exists.
  mutating func offset() -> Int64? { time(hours: 24) }

  /// Reads a day on which clocks change, with the time; nil if none exists.
  mutating func day() -> ZoneDay? {
    guard let day = date() else { return nil }
    guard skip("/") else { return ZoneDay(day: day) }
    guard let time = time(hours: 167) else { return nil }
    return ZoneDay(day: day, time: time)
  }

  private mutating func date() -> ZoneDay.Day? {
    if skip("J") { return number(1...365).map { .withoutLeapDay($0) } }
    guard skip("M") else { return number(0...365).map { .withLeapDay($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let day = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }

  /// Reads `2`, `-1:30` or `+167:59:59`; returns seconds, or nil for anything else.
  private mutating func time(hours limit: Int) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...limit) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":") {
      guard let count = number(0...59) else { return nil }
      seconds += count * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(while: Self.isDigit)
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
