/// A reader of the directories of one TIFF-structured block: descriptions, EXIF, GPS and previews.
struct ExifReader {
  let block: TIFFBlock
  /// True if an entry gives the version of DNG, which only DNG files have.
  private(set) var hasDNGVersion = false
  private(set) var subDirectories: TIFFEntry?
  private(set) var makerNote: TIFFEntry?

  /// The size in EXIF, used instead of the first directory's if that is a preview's.
  private(set) var exifSize: (width: TIFFEntry?, height: TIFFEntry?)

  private var dates = ExifDates()
  private var iptc: TIFFEntry?
  private var photoshop: TIFFEntry?
  private var exifDirectory: UInt64 = 0
  private var gpsDirectory: UInt64 = 0
  private var visited = SIMD16<UInt64>(repeating: .max)
  private var visitedCount = 0

  init(block: TIFFBlock) {
    self.block = block
  }

  /// Reads a whole EXIF block: main directory, EXIF, GPS and the thumbnail's directory.
  mutating func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    let first = try block.firstDirectory(&window)
    let (_, next) = try readMain(at: first, &window, into: &draft)
    if next != 0 {
      let thumbnail = try readImage(at: next, &window, into: &draft)
      if let preview = thumbnail.preview(in: block, isRaw: false) { draft.offer(preview) }
    }
  }

  /// Reads the directory that describes the picture, and the EXIF and GPS directories to which it
  /// points. Also returns the offset of the directory that follows.
  mutating func readMain(
    at offset: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) -> (image: TIFFImage, next: UInt64) {
    var image = TIFFImage()
    guard var directory = try enter(offset, &window, &draft) else { return (image, 0) }
    while let entry = try directory.next(&window) {
      try takeDescription(entry, &window, &draft)
      try image.take(entry, of: block, &window)
    }
    let next = try directory.nextDirectory(&window)
    if exifDirectory != 0 { try readDetails(at: exifDirectory, &window, into: &draft) }
    if gpsDirectory != 0 { try readGPS(at: gpsDirectory, &window, into: &draft) }
    try offerDates(&window, into: &draft)
    return (image, next)
  }

  /// Reads only the picture that a directory describes.
  mutating func readImage(
    at offset: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) -> TIFFImage {
    try readLinkedImage(at: offset, &window, into: &draft).image
  }

  /// Reads the picture that a directory describes, and the offset of the next directory.
  mutating func readLinkedImage(
    at offset: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) -> (image: TIFFImage, next: UInt64) {
    var image = TIFFImage()
    guard var directory = try enter(offset, &window, &draft) else { return (image, 0) }
    while let entry = try directory.next(&window) {
      try image.take(entry, of: block, &window)
    }
    return (image, try directory.nextDirectory(&window))
  }

  mutating func readExif(
    at offset: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    try readDetails(at: offset, &window, into: &draft)
    try dates.offer(from: block, &window, to: &draft)
  }

  /// Offers the dates of all directories that were read, and those of IPTC without one of EXIF.
  func offerDates(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    try dates.offer(from: block, &window, to: &draft)
    guard !draft.hasOriginalDate else { return }
    if let iptc {
      try IPTCDates.readRecords(
        ByteRange(offset: iptc.location, count: Int64(iptc.byteCount)), &window, into: &draft)
    } else if let photoshop {
      try IPTCDates.readResources(
        ByteRange(offset: photoshop.location, count: Int64(photoshop.byteCount)), &window,
        into: &draft)
    }
  }

  private mutating func readDetails(
    at offset: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard var directory = try enter(offset, &window, &draft) else { return }
    while let entry = try directory.next(&window) {
      try takeExif(entry, &window, &draft)
    }
  }

  mutating func readGPS(
    at offset: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard var directory = try enter(offset, &window, &draft) else { return }
    var position = ExifPosition()
    while let entry = try directory.next(&window) {
      try position.take(entry, of: block, &window)
    }
    draft.facts.location = position.location
    dates.gps = position.time
    if position.isMeasured { draft.noteMeasuredLocation() }
  }

  /// Opens a directory, once; a second visit, or an offset outside the block, is a problem.
  private mutating func enter(
    _ offset: UInt64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> TIFFDirectory? {
    for index in 0..<visitedCount where visited[index] == offset {
      draft.note(.loop)
      return nil
    }
    guard visitedCount < visited.scalarCount else {
      draft.note(.tooLarge)
      return nil
    }
    visited[visitedCount] = offset
    visitedCount += 1
    guard let directory = try block.directory(at: offset, &window) else {
      draft.note(block.end >= window.size ? .truncated : .lyingLength)
      return nil
    }
    return directory
  }

  private mutating func takeDescription(
    _ entry: TIFFEntry, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch entry.tag {
    case TIFFTag.make: draft.facts.make = try block.text(entry, &window)
    case TIFFTag.model: draft.facts.model = try block.text(entry, &window)
    case TIFFTag.software: draft.facts.software = try block.text(entry, &window)
    case TIFFTag.orientation:
      if let number = try block.unsigned(entry, &window),
        let orientation = Orientation(number: number)
      {
        draft.orientation = orientation
      }
    case TIFFTag.dateTime: dates.changed.date = entry
    case TIFFTag.subDirectories: subDirectories = entry
    case TIFFTag.xmp:
      if entry.unit == 1, window.contains(offset: entry.location, count: Int64(entry.count)) {
        draft.facts.xmpBlock = ByteRange(offset: entry.location, count: Int64(entry.count))
      }
    case TIFFTag.iptc: iptc = entry
    case TIFFTag.photoshop: photoshop = entry
    case TIFFTag.exifDirectory: exifDirectory = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.gpsDirectory: gpsDirectory = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.dngVersion: hasDNGVersion = true
    // TIFF/EP has dates here, and so have files of writers that use one directory only.
    default: try takeExif(entry, &window, &draft)
    }
  }

  // Inlined, as most entries are not needed, and a call for each would cost more than skipping
  // them.
  @inline(__always)
  private mutating func takeExif(
    _ entry: TIFFEntry, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch entry.tag {
    case TIFFTag.dateTimeOriginal: dates.original.date = entry
    case TIFFTag.dateTimeDigitized: dates.digitized.date = entry
    case TIFFTag.subSecTime: dates.changed.fraction = entry
    case TIFFTag.subSecTimeOriginal: dates.original.fraction = entry
    case TIFFTag.subSecTimeDigitized: dates.digitized.fraction = entry
    case TIFFTag.offsetTime: dates.changed.offset = entry
    case TIFFTag.offsetTimeOriginal: dates.original.offset = entry
    case TIFFTag.offsetTimeDigitized: dates.digitized.offset = entry
    case TIFFTag.lensModel: draft.facts.lens = try block.text(entry, &window)
    case TIFFTag.userComment:
      if let bytes = try block.value(entry, limit: 8 + ShortText.capacity * 2, &window) {
        draft.setUserComment(ExifComment.text(bytes, isLittleEndian: block.isLittleEndian))
      }
    case TIFFTag.colorSpace: draft.takeColorSpace(try block.unsigned(entry, &window))
    case TIFFTag.pixelWidth: exifSize.width = entry
    case TIFFTag.pixelHeight: exifSize.height = entry
    case TIFFTag.customRendered:
      if draft.facts.make.equals("Apple"), let value = try block.unsigned(entry, &window) {
        draft.facts.rendering = CameraRendering(rawValue: UInt8(clamping: value)) ?? .plain
      }
    case TIFFTag.makerNote:
      makerNote = entry
      if draft.facts.make.equals("Apple") {
        try AppleMakerNote.read(entry, of: block, &window, into: &draft)
      }
    default: break
    }
  }
}

