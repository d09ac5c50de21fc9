import Foundation

/// The tags that exiftool prints for one file: its own choice of each, and all of them by group.
struct ExiftoolTags {
  /// The tags by name, the one of several groups that exiftool prefers.
  let chosen: [String: Any]
  /// The tags by group and name, such as `ExifIFD:CreateDate`.
  let all: [String: Any]

  var type: String { chosen["FileType"] as? String ?? "" }

  /// The tag's text, without what pads it; a group may stand in front of the name.
  func text(_ name: String) -> String? {
    let value = name.contains(":") ? all[name] : chosen[name]
    // A text that looks like a number comes as one.
    return ((value as? String) ?? (value as? NSNumber)?.stringValue)?
      .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(["\0"])))
  }

  func number(_ name: String) -> Double? { text(name).flatMap(Double.init) }

  /// The dates of a tag with its group, without fraction or zone of others.
  func moments(of name: String) -> [WrittenMoment] { [moment(name, "", "")].compactMap(\.self) }

  /// True if exiftool found that the file breaks the rules of its format where facts are stored.
  var isDamaged: Bool {
    if all["ExifTool:Error"] != nil { return true }
    guard let warning = text("ExifTool:Warning")?.lowercased() else { return false }
    return Self.damages.contains { warning.contains($0) }
  }

  private static let damages = [
    "corrupt", "format error", "truncated", "error reading", "invalid exif header", "aborted",
    "no extents", "bad format", "unexpected end", "not enough", "bad size", "bad ifd",
    "bad offset for ifd", "suspicious", "illegally sized", "non-standard header", "skipped unknown",
    "out of sequence",
  ]

  /// The groups that have a tag.
  func groups(of name: String) -> [String] {
    all.keys.filter { $0.hasSuffix(":\(name)") }.map { String($0.dropLast(name.count + 1)) }
  }

  /// The date that a user of exiftool takes: the first of the usual three that is one.
  var date: WrittenMoment? {
    for (date, fraction, zone) in Self.exifDates {
      if let moment = moment(date, fraction, zone) { return moment }
      if date == "DateTimeOriginal", let moment = moment("CreationDate", "", "") { return moment }
    }
    return nil
  }

  /// The dates in the order of docs/facts.md; the first that is there is the one that counts.
  var datesInOrder: [WrittenMoment] {
    let exif = ["ExifIFD", "IFD0", "SubIFD", "IFD1"]
    func original(_ name: String, _ fraction: String, _ zone: String) -> [WrittenMoment?] {
      exif.map { moment("\($0):\(name)", "ExifIFD:\(fraction)", "ExifIFD:\(zone)") }
    }
    func any(_ names: String...) -> [WrittenMoment?] { names.map { moment($0, "", "") } }
    let (originals, digitized, changed) = (Self.exifDates[0], Self.exifDates[1], Self.exifDates[2])
    var found = original(originals.0, originals.1, originals.2)
    found += any(
      "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "Composite:DateTimeCreated",
      "IPTC:DateCreated")
    found += original(digitized.0, digitized.1, digitized.2)
    found += any(
      "Keys:CreationDate", "ItemList:ContentCreateDate", "UserData:DateTimeOriginal",
      "PNG:CreationTime", "XMP-xmp:CreateDate", "Composite:DigitalCreationDateTime",
      "QuickTime:CreateDate", "Track1:MediaCreateDate")
    found += original(changed.0, changed.1, changed.2)
    found += any("Composite:GPSDateTime", "PNG:Datecreate", "PNG:ModifyDate")
    return found.compactMap(\.self).filter { !Self.defaults.contains($0.milliseconds) }
  }

  /// The times that firmware writes if it knows no date: 1970, 1980, 2000, and noon of a day in 2002.
  private static let defaults: Set<Int64> = [
    0, 315_532_800_000, 946_684_800_000, 1_039_348_800_000,
  ]

  private static let exifDates = [
    ("DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal"),
    ("CreateDate", "SubSecTimeDigitized", "OffsetTimeDigitized"),
    ("ModifyDate", "SubSecTime", "OffsetTime"),
  ]

  private func moment(_ date: String, _ fraction: String, _ zone: String) -> WrittenMoment? {
    guard let text = text(date), var moment = WrittenMoment(text), moment != .quickTimesZero else {
      return nil
    }
    if let digits = self.text(fraction)?.prefix(while: \.isNumber), !text.contains(".") {
      let part = (Double("0.\(digits)") ?? 0) * 1000
      moment = WrittenMoment(
        milliseconds: moment.milliseconds + Int64(part.rounded(.down)), offset: moment.offset)
    }
    if moment.offset == nil, let minutes = self.text(zone).flatMap(WrittenMoment.minutes) {
      moment = WrittenMoment(milliseconds: moment.milliseconds, offset: minutes)
    }
    return moment
  }

  /// Asks exiftool about files, by their paths.
  static func read(of paths: [String]) throws -> [String: ExiftoolTags] {
    let program = try Program.path(of: "exiftool")
    // Numbers as numbers, and no look at the zone of this place.
    let options = [
      "-j", "-struct", "-n", "-charset", "filename=utf8", "-api", "QuickTimeUTC=1", "-@", "-",
    ]
    let input = Data(paths.map { $0 + "\n" }.joined().utf8)
    func list(_ more: [String]) throws -> [String: [String: Any]] {
      let output = try Program.output(
        of: program, more + options, input: input, environment: ["TZ": "UTC"])
      // Texts of tags come as the bytes that the file has.
      let valid = Data(String(decoding: output, as: UTF8.self).utf8)
      let list = try JSONSerialization.jsonObject(with: valid) as? [[String: Any]] ?? []
      let pairs = list.compactMap { tags in (tags["SourceFile"] as? String).map { ($0, tags) } }
      return Dictionary(pairs) { first, _ in first }
    }
    let (chosen, all) = (try list([]), try list(["-G1"]))
    return chosen.reduce(into: [:]) { files, file in
      files[file.key] = ExiftoolTags(chosen: file.value, all: all[file.key] ?? [:])
    }
  }
}

extension WrittenMoment {
  /// The date that exiftool prints for a movie's header without one.
  static let quickTimesZero = WrittenMoment(milliseconds: -2_082_844_800_000, offset: 0)

  init(milliseconds: Int64, offset: Int?) {
    self.milliseconds = milliseconds
    self.offset = offset
  }
}
