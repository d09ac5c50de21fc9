import Foundation
import Media
import TestSupport
import Testing

/// One small file of each of many movie formats, with what exiftool says of them.
@Suite struct MovieSampleTests {
  private static let samples = "formats"
  private static let expected = "expected/formats.json"

  /// The page's table names each difference and why there is one; it has no line too many.
  @Test(.enabled(if: SharedData.has(samples) && SharedData.has(expected)))
  func allFieldsAgreeExceptThoseThatThePageExplains() throws {
    let folder = try #require(SharedData.path(Self.samples))
    let file = try #require(SharedData.path(Self.expected))
    let list = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: file)))
    var differences: Set<String> = []
    var count = 0
    for tags in try #require(list as? [[String: Any]]) {
      guard let name = tags["SourceFile"] as? String,
        (tags["File:MIMEType"] as? String ?? "").hasPrefix("video/")
      else { continue }
      count += 1
      let theirs = Self.fields(of: tags)
      let ours = Self.fields(of: try ScratchFile.facts(at: "\(folder)/\(name)"))
      for field in Set(ours.keys).union(theirs.keys)
      where !SeenFacts.agree(ours[field], theirs[field]) {
        differences.insert("\(name): \(field)")
        print("\(name): \(field): \(theirs[field] ?? "-") there, \(ours[field] ?? "-") here")
      }
    }
    #expect(count == 8)
    let explained = try FactsPage().differences(under: "Differences to exiftool in movies")
    #expect(differences.subtracting(explained).sorted() == [])
    #expect(explained.subtracting(differences).sorted() == [])
  }

  private static let types = [
    "MOV": MediaFormat.quickTime, "AVI": .avi, "WMV": .windowsMedia, "M2TS": .avchd, "DV": .dv,
    "MKV": .matroska, "FLV": .flash,
  ]

  private static func fields(of facts: MediaFacts) -> [String: String] {
    var fields = SeenFacts(facts).fields
    // The list has none of these.
    for name in ["software", "model", "comment"] { fields[name] = nil }
    fields["rate"] = facts.frameRate.map { "\((Double($0) * 1000).rounded() / 1000)" }
    // The list leaves out the date of Windows Media, and that QuickTime counts in UTC.
    if facts.format == .windowsMedia { fields["date"] = nil }
    if [.windowsMedia, .quickTime].contains(facts.format) { fields["zone"] = nil }
    // exiftool tells no rate of streams and of digital video under this name.
    if [.avchd, .dv, .flash].contains(facts.format) { fields["rate"] = nil }
    return fields
  }

  /// Names of tags have their group in front.
  private static func fields(of tags: [String: Any]) -> [String: String] {
    func tag(_ name: String) -> Any? {
      tags.first { $0.key.split(separator: ":").last == Substring(name) }?.value
    }
    var fields: [String: String] = [:]
    fields["type"] = types[tags["File:FileType"] as? String ?? ""]?.uniformTypeIdentifier
    fields["size"] = (tag("ImageSize") as? String)?.replacing(" ", with: " x ")
    let duration = tag("Duration")
    if let seconds = duration as? Double ?? (duration as? String).flatMap({ Double($0) }) {
      fields["duration"] = "\(Int64(seconds * 1000))"
    }
    if let rate = tag("VideoFrameRate") as? Double {
      fields["rate"] = "\((rate * 1000).rounded() / 1000)"
    }
    if let make = tag("Make") { fields["make"] = "\(make)" }
    if let date = (tag("DateTimeOriginal") ?? tag("CreateDate")) as? String {
      let zone = date.dropFirst(19)
      fields["date"] = Self.milliseconds(of: String(date.prefix(19)))
      if zone == "Z" { fields["zone"] = "0" }
      let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
      if parts.count == 2 {
        fields["zone"] = "\((parts[0] * 60 + parts[1]) * (zone.hasPrefix("-") ? -1 : 1))"
      }
    }
    return fields
  }

  private static func milliseconds(of text: String) -> String? {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.timeZone = TimeZone(secondsFromGMT: 0)
    form.dateFormat = "yyyy:MM:dd HH:mm:ss"
    return form.date(from: text).map { "\(Int64($0.timeIntervalSince1970) * 1000)" }
  }
}
