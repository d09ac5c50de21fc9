import Foundation

/// The facts in shotflow's records of files, as texts by field.
struct RecordFacts {
  /// The fields of each file, by its path.
  let files: [String: [ComparedField: String]]

  /// Runs the tool over files; nothing is kept from it.
  init(of paths: [String], tool: String) throws {
    let folder = try ScratchFolder()
    let rule = folder.path("facts.lua")
    try Data("return pipeline { source { stdin = true } }\n".utf8).write(to: rule)
    let input = Data(paths.map { $0 + "\0" }.joined().utf8)
    var files: [String: [ComparedField: String]] = [:]
    // What people typed is in records on request alone.
    let typed = "path,title,description,keywords,rating,creator,copyright,persons"
    for options in [[], ["--fields", typed]] {
      // Dates without a zone are then those that the file has.
      let output = try Program.output(
        of: tool, ["run", rule.path, "--everything", "-0"] + options, input: input,
        environment: [
          "TZ": "UTC", "XDG_STATE_HOME": folder.path("state").path,
          "XDG_CACHE_HOME": folder.path("cache").path,
          "XDG_CONFIG_HOME": folder.path("config").path,
        ])
      for line in output.split(separator: UInt8(ascii: "\n")) {
        guard let record = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
          let path = record["path"] as? String
        else { continue }
        files[path, default: [:]].merge(Self.fields(of: record)) { $1 }
      }
    }
    self.files = files
  }

  private static func fields(of record: [String: Any]) -> [ComparedField: String] {
    var fields: [ComparedField: String] = [:]
    func text(_ key: String) -> String? {
      (record[key] as? String) ?? (record[key] as? NSNumber)?.stringValue
    }
    fields[.type] = text("uniformTypeIdentifier")
    if let width = text("pixelWidth"), let height = text("pixelHeight") {
      fields[.size] = "\(width) x \(height)"
    }
    if let orientation = text("orientation"), orientation != "1" {
      fields[.orientation] = orientation
    }
    (fields[.make], fields[.model]) = (text("cameraMake"), text("cameraModel"))
    (fields[.lens], fields[.software]) = (text("lensModel"), text("software"))
    fields[.comment] = text("userComment")
    (fields[.duration], fields[.frameRate]) = (text("duration"), text("frameRate"))
    (fields[.colorModel], fields[.depth]) = (text("colorModel"), text("depth"))
    fields[.profileName] = text("profileName")
    fields[.alpha] = (record["hasAlpha"] as? Bool).map { "\($0)" }
    (fields[.title], fields[.caption]) = (text("title"), text("description"))
    (fields[.creator], fields[.copyright]) = (text("creator"), text("copyright"))
    fields[.rating] = text("rating")
    fields[.keywords] = (record["keywords"] as? [String])?.joined(separator: "|")
    fields[.people] = (record["persons"] as? [String])?.sorted().joined(separator: "|")
    if let source = text("creationDateSource"), source != "filename", source != "fileSystem",
      let date = WrittenMoment(text("localDate") ?? text("creationDate") ?? "")
    {
      fields[.date] = "\(date.milliseconds)"
      fields[.offset] = text("creationDateOffset").flatMap { WrittenMoment.minutes($0) }
        .map { "\($0)" }
    }
    if let place = record["location"] as? [String: Any],
      let latitude = place["latitude"] as? NSNumber, let longitude = place["longitude"] as? NSNumber
    {
      fields[.place] = "\(latitude), \(longitude)"
      fields[.altitude] = (place["altitude"] as? NSNumber)?.stringValue
    }
    return fields
  }
}
