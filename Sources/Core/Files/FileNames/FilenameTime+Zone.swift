internal import Media

extension FilenameTime {
  /// Returns the time with the zone at `end`, where a name has one.
  static func withZone(
    _ time: FilenameTime, _ name: NameBytes, _ end: Int, _ isISO: Bool
  ) -> Result {
    // Most names end here.
    guard name[end] != UInt8(ascii: "."), time.precision >= .second,
      let (zone, zoneEnd) = zone(name, end, isISO)
    else { return .found(time, end: end) }
    var time = time
    time.zone = zone
    return .found(time, end: zoneEnd)
  }

  /// Reads `Z`, `+0200`, `+02:00`, ` +0200`, ` UTC`, `_UTC` (Instaloader) and `GMT+2`. A minus is
  /// also that of a counter (`12.00.00-0001`), so it counts behind ISO 8601's `T`, behind a space
  /// and behind the name of the zone alone.
  private static func zone(
    _ name: NameBytes, _ end: Int, _ isISO: Bool
  ) -> (zone: Zone, end: Int)? {
    switch name[end] {
    case UInt8(ascii: "Z"):
      return name.isLetter(end + 1) || name.isDigit(end + 1) ? nil : (.utc, end + 1)
    case UInt8(ascii: "+"): return offset(name, end, allowsHours: isISO)
    case UInt8(ascii: "-"): return isISO ? offset(name, end, allowsHours: false) : nil
    case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "U"), UInt8(ascii: "G"): break
    default: return nil
    }
    let start = name.isLetter(end) ? end : end + 1
    if name.has("utc", at: start) || name.has("gmt", at: start) {
      let wordEnd = start + 3
      if let found = offset(name, wordEnd, allowsHours: true) { return found }
      return name.isLetter(wordEnd) || name.isDigit(wordEnd) ? nil : (.utc, wordEnd)
    }
    guard name[end] == UInt8(ascii: " ") else { return nil }
    return offset(name, start, allowsHours: false)
  }

  /// Reads a sign, two digits of hours up to 14 and of minutes in quarters of an hour, with `:`,
  /// `.`, `-` or nothing between; with `allowsHours` also one or two digits of hours alone.
  private static func offset(
    _ name: NameBytes, _ sign: Int, allowsHours: Bool
  ) -> (zone: Zone, end: Int)? {
    guard name[sign] == UInt8(ascii: "+") || name[sign] == UInt8(ascii: "-") else { return nil }
    let start = sign + 1
    let length = name.digitRun(start, limit: 5)
    var end = start + length
    var minuteStart: Int?
    switch length {
    case 4: minuteStart = start + 2
    case 2 where isBetweenHourAndMinute(name[end]) && name.digitRun(end + 1, limit: 3) == 2:
      minuteStart = end + 1
      end += 3
    case 1 where allowsHours, 2 where allowsHours: break
    default: return nil
    }
    let minutes = minuteStart.flatMap { name.number($0, 2) } ?? 0
    guard let hours = name.number(start, min(length, 2)), hours <= 14, minutes < 60,
      minutes % 15 == 0, !name.isLetter(end)
    else { return nil }
    let total = Int16(hours * 60 + minutes)
    return (.offset(minutes: name[sign] == UInt8(ascii: "-") ? -total : total), end)
  }

  private static func isBetweenHourAndMinute(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