/// A reader of Apple's maker note: `Apple iOS`, a version, a byte-order mark and one directory,
/// with offsets relative to the note's start.
enum AppleMakerNote {
  private static let directoryOffset: UInt64 = 14

  static func read(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try block.value(entry, limit: 14, &window), head.has("Apple iOS\0", at: 0)
    else { return }
    let note = TIFFBlock(
      base: entry.location,
      end: entry.location + min(block.end - entry.location, Int64(entry.byteCount)),
      isLittleEndian: head.has("II", at: 12))
    guard var directory = try note.directory(at: directoryOffset, &window) else { return }
    while let entry = try directory.next(&window) {
      switch entry.tag {
      case TIFFTag.appleHDRGain: draft.noteAppleGain()
      case TIFFTag.appleBurstIdentifier:
        draft.facts.burstIdentifier = try note.text(entry, &window)
      case TIFFTag.appleContentIdentifier:
        draft.facts.contentIdentifier = try note.text(entry, &window)
      default: break
      }
    }
  }
}

/// A reader of EXIF's UserComment: eight bytes that name the character code, then the text.
enum ExifComment {
  static func text(_ bytes: Bytes, isLittleEndian: Bool) -> ShortText {
    let text = bytes.slice(from: 8)
    guard bytes.has("UNICODE\0", at: 0) else { return ShortText(text.buffer) }
    let mark = text.big16(0)
    let isLittleEndian = mark == 0xFFFE || (mark != 0xFEFF && isLittleEndian)
    let first = mark == 0xFFFE || mark == 0xFEFF ? 1 : 0
    let units = (first..<max(first, text.count / 2)).lazy.map { index in
      isLittleEndian ? text.little16(index * 2) : text.big16(index * 2)
    }
    return ShortText(utf16: units)
  }
}

