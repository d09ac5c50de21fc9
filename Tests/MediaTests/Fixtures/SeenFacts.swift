import Media

/// What can be compared with what others say of a file, as text by the field's name.
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
      if let offset = date.offsetMinutes { fields["zone"] = "\(offset)" }
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

  /// To about a metre.
  static func place(_ latitude: Double, _ longitude: Double) -> String {
    "\(rounded(latitude, 100_000)), \(rounded(longitude, 100_000))"
  }

  static func rounded(_ number: Double, _ scale: Double) -> String {
    "\((number * scale).rounded() / scale)"
  }
}
