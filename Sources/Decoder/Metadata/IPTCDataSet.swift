/// A data set of IIM's record 2 (IIM 4.2, chapter 6).
struct IPTCDataSet {
  enum Kind {
    case text
    /// Texts that may repeat.
    case texts
    /// A number in decimal digits.
    case digits
    /// A number in binary, most significant byte first.
    case number
    case bytes
  }

  let number: UInt8
  /// IIM's name without spaces, with `-` for `/`; `2:217` for one that it does not name.
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
