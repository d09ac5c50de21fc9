import Foundation
import Media
import TestSupport

/// What exiftool says of the files below a folder, put as ``SeenFacts`` puts it.
struct Exiftool {
  /// The program's path, or nil with a printed line.
  static var program: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let found = folders.split(separator: ":").map { "\($0)/exiftool" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    if found == nil { print("skipped: no exiftool; apt-get install libimage-exiftool-perl") }
    return found
  }

  /// The fields of each file, by its path from the folder.
  let files: [String: [String: String]]

  init(folder: String) async throws {
    // Dates as they are written, numbers as numbers, and no look at the zone of this place.
    let result = try await RunProgram(
      Self.program ?? "", ["-j", "-n", "-r", "-api", "QuickTimeUTC=1", "."],
      environment: ["TZ": "UTC"], workingFolder: folder
    ).result()
    let list = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
    var files: [String: [String: String]] = [:]
    for tags in list ?? [] {
      guard let path = tags["SourceFile"] as? String else { continue }
      files[String(path.dropFirst(2))] = Self.fields(of: tags)
    }
    self.files = files
  }

  private static func fields(of tags: [String: Any]) -> [String: String] {
    var fields: [String: String] = [:]
    let type = tags["FileType"] as? String ?? ""
    fields["type"] = types[type] ?? type
    let turn = turn(of: tags, type)
    if let turn, turn != 1 { fields["orientation"] = "\(turn)" }
    // Not ImageWidth, which is that of a raw file's preview.
    let sides = (tags["ImageSize"] as? String ?? "").split { " x".contains($0) }
    if sides.count == 2 {
      let isTurned = turn ?? 1 > 4
      fields["size"] = "\(sides[isTurned ? 1 : 0]) x \(sides[isTurned ? 0 : 1])"
    }
    fields["colour"] = color(of: tags, type)
    if let frames = tags["FrameCount"] as? Int ?? tags["AnimationFrames"] as? Int, frames > 1 {
      fields["frames"] = "\(frames)"
    }
    if !stillTypes.contains(type), let duration = tags["Duration"] as? Double {
      fields["duration"] = "\(Int64((duration * 1000).rounded(.down)))"
    }
    (fields["date"], fields["zone"]) = date(of: tags)
    if let latitude = tags["GPSLatitude"] as? Double,
      let longitude = tags["GPSLongitude"] as? Double
    {
      fields["place"] = SeenFacts.place(latitude, longitude)
      if let altitude = tags["GPSAltitude"] as? Double {
        fields["altitude"] = SeenFacts.rounded(altitude, 100)
      }
    }
    for (name, tag) in [
      ("make", "Make"), ("model", "Model"), ("lens", "LensModel"), ("software", "Software"),
      ("comment", "UserComment"),
    ] {
      // A text that looks like a number comes as one.
      let text = (tags[tag] as? String ?? (tags[tag] as? NSNumber)?.stringValue ?? "")
        .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(["\0"])))
      if !text.isEmpty { fields[name] = text }
    }
    return fields
  }

  private static let stillTypes: Set = [
    "HEIC", "HEIF", "AVIF", "CR3", "GIF", "PNG", "APNG", "WEBP",
  ]

  private static let types = [
    "JPEG": MediaFormat.jpeg, "PNG": .png, "APNG": .png, "GIF": .gif, "WEBP": .webp,
    "Extended WEBP": .webp, "TIFF": .tiff,
    "HEIC": .heic, "HEIF": .heif, "AVIF": .avif, "DNG": .dng, "CR2": .cr2, "NEF": .nef, "ARW": .arw,
    "CR3": .cr3, "MOV": .quickTime, "MP4": .mpeg4, "M4V": .m4v, "3GP": .threeGPP,
  ].mapValues(\.uniformTypeIdentifier)

  /// HEIF turns by its own property, movies by their matrix, all others by EXIF.
  private static func turn(of tags: [String: Any], _ type: String) -> Int? {
    switch type {
    case "HEIC", "HEIF", "AVIF": [0: 1, 90: 8, 180: 3, 270: 6][tags["Rotation"] as? Int ?? 0]
    case "MOV", "MP4", "M4V", "3GP": [0: 1, 90: 6, 180: 3, 270: 8][tags["Rotation"] as? Int ?? 0]
    default: (tags["Orientation"] as? Int).flatMap { (1...8).contains($0) ? $0 : nil }
    }
  }

  private static func color(of tags: [String: Any], _ type: String) -> String? {
    switch type {
    case "JPEG": return [1: "gray", 3: "rgb", 4: "cmyk"][tags["ColorComponents"] as? Int ?? 0]
    case "PNG", "APNG":
      return [0: "gray", 2: "rgb", 3: "rgb", 4: "gray", 6: "rgb"][tags["ColorType"] as? Int ?? -1]
    case "TIFF", "DNG", "NEF", "ARW", "CR2":
      return [
        0: "gray", 1: "gray", 2: "rgb", 3: "rgb", 5: "cmyk", 6: "rgb", 8: "lab", 32803: "rgb",
        34892: "rgb",
      ][tags["PhotometricInterpretation"] as? Int ?? -1]
    case "GIF", "WEBP", "Extended WEBP": return "rgb"
    default: return nil
    }
  }

  /// The first of EXIF's dates that is one, with its fraction and its zone.
  private static func date(of tags: [String: Any]) -> (String?, String?) {
    for (date, fraction, zone) in [
      ("DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal"),
      ("CreationDate", "", ""), ("CreateDate", "SubSecTimeDigitized", "OffsetTimeDigitized"),
      ("ModifyDate", "SubSecTime", "OffsetTime"),
    ] {
      guard let text = tags[date] as? String, let seconds = seconds(of: text.prefix(19)) else {
        continue
      }
      var milliseconds = seconds * 1000
      if let digits = tags[fraction].map({ "\($0)" }), let number = Double("0.\(digits)") {
        milliseconds += Int64(number * 1000)
      }
      let rest = String(text.dropFirst(19))
      return ("\(milliseconds)", minutes(of: rest.isEmpty ? tags[zone] as? String : rest))
    }
    return (nil, nil)
  }

  private static func seconds(of text: Substring) -> Int64? {
    let parts = text.split { ": T".contains($0) }.compactMap { Int($0) }
    guard text.count == 19, parts.count == 6, parts[0] > 0, (1...12).contains(parts[1]),
      (1...31).contains(parts[2])
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    let moment = calendar.date(
      from: DateComponents(
        year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
        second: parts[5]))
    return moment.map { Int64($0.timeIntervalSince1970) }
  }

  private static func minutes(of zone: String?) -> String? {
    guard let zone else { return nil }
    if zone == "Z" { return "0" }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    return "\((parts[0] * 60 + parts[1]) * (zone.hasPrefix("-") ? -1 : 1))"
  }
}
