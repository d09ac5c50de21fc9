package import Pipeline

/// A place that the user's settings name: `places = { home = { 52.52, 13.40, "2km" } }`.
package struct NamedPlace: Sendable {
  /// The name that the user types.
  package let name: String
  /// The latitude, the longitude and the distance, as `near` takes them.
  package let arguments: [ArgumentValue]

  private static let example = "{ 52.52, 13.40, \"2km\" }"

  /// Reads a member of the table `places`; nil for anything but two degrees and a distance.
  init?(_ member: ArgumentMember) {
    guard case .list(let parts) = member.value, parts.count == 3,
      let latitude = parts[0].number, (-90...90).contains(latitude),
      let longitude = parts[1].number, (-180...180).contains(longitude),
      Area.Circle.metres(parts[2]) != nil
    else { return nil }
    (name, arguments) = (member.name, parts)
  }

  /// The sentence that says what a place has to be.
  static let requirement =
    "a place is latitude, longitude and distance, such as \(example)"

  /// Returns the test of a text such as `home` or `home,5km`, and nil for a text of numbers.
  ///
  /// - Throws: ``UsageProblem`` for an unknown name.
  package static func near(
    _ text: String, among places: [NamedPlace]
  ) throws(UsageProblem) -> ArgumentValue? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " })
    }
    guard parts.count <= 2, let name = parts.first, Double(name) == nil else { return nil }
    guard let place = places.first(where: { $0.name == name }) else {
      let known = places.map { "\"\($0.name)\"" }.sorted().joined(separator: ", ")
      let remedy = NearestName.remedy(
        NearestName.of(name, among: places.map(\.name)),
        or: "give --near 52.52,13.40,5km" + (known.isEmpty ? "" : " or one of \(known)"))
      throw UsageProblem("\"\(name)\" is no place of your settings\(remedy)")
    }
    let distance = parts.count == 2 ? [ArgumentValue.text(parts[1])] : []
    return .test(
      TestCall(
        name: "near", arguments: place.arguments.prefix(3 - distance.count) + distance, line: 0))
  }
}
