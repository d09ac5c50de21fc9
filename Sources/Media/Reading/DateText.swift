/// Reads the ways in which files write dates.
enum DateText {
  /// `2015:09:27 21:29:28`, the form of EXIF, with any separators; milliseconds as if UTC.
  ///
  /// Nil for the forms that mean "not known" (all zeros, all blanks) and for impossible dates.
  static func exif(_ text: Bytes) -> Int64? {
    guard text.count >= 19,
      let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2),
      let hour = number(text, 11, 2), let minute = number(text, 14, 2),
      let second = number(text, 17, 2)
    else { return nil }
    return CivilTime.milliseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  /// EXIF's SubSecTime: the digits after a decimal point, in milliseconds.
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

  /// `+02:00`, `-0800` or `Z`, in minutes.
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

  /// ISO 8601 with or without time, fraction and zone; EXIF's colons are taken as well.
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

  /// `Sun, 27 Sep 2015 21:29:28 +0000`, the form that PNG recommends (RFC 1123).
  static func rfc1123(_ text: Bytes, source: CreationDateSource) -> CaptureDate? {
    var place = 0
    if let comma = text.slice(from: 0, limit: 12).firstIndex(of: UInt8(ascii: ","), from: 0) {
      place = comma + 1
      while text.byte(place) == UInt8(ascii: " ") { place += 1 }
    }
    let dayDigits = number(text, place, 2) == nil ? 1 : 2
    guard let day = number(text, place, dayDigits) else { return nil }
    place += dayDigits + 1
    guard let month = month(text, at: place), let year = number(text, place + 4, 4),
      let hour = number(text, place + 9, 2), let minute = number(text, place + 12, 2)
    else { return nil }
    let second = number(text, place + 15, 2) ?? 0
    let zone = text.slice(from: place + 18)
    let isUTC = zone.has("GMT", at: 0) || zone.has("UT", at: 0)
    return date(
      CivilTime.milliseconds(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      fraction: 0, offset: isUTC ? 0 : offset(zone), source: source)
  }

  private static func date(
    _ milliseconds: Int64?, fraction: Int64, offset: Int16?, source: CreationDateSource
  ) -> CaptureDate? {
    guard let milliseconds else { return nil }
    return CaptureDate(
      wallClockMilliseconds: milliseconds + fraction, offsetMinutes: offset, source: source)
  }

  private static func month(_ text: Bytes, at place: Int) -> Int? {
    let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    for month in 0..<12 {
      let name = names.utf8Start + month * 3
      if text.byte(place) == name[0], text.byte(place + 1) == name[1],
        text.byte(place + 2) == name[2]
      {
        return month + 1
      }
    }
    return nil
  }

  /// A decimal number of exactly `length` digits.
  private static func number(_ text: Bytes, _ place: Int, _ length: Int) -> Int? {
    var value = 0
    for index in place..<place + length {
      guard let digit = digit(text.byte(index)) else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
