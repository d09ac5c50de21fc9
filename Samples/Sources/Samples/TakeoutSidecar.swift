/// The JSON that a Google Takeout puts beside a picture.
///
///     TakeoutSidecar(title: "IMG_1.JPG", taken: 1_561_975_200) { $0.isFavorite = true }
package struct TakeoutSidecar: SampleFile {
  package var title: String
  /// Seconds since 1970.
  package var taken: Int
  package var added: Int
  package var description = ""
  package var position: Position?
  package var isFavorite = false
  package var isArchived = false
  package var isTrashed = false
  package var people: [String] = []

  package init(
    title: String, taken: Int, _ fill: (inout TakeoutSidecar) -> Void = { _ in }
  ) {
    self.title = title
    self.taken = taken
    added = taken + 3600
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var members = [
      "\"title\": \(Self.quoted(title))",
      "\"description\": \(Self.quoted(description))",
      "\"imageViews\": \"3\"",
      "\"creationTime\": \(Self.moment(added))",
      "\"photoTakenTime\": \(Self.moment(taken))",
      "\"geoData\": \(Self.place(position))",
      "\"geoDataExif\": \(Self.place(position))",
    ]
    if !people.isEmpty {
      let names = people.map { "{\"name\": \(Self.quoted($0))}" }
      members.append("\"people\": [\(names.joined(separator: ", "))]")
    }
    if isFavorite { members.append("\"favorited\": true") }
    if isArchived { members.append("\"archived\": true") }
    if isTrashed { members.append("\"trashed\": true") }
    members += [
      "\"url\": \"https://photos.google.com/photo/\(taken)\"",
      "\"googlePhotosOrigin\": {\"mobileUpload\": {\"deviceType\": \"ANDROID_PHONE\"}}",
    ]
    return Array("{\n  \(members.joined(separator: ",\n  "))\n}\n".utf8)
  }

  /// The file of an album: what it is called, under a name in the account's language.
  package static func album(title: String, description: String = "") -> [UInt8] {
    Array(
      """
      {
        "title": \(quoted(title)),
        "description": \(quoted(description)),
        "access": "protected",
        "date": \(moment(1_561_975_200)),
        "geoData": \(place(nil))
      }

      """.utf8)
  }

  private static func moment(_ seconds: Int) -> String {
    let text = CivilTime(secondsSince1970: seconds).iso8601
    return "{\"timestamp\": \"\(seconds)\", \"formatted\": \"\(text)\"}"
  }

  private static func place(_ position: Position?) -> String {
    let (latitude, longitude) = (position?.latitude ?? 0, position?.longitude ?? 0)
    return "{\"latitude\": \(latitude), \"longitude\": \(longitude), "
      + "\"altitude\": \(position?.altitude ?? 0), \"latitudeSpan\": 0.0, \"longitudeSpan\": 0.0}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
