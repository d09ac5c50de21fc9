/// A parser of the forms in which files write dates.
enum DateText {
  /// Parses `2015:09:27 21:29:28`, EXIF's form, with any separators; returns milliseconds as if in
  /// UTC. Nil for the forms that mean "not known" (all zeros, all blanks) and for impossible dates.
  static func exif(_ text: Bytes) -> Int64? {
    guard text.count >= 19,
      let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2),
      let hour = number(text, 11, 2), let minute = number(text, 14, 2),
      let second = number(text, 17, 2)
    else { return nil }
    return CivilTime.milliseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  /// Parses EXIF's SubSecTime, the digits after a decimal point; returns milliseconds.
  static func subSeconds(_ text: Bytes) -> Int64 {
    var value: Int64 = 0
    var scale: Int64 = 100
    for index in 0..<min(text.count, 9) {
      guard let digit = digit(text.byte(index)) else { break }
      value += Int64(digit) * scale
      scale /= 10
    }
    return value
  }

  /// Parses `+02:00`, `-0800` or `Z`; returns minutes, or nil for other texts.
  static func offset(_ text: Bytes) -> Int16? {
    switch text.byte(0) {
    case UInt8(ascii: "Z"):
      return 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(text, 1, 2), hours <= 15 else { return nil }
      let minutes = number(text, text.byte(3) == UInt8(ascii: ":") ? 4 : 3, 2) ?? 0
      guard minutes <= 59 else { return nil }
      let total = Int16(hours * 60 + minutes)
      return text.byte(0) == UInt8(ascii: "-") ? -total : total
    default:
      return nil
    }
  }

  /// Parses ISO 8601 with or without time, fraction and zone, also with EXIF's colons; else nil.
  static func iso(_ text: Bytes, source: CreationDateSource) -> CaptureDate? {
    guard let year = number(text, 0, 4), let month = number(text, 5, 2),
      let day = number(text, 8, 2)
    else { return nil }
    var time = (hour: 0, minute: 0, second: 0, fraction: Int64(0))
    var offset: Int16?
    if let hour = number(text, 11, 2), let minute = number(text, 14, 2) {
      (time.hour, time.minute) = (hour, minute)
      var place = 16
      if text.byte(place) == UInt8(ascii: ":"), let second = number(text, 17, 2) {
        time.second = second
        place = 19
        if text.byte(place) == UInt8(ascii: ".") {
          time.fraction = subSeconds(text.slice(from: 20))
          place = 20
          while digit(text.byte(place)) != nil { place += 1 }
        }
      }
      if text.byte(place) == UInt8(ascii: " ") { place += 1 }
      offset = self.offset(text.slice(from: place))
    }
    return date(
      CivilTime.milliseconds(
        year: year, month: month, day: day, hour: time.hour, minute: time.minute,
        second: time.second), fraction: time.fraction, offset: offset, source: source)
  }

  /// Parses ISO 8601, EXIF's form, or a date with the month as a word; nil for other texts.
  static func any(_ text: Bytes, source: CreationDateSource) -> CaptureDate? {
    iso(text, source: source) ?? basic(text, source: source)
      ?? MonthNameDate.read(text, source: source)
  }

  /// Parses ISO 8601's basic form, `20150927T212928Z`; nil for other texts.
  private static func basic(_ text: Bytes, source: CreationDateSource) -> CaptureDate? {
    guard let year = number(text, 0, 4), let month = number(text, 4, 2),
      let day = number(text, 6, 2), text.byte(8) | 0x20 == UInt8(ascii: "t"),
      let hour = number(text, 9, 2), let minute = number(text, 11, 2)
    else { return nil }
    let second = number(text, 13, 2)
    return date(
      CivilTime.milliseconds(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second ?? 0),
      fraction: 0, offset: offset(text.slice(from: second == nil ? 13 : 15)), source: source)
  }

  static func date(
    _ milliseconds: Int64?, fraction: Int64, offset: Int16?, source: CreationDateSource
  ) -> CaptureDate? {
    guard let milliseconds else { return nil }
    return CaptureDate(
      wallClockMilliseconds: milliseconds + fraction, offsetMinutes: offset, source: source)
  }

  /// Parses a decimal number of exactly `length` digits; nil for other characters.
  static func number(_ text: Bytes, _ place: Int, _ length: Int) -> Int? {
    var value = 0
    for index in place..<place + length {
      guard let digit = digit(text.byte(index)) else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}

extension CaptureDate {
  /// Parses ISO 8601 with or without time, fraction and zone, also with EXIF's colons; else nil.
  package init?(iso8601 text: UnsafeRawBufferPointer, source: CreationDateSource) {
    guard let start = text.baseAddress,
      let date = DateText.iso(Bytes(start: start, count: text.count), source: source)
    else { return nil }
    self = date
  }
}
