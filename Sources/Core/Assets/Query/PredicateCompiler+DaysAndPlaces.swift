extension PredicateCompiler {
  /// Compiles a test such as `month("2024-12")`; `read` turns its argument into a range of time.
  mutating func clock(
    _ field: Field, _ call: TestCall, _ wanted: String, _ read: (ArgumentValue) -> ClockRange?
  ) -> AssetPredicate {
    guard check(field, call, count: 1, types: [.date]) else { return .always }
    if let range = read(call.arguments[0]) { return .clock(field, range) }
    note(
      "\(call.name) takes \(wanted), not \(call.arguments[0].quoted)", token: call.name,
      at: call.line)
    return .always
  }

  /// Compiles a test such as `hour("12..17")`; of months, those of one year are a range of time, and
  /// a whole date or `today` is that day of every year.
  mutating func cycle(
    _ field: Field, _ call: TestCall, _ form: ClockCycle.Form
  ) -> AssetPredicate {
    guard check(field, call, count: 1, types: [.date]) else { return .always }
    let value = call.arguments[0]
    if form == .month, let range = Self.month(value) { return .clock(field, range) }
    var text = if case .text(let text) = value { text } else { value.count.map(String.init) }
    if form == .monthDay, let day = day(value)?.start {
      text = String(Instant(milliseconds: day).description.dropFirst(5).prefix(5))
    }
    if let text, let cycle = ClockCycle(text, as: form) { return .cycle(field, cycle) }
    note(
      "\(call.name) takes \(form.wanted), not \(value.quoted)", token: call.name, at: call.line)
    return .always
  }

  /// Returns the range of `2024-12-31`, `today` or `yesterday` in this computer's time zone, else
  /// nil; today is the day when the run was planned.
  func day(_ value: ArgumentValue) -> ClockRange? {
    guard case .text(let text) = value else { return nil }
    switch text {
    case "today": return day(before: 0)
    case "yesterday": return day(before: 1)
    default:
      guard text.utf8.count == 10, case .clock(let range) = WrittenDate(text) else { return nil }
      return range
    }
  }

  private func day(before count: Int64) -> ClockRange {
    let clock = ClockOffset.ofComputer(at: now)
    let shown = now.advanced(byMilliseconds: clock.seconds * 1000).milliseconds
    let day = CivilDate(daysSince1970: floorDivide(shown, 86_400_000).quotient - count)
    return ClockRange(day, through: day)
  }

  private static func month(_ value: ArgumentValue) -> ClockRange? {
    guard case .text(let text) = value, text.utf8.count == 7,
      case .clock(let first) = WrittenDate(text + "-01"), let start = first.start
    else { return nil }
    // Every month begins within 31 days of the one before.
    let inNext = CivilDate(daysSince1970: start / 86_400_000 + 31)
    return ClockRange(from: start, until: start + (31 - (inNext.day - 1)) * 86_400_000)
  }

  static func year(_ value: ArgumentValue) -> ClockRange? {
    let year: Int64?
    switch value {
    case .integer(let number): year = number
    case .text(let text): year = text.utf8.count == 4 ? Int64(text) : nil
    default: year = nil
    }
    guard let year, (1000...9999).contains(year),
      let first = CivilDate(year: year, month: 1, day: 1),
      let last = CivilDate(year: year, month: 12, day: 31)
    else { return nil }
    return ClockRange(first, through: last)
  }

  /// Returns a test `near(latitude, longitude, distance)` or `inside(south, west, north, east)`.
  mutating func place(_ field: Field, _ call: TestCall, isCircle: Bool) -> AssetPredicate {
    guard check(field, call, count: isCircle ? 3 : 4, types: [.location]) else { return .always }
    let degrees = call.arguments.prefix(isCircle ? 2 : 4).map(\.number)
    let limits = [90.0, 180, 90, 180]
    for (place, limit) in zip(degrees.indices, limits) {
      guard let number = degrees[place], (-limit...limit).contains(number) else {
        let given = call.arguments[place].quoted
        let isSwapped =
          isCircle && place == 0 && (degrees[0].map { (-180...180).contains($0) } ?? false)
        note(
          "\(call.name) takes a \(limit == 90 ? "latitude" : "longitude") from -\(Int(limit)) to"
            + " \(Int(limit)), not \(given)"
            + (isSwapped ? "; the latitude comes first" : ""), token: call.name, at: call.line)
        return .always
      }
    }
    let known = degrees.compactMap(\.self)
    guard isCircle else {
      if known[0] > known[2] {
        note(
          "inside takes the southern latitude before the northern one: inside(south, west, north,"
            + " east)", token: "inside", at: call.line)
        return .always
      }
      return .place(
        field, .box(Area.Box(south: known[0], west: known[1], north: known[2], east: known[3])))
    }
    guard let metres = Area.Circle.metres(call.arguments[2]) else {
      note(
        "near takes a distance such as \"5km\", \"300m\" or \"2mi\", not"
          + " \(call.arguments[2].quoted)", token: "near", at: call.line)
      return .always
    }
    return .place(
      field, .circle(Area.Circle(latitude: known[0], longitude: known[1], metres: metres)))
  }
}
