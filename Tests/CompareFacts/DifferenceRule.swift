import Foundation

/// A rule of docs/facts.md that says who is right where two programs differ.
///
/// The raw value is the name by which the page's table lists the rule. A rule that the page does not
/// list decides nothing.
enum DifferenceRule: String, CaseIterable {
  case orderOfDates = "order of dates"
  case xmpFields = "fields of XMP"
  case makerNotes = "maker notes"
  case halfPlaces = "places without a hemisphere"
  case cutTexts = "cut texts"
  case cleanAperture = "clean aperture"
  case containerTurns = "container turns"
  case otherKinds = "other kinds"
  case extensionTypes = "types by extension"
  case rawSizes = "raw sizes"
  case thumbnailTags = "second directory"
  case pngSoftware = "software of a PNG"
  case movieKeys = "movie keys"
  case impossiblePlaces = "impossible places"
  case fractions = "fractions of a second"
  case distanceOfEXR = "distance from UTC of an EXR"
  case programsOfMovies = "programs of movies"
  case universalTimes = "universal times"
  case secondSources = "zones of second sources"
  case drawings = "sizes of drawings"
  case icons = "sizes of icons"
  case impossibleSizes = "impossible sizes"
  case osBitmaps = "bitmaps of OS/2"
  case profileLanguages = "languages of profiles"
  case contentFirst = "content first"
  case notTexts = "texts of other types"
  case brokenHeaders = "headers that break a rule"
  case sizesWithoutBox = "sizes of JPEG 2000"
  case displays = "displays of movies"
  case makersByNumber = "makers by number"
  case otherFormats = "formats without typed texts"
  case typedXMP = "broken XMP"
  case ratingScale = "the scale of ratings"
  case latinEXIF = "Latin-1 in EXIF"
  case cameraTexts = "texts of cameras"
  case damagedFiles = "damaged files"

  /// The program that is right by the rule.
  var verdict: String {
    self == .damagedFiles
      ? "both guess, by the rule \"\(rawValue)\"" : "shotflow is right, by the rule \"\(rawValue)\""
  }

