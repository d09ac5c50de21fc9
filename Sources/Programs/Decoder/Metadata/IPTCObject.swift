internal import Media

/// IPTC's IIM records as a JSON object, by IIM's names (IIM 4.2, chapter 6).
///
/// `Keywords` and the other data sets that IIM lets repeat are lists, even of one value. The rest
/// are texts, or numbers where IIM defines them so. Dates keep IIM's form, `20150927`.
struct IPTCObject {
  private var texts: [(set: IPTCDataSet, values: [[UInt8]])] = []
  private var isUTF8 = false
  private var problem: String?

  static func write(_ records: [UInt8], into writer: inout MetadataWriter) {
    var object = IPTCObject()
    object.read(records)
    object.write(into: &writer)
  }

  private mutating func read(_ records: [UInt8]) {
    var sets = IPTCRecords(records)
    for _ in 0..<IPTCRecords.mostDataSets {
      guard let set = sets.next() else {
        if !sets.isAtEnd { problem = "the IPTC records break off" }
        return
      }
      take(set.record, set.number, Array(set.value))
    }
    problem = "there are more than \(IPTCRecords.mostDataSets) IPTC data sets"
  }

  private mutating func take(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) {
    // 1:90 names the character set by ISO 2022's escapes; ESC % G is UTF-8.
    if record == 1, number == 90 { isUTF8 = value == [0x1B, 0x25, 0x47] }
    guard record == 2 else { return }
    let set = IPTCDataSet(number)
    if let known = texts.firstIndex(where: { $0.set.number == number }) {
      texts[known].values.append(value)
    } else {
      texts.append((set, [value]))
    }
  }

  private func write(into writer: inout MetadataWriter) {
    for (set, values) in texts {
      writer.member(set.name) { writer in
        guard set.kind == .texts else { return write(values[0], set.kind, into: &writer) }
        writer.list { writer in
          for value in values { writer.element { write(value, .text, into: &$0) } }
        }
      }
    }
    let problem = problem ?? (writer.isOverfull ? "there is more than is shown" : nil)
    if let problem { writer.member("problem") { $0.append(problem) } }
  }

  private func write(
    _ value: [UInt8], _ kind: IPTCDataSet.Kind, into writer: inout MetadataWriter
  ) {
    switch kind {
    case .text, .texts: writer.append(text(value))
    case .digits: if let number = Int64(text(value)) { writer.append(number) }
    case .number where value.count <= 4:
      writer.append(value.reduce(0) { $0 << 8 | Int64($1) })
    case .bytes, .number: writer.append(byteCount: value.count, value.count <= 1024 ? value : nil)
    }
  }

  /// Returns a text as UTF-8 if the records declare it or the bytes are valid as such; else as
  /// Windows-1252, which most programs wrote without declaring it.
  private func text(_ bytes: [UInt8]) -> String {
    if isUTF8 { return ExifText.text(bytes[...]) }
    let text = WesternText.string(bytes.prefix { $0 != 0 }, isDeclaredUTF8: false)
    return ExifText.text(Array(text.utf8)[...])
  }
}

/// A data set of IIM's record 2 (IIM 4.2, chapter 6).
struct IPTCDataSet {
  enum Kind {
    case text
    /// Texts that may be repeated.
    case texts
    /// A number in decimal digits.
    case digits
    /// A number in binary, most significant byte first.
    case number
    case bytes
  }

  let number: UInt8
  /// IIM's name without spaces, with `-` for `/`; `2:217` for a data set without a name.
  let name: String
  let kind: Kind

  init(_ number: UInt8) {
    self.number = number
    let known = Self.known.first { $0.number == number }
    name = known?.name ?? "2:\(number)"
    kind = known?.kind ?? .bytes
  }

  private static let known: [(number: UInt8, name: String, kind: Kind)] = [
    (0, "RecordVersion", .number), (3, "ObjectTypeReference", .text),
    (4, "ObjectAttributeReference", .texts), (5, "ObjectName", .text), (7, "EditStatus", .text),
    (8, "EditorialUpdate", .text), (10, "Urgency", .digits), (12, "SubjectReference", .texts),
    (15, "Category", .text), (20, "SupplementalCategory", .texts),
    (22, "FixtureIdentifier", .text), (25, "Keywords", .texts),
    (26, "ContentLocationCode", .texts), (27, "ContentLocationName", .texts),
    (30, "ReleaseDate", .text), (35, "ReleaseTime", .text), (37, "ExpirationDate", .text),
    (38, "ExpirationTime", .text), (40, "SpecialInstructions", .text),
    (42, "ActionAdvised", .text), (45, "ReferenceService", .texts),
    (47, "ReferenceDate", .texts), (50, "ReferenceNumber", .texts), (55, "DateCreated", .text),
    (60, "TimeCreated", .text), (62, "DigitalCreationDate", .text),
    (63, "DigitalCreationTime", .text), (65, "OriginatingProgram", .text),
    (70, "ProgramVersion", .text), (75, "ObjectCycle", .text), (80, "By-line", .texts),
    (85, "By-lineTitle", .texts), (90, "City", .text), (92, "Sub-location", .text),
    (95, "Province-State", .text), (100, "Country-PrimaryLocationCode", .text),
    (101, "Country-PrimaryLocationName", .text), (103, "OriginalTransmissionReference", .text),
    (105, "Headline", .text), (110, "Credit", .text), (115, "Source", .text),
    (116, "CopyrightNotice", .text), (118, "Contact", .texts), (120, "Caption-Abstract", .text),
    (122, "Writer-Editor", .texts), (125, "RasterizedCaption", .bytes),
    (130, "ImageType", .text), (131, "ImageOrientation", .text),
    (135, "LanguageIdentifier", .text), (150, "AudioType", .text),
    (151, "AudioSamplingRate", .digits), (152, "AudioSamplingResolution", .digits),
    (153, "AudioDuration", .text), (154, "AudioOutcue", .text),
    (200, "ObjectDataPreviewFileFormat", .number),
    (201, "ObjectDataPreviewFileFormatVersion", .number), (202, "ObjectDataPreviewData", .bytes),
  ]
}
