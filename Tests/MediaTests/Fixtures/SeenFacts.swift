import Media

/// Facts that can be compared with those of other programs, as text by the field's name.
///
///     SeenFacts(facts).fields["date"]  // "1443389368054", milliseconds by the wall clock
struct SeenFacts {
  private(set) var fields: [String: String] = [:]

  init(_ facts: MediaFacts) {
    fields["type"] = facts.format.uniformTypeIdentifier
    if facts.pixelWidth > 0 { fields["size"] = "\(facts.pixelWidth) x \(facts.pixelHeight)" }
    if facts.orientation != 1 { fields["orientation"] = "\(facts.orientation)" }
    if let color = facts.colorModel { fields["colour"] = "\(color)" }
    if facts.isAnimated { fields["frames"] = facts.frameCount.map { "\($0)" } }
    if let duration = facts.durationMilliseconds { fields["duration"] = "\(duration)" }
    if let date = facts.captureDate {
      fields["date"] = "\(date.wallClockMilliseconds)"
      // Others say of a moment that its zone is UTC.
      if let offset = date.isMoment ? 0 : date.offsetMinutes { fields["zone"] = "\(offset)" }
    }
    if let location = facts.location {
      fields["place"] = Self.place(location.latitude, location.longitude)
      if let altitude = location.altitude { fields["altitude"] = Self.rounded(altitude, 100) }
    }
    for (name, text) in [
      ("make", facts.make), ("model", facts.model), ("lens", facts.lens),
      ("software", facts.software.isEmpty ? facts.pngSoftware : facts.software),
      ("comment", facts.userComment),
    ] where !text.isEmpty {
      fields[name] = text.string
    }
  }

  /// Returns true if two values agree: numbers to about a metre of place, however many zeros end
  /// them; all else exactly.
  static func agree(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == other }
    if one == other { return true }
    let (left, right) = (numbers(one), numbers(other))
    return !left.isEmpty && left.count == right.count
      && zip(left, right).allSatisfy { abs($0 - $1) < 0.000_02 }
  }

  /// The numbers that a field consists of; empty when it has other parts.
  private static func numbers(_ field: String) -> [Double] {
    let parts = field.split { ", ".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count ? numbers : []
  }

  /// To about a metre.
  static func place(_ latitude: Double, _ longitude: Double) -> String {
    "\(rounded(latitude, 100_000)), \(rounded(longitude, 100_000))"
  }

  static func rounded(_ number: Double, _ scale: Double) -> String {
    "\((number * scale).rounded() / scale)"
  }
}