  /// Returns true if the rule decides a difference.
  func decides(
    _ field: ComparedField, ours: String?, theirs: ExiftoolFacts,
    our fields: [ComparedField: String]
  ) -> Bool {
    let tags = theirs.tags
    let other = theirs.fields[field]
    let isKnown = fields[.type] ?? "public.data" != "public.data"
    switch (self, field) {
    case (.makerNotes, _) where !isKnown: return false
    case (.orderOfDates, .date):
      return ours != nil && tags.datesInOrder.first.map { "\($0.milliseconds)" } == ours
    case (.orderOfDates, .offset):
      guard let first = tags.datesInOrder.first else { return false }
      return fields[.date] == "\(first.milliseconds)" && ours == first.offset.map { "\($0)" }
    case (.makerNotes, .date), (.makerNotes, .offset):
      return ours == nil && tags.datesInOrder.isEmpty
    case (.makerNotes, .make): return ours == nil && !isPlain("Make", tags)
    case (.makerNotes, .model): return ours == nil && !isPlain("Model", tags)
    case (.makerNotes, .lens): return ours == nil && !isPlain("LensModel", tags)
    case (.makerNotes, .software): return ours == nil && !isPlain("Software", tags)
    case (.makerNotes, .place), (.makerNotes, .altitude):
      return ours == nil && !isPlain("GPSLatitude", tags)
    case (.xmpFields, .make): return ours == nil && isXMPAlone("Make", tags)
    case (.xmpFields, .model): return ours == nil && isXMPAlone("Model", tags)
    case (.xmpFields, .lens): return ours == nil && isXMPAlone("LensModel", tags)
    case (.xmpFields, .software): return ours == nil && isXMPAlone("Software", tags)
    case (.xmpFields, .place): return ours == nil && isXMPAlone("GPSLatitude", tags)
    case (.xmpFields, .size), (.xmpFields, .orientation):
      return fields[.orientation] == nil && isXMPAlone("Orientation", tags)
    case (.halfPlaces, .place):
      return ours == nil && tags.groups(of: "GPSLatitudeRef").isEmpty
        && !tags.groups(of: "GPSLatitude").contains("Composite")
    case (.cutTexts, .make), (.cutTexts, .model), (.cutTexts, .lens), (.cutTexts, .software),
      (.cutTexts, .comment), (.cutTexts, .profileName):
      guard let ours, let other, ours.utf8.count >= 52 else { return false }
      return other.hasPrefix(ours)
    case (.cleanAperture, .size): return tags.text("CleanAperture") != nil
    case (.containerTurns, .orientation):
      return ["HEIC", "HEIF", "AVIF", "MOV", "MP4", "M4V", "3GP"].contains(tags.type)
    case (.otherKinds, _)
    where Self.unknownToExiftool.contains(fields[.type])
      && !(theirs.fields[.type] ?? "").contains("."):
      return true
    case (.fractions, .date):
      guard let ours = ours.flatMap(Int.init), let other = other.flatMap(Int.init) else {
        return false
      }
      return other % 1000 == 0 && ours - other > 0 && ours - other < 1000
    case (.distanceOfEXR, .offset): return fields[.type] == "com.ilm.openexr-image"
    case (.programsOfMovies, .software):
      return other == nil && Self.otherMovies.contains(fields[.type])
    case (.otherKinds, .type): return ours == "public.data" && !(other ?? "").contains(".")
    case (.otherKinds, _):
      return fields[.type] == "public.data" && !(theirs.fields[.type] ?? "").contains(".")
    case (.extensionTypes, .type):
      let families: [Set<String?>] = [
        ["public.mpeg-4", "com.apple.m4v-video", "com.apple.quicktime-movie", "public.3gpp"],
        ["public.heic", "public.heif", "public.avif"],
      ]
      return families.contains { $0.isSuperset(of: [ours, other]) }
    case (.rawSizes, .size): return fields[.type]?.hasSuffix("raw-image") == true
    case (.thumbnailTags, .make), (.thumbnailTags, .model), (.thumbnailTags, .software),
      (.thumbnailTags, .orientation):
      let name = field == .orientation ? "Orientation" : field.rawValue.capitalized
      return tags.text("IFD0:\(name)") == (field == .orientation && ours == nil ? "1" : ours)
    case (.pngSoftware, .software): return ours != nil && tags.text("PNG:Source") == ours
    case (.movieKeys, .software):
      return ours != nil && other == nil && ["MOV", "MP4", "M4V", "3GP"].contains(tags.type)
    case (.movieKeys, .date), (.movieKeys, .offset), (.movieKeys, .make), (.movieKeys, .model),
      (.movieKeys, .place), (.movieKeys, .altitude):
      let hasKeys = tags.all.keys.contains { $0.hasPrefix("Keys:") }
      return ours != nil && !hasKeys && ["MOV", "MP4", "M4V", "3GP"].contains(tags.type)
    case (.impossiblePlaces, .place), (.impossiblePlaces, .altitude):
      let degrees = (other ?? "").split { ", ".contains($0) }.compactMap { Double($0) }
      return ours == nil && (degrees.contains { abs($0) > 180 } || abs(degrees.first ?? 0) > 90)
    case (.universalTimes, .offset):
      return ours == nil && other == "0"
    case (.secondSources, .offset): return ours != nil && (other ?? "0") == "0"
    case (.secondSources, .date):
      guard let ours = ours.flatMap(Int.init), let other = other.flatMap(Int.init),
        let offset = fields[.offset].flatMap(Int.init)
      else { return false }
      return abs(ours - other - offset * 60_000) < 1000
    case (.drawings, .size):
      return fields[.type] == "public.svg-image" && Self.isRounded(ours, other)
    case (.icons, .size): return fields[.type] == "com.microsoft.ico" && ours != nil
    case (.impossibleSizes, .size):
      let sides = (other ?? "").split { " x".contains($0) }.compactMap { Double($0) }
      return ours == nil && sides.contains { !(1...0x7FFF_FFFF).contains($0) }
        || sides.reduce(1, *) > 0x7FFF_FFFF
    case (.osBitmaps, .size):
      return fields[.type] == "com.microsoft.bmp" && ours != nil && (other ?? "").hasSuffix(" x 0")
    case (.profileLanguages, .profileName): return ours?.utf8.allSatisfy { $0 < 0x80 } == true
    case (.contentFirst, .type):
      return ours == "public.jpeg" && other == "com.adobe.raw-image"
        || ours == "public.data" && other == "public.pbm"
    case (.notTexts, .make), (.notTexts, .model):
      return ours == nil && (Double(other ?? "") != nil || (other ?? "").allSatisfy { $0 == "?" })
    case (.brokenHeaders, .size): return ours == nil && Self.strict.contains(theirs.fields[.type])
    case (.brokenHeaders, .type): return ours == "public.data" && Self.strict.contains(other)
    case (.sizesWithoutBox, .size): return fields[.type] == "public.jpeg-2000" && other == nil
    case (.displays, .size): return Self.otherMovies.contains(fields[.type]) && ours != nil
    case (.makersByNumber, .make):
      return fields[.type] == "public.avchd-mpeg-2-transport-stream" && ours != nil
        && Double(other ?? "") != nil
    case (.otherFormats, _) where Self.typed.contains(field):
      return ours == nil && !Self.withTypedTexts.contains(fields[.type])
    case (.ratingScale, .rating):
      return ours == nil && other.flatMap(Int.init).map { !(-1...5).contains($0) } ?? true
    case (.latinEXIF, _) where Self.typed.contains(field):
      return ours != nil && (other ?? "").contains("?")
        && ours?.count == other?.count
    case (.cameraTexts, .caption): return ours == nil && Self.isOfCamera(other ?? "")
    case (.typedXMP, _) where Self.typed.contains(field):
      return ours == nil && (tags.text("ExifTool:Warning") ?? "").contains("XMP")
    case (.damagedFiles, _): return tags.isDamaged
    default: return false
    }
  }