/// The position that EXIF's GPS tags give, which come one by one (EXIF 2.32, section 4.6.6).
struct ExifPosition {
  private var latitude: Double?
  private var longitude: Double?
  private var altitude: Double?
  private var latitudeReference: UInt8 = 0
  private var longitudeReference: UInt8 = 0
  private var isBelowSea = false
  private(set) var time = ExifGPSTime()
  /// True if the tags give the position's error in metres, `GPSHPositioningError`.
  private(set) var isMeasured = false

  mutating func take(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) {
    switch entry.tag {
    case TIFFTag.gpsLatitude: latitude = try degrees(entry, of: block, &window)
    case TIFFTag.gpsLongitude: longitude = try degrees(entry, of: block, &window)
    case TIFFTag.gpsLatitudeReference:
      latitudeReference = try block.value(entry, limit: 1, &window)?.byte(0) ?? 0
    case TIFFTag.gpsLongitudeReference:
      longitudeReference = try block.value(entry, limit: 1, &window)?.byte(0) ?? 0
    case TIFFTag.gpsAltitude: altitude = try block.rational(entry, &window)
    case TIFFTag.gpsPositioningError: isMeasured = try block.rational(entry, &window) ?? 0 > 0
    case TIFFTag.gpsAltitudeReference: isBelowSea = try block.unsigned(entry, &window) == 1
    case TIFFTag.gpsTime: time.time = entry
    case TIFFTag.gpsDate: time.date = entry
    default: break
    }
  }

  /// The location; nil unless both coordinates have their hemisphere.
  var location: MediaLocation? {
    guard let latitude, let longitude,
      let north = Self.sign(latitudeReference, positive: "N", negative: "S"),
      let east = Self.sign(longitudeReference, positive: "E", negative: "W")
    else { return nil }
    return MediaLocation(
      latitude: latitude * north, longitude: longitude * east,
      altitude: altitude.map { isBelowSea ? -$0 : $0 })
  }

  private static func sign(
    _ reference: UInt8, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) -> Double? {
    switch reference & ~0x20 {
    case UInt8(ascii: positive): 1
    case UInt8(ascii: negative): -1
    default: nil
    }
  }

  private func degrees(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) -> Double? {
    guard let degrees = try block.rational(entry, index: 0, &window) else { return nil }
    let minutes = try block.rational(entry, index: 1, &window) ?? 0
    let seconds = try block.rational(entry, index: 2, &window) ?? 0
    return degrees + minutes / 60 + seconds / 3600
  }
}
