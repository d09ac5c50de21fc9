/// A parser of the forms in which files write dates.
enum DateText {
  /// Parses `2015:09:27 21:29:28`, EXIF's form, with any separators; returns milliseconds as if in
  /// UTC, and the place behind the time. The time or its seconds may be blank or missing.
  /// Nil for the forms that mean "not known" (all zeros, all blanks) and for impossible dates.
  static func exif(_ text: Bytes) -> (milliseconds: Int64, end: Int)? {
    guard let year = number(text, 0, 4), let month = number(text, 5, 2),
      let day = number(text, 8, 2)
    else { return nil }
    var time = (hour: 0, minute: 0, second: 0)
    var end = 10
    if let hour = number(text, 11, 2), let minute = number(text, 14, 2) {
      (time.hour, time.minute, end) = (hour, minute, 16)
      if let second = number(text, 17, 2) { (time.second, end) = (second, 19) }
    }
    if isBlank(text, end, 19) { end = 19 }
    guard end == 19 || zone(text.slice(from: end)) != nil else { return nil }
    return CivilTime.milliseconds(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute,
      second: time.second
    ).map { ($0, end) }
  }

  /// Returns true if only blanks, colons and zeros as bytes stand in a part of a text.
  private static func isBlank(_ text: Bytes, _ start: Int, _ end: Int) -> Bool {
    (start..<end).allSatisfy {
      let byte = text.byte($0)
      return byte == 0 || byte == UInt8(ascii: " ") || byte == UInt8(ascii: ":")
    }
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

  /// Parses `+02:00`, `-0800` or `Z`; nil for other texts. RFC 3339's `-00:00` is UTC without a
  /// known clock, as `Z` is.
  static func zone(_ text: Bytes) -> WrittenZone? {
    switch text.byte(0) {
    case UInt8(ascii: "Z"):
      return .universal
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(text, 1, 2), hours <= 15 else { return nil }
      let minutes = number(text, text.byte(3) == UInt8(ascii: ":") ? 4 : 3, 2) ?? 0
      guard minutes <= 59 else { return nil }
      let total = Int16(hours * 60 + minutes)
      guard text.byte(0) == UInt8(ascii: "-") else { return .offset(minutes: total) }
      return total == 0 ? .universal : .offset(minutes: -total)
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
    var zone: WrittenZone?
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
      zone = self.zone(text.slice(from: place))
    }
    return date(
      CivilTime.milliseconds(
        year: year, month: month, day: day, hour: time.hour, minute: time.minute,
        second: time.second), fraction: time.fraction, zone: zone, source: source)
  }

  /// Parses a date of XMP: ISO 8601, or a year or a month alone, of which the first day counts.
  static func xmp(_ text: Bytes, source: CreationDateSource) -> CaptureDate? {
    var count = text.count
    while count > 0, text.byte(count - 1) <= 0x20 { count -= 1 }
    guard count == 4 || count == 7 && text.byte(4) == UInt8(ascii: "-") else {
      return iso(text, source: source)
    }
    guard let year = number(text, 0, 4), let month = count == 4 ? 1 : number(text, 5, 2) else {
      return nil
    }
    return date(
      CivilTime.milliseconds(year: year, month: month, day: 1), fraction: 0, zone: nil,
      source: source)
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
      fraction: 0, zone: zone(text.slice(from: second == nil ? 13 : 15)), source: source)
  }

  static func date(
    _ milliseconds: Int64?, fraction: Int64, zone: WrittenZone?, source: CreationDateSource
  ) -> CaptureDate? {
    milliseconds.map { CaptureDate($0 + fraction, zone, source) }
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
  /// Parses a date of XMP: ISO 8601 with or without time, fraction and zone, also with EXIF's
  /// colons, or a year or a month alone; else nil.
  package init?(xmp text: UnsafeRawBufferPointer, source: CreationDateSource) {
    guard let start = text.baseAddress,
      let date = DateText.xmp(Bytes(start: start, count: text.count), source: source)
    else { return nil }
    self = date
  }
}