  /// Returns true if a size is the other in whole pixels, or the other is missing.
  private static func isRounded(_ ours: String?, _ other: String?) -> Bool {
    func sides(_ text: String) -> [Double] {
      text.split { " x".contains($0) }.compactMap { Double($0) }
    }
    guard let ours else { return false }
    guard let other else { return true }
    let pairs = zip(sides(ours), sides(other)).map { $0 == $1.rounded() }
    return pairs == [true, true]
  }

  /// Returns true if a camera writes a description into every picture.
  private static func isOfCamera(_ text: String) -> Bool {
    text.hasSuffix("DIGITAL CAMERA") || text == "SONY DSC"
      || text.hasPrefix("<") && text.contains("Samsung #")
  }

  /// The types that exiftool 12.57 knows by the name of a file alone, or not at all.
  private static let unknownToExiftool: Set<String?> = ["com.truevision.tga-image", "public.pbm"]

  /// Formats whose header shotflow holds to the format's rules before it believes a size.
  private static let strict: Set<String?> = [
    "com.microsoft.bmp", "public.pbm", "public.jpeg-2000",
  ]

  private static let typed: Set<ComparedField> = [
    .title, .caption, .keywords, .rating, .creator, .copyright, .people,
  ]

  /// The types of files whose typed texts shotflow reads, beside raw files.
  private static let withTypedTexts: Set<String?> = [
    "public.jpeg", "public.mpo-image", "public.png", "com.compuserve.gif",
    "org.webmproject.webp", "public.heic", "public.heif", "public.avif", "public.tiff",
    "com.adobe.photoshop-image", "com.adobe.photoshop-large-image", "public.jpeg-2000",
    "public.jpeg-xl", "com.microsoft.jxr", "public.svg-image", "com.apple.quicktime-movie",
    "public.mpeg-4", "com.apple.m4v-video", "public.3gpp", "com.adobe.raw-image",
    "com.canon.cr2-raw-image", "com.canon.cr3-raw-image", "com.nikon.raw-image",
    "com.sony.arw-raw-image", "com.fuji.raw-image", "com.panasonic.rw2-raw-image",
  ]

  private static let otherMovies: Set<String?> = [
    "com.microsoft.windows-media-wmv", "org.matroska.mkv", "org.webmproject.webm",
  ]

  private func isXMPAlone(_ name: String, _ tags: ExiftoolTags) -> Bool {
    !isPlain(name, tags) && tags.groups(of: name).contains { $0.hasPrefix("XMP") }
  }

  /// Returns true if a tag is where shotflow reads: in EXIF, XMP, QuickTime's or PNG's own
  /// metadata.
  private func isPlain(_ name: String, _ tags: ExiftoolTags) -> Bool {
    let plain: Set = [
      "IFD0", "ExifIFD", "GPS", "PNG", "Keys", "ItemList", "UserData", "QuickTime",
    ]
    return tags.groups(of: name).contains { plain.contains($0) }
  }
}
