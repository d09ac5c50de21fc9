internal import Media

/// The values in the directories of an EXIF block, which may be a whole TIFF file. Maker notes,
/// values of more than 16 KiB, XMP and IIM are left out. Each directory is read once, however many
/// pointers to it there are.
struct ExifExtract {
  /// The place and size of a value that is left out.
  struct OmittedValue {
    let directory: ExifDirectory
    let tag: UInt16
    let byteCount: Int64
  }

  private(set) var values: [ExifDirectory: [ExifValue]] = [:]
  private(set) var isLittleEndian = false
  private(set) var withheld: [OmittedValue] = []
  /// The first problem in the block, nil without one; the entries that could be read are kept.
  private(set) var problem: String?
  /// The range of the IIM records, a tag of TIFF (0x83BB); nil without them.
  private(set) var iptc: ByteRange?
  /// The range of Photoshop's resources, a tag of TIFF (0x8649); nil without them.
  private(set) var photoshop: ByteRange?

  private var copied = 0

  private static let largestValue = 16 << 10
  /// The greatest number of bytes of all copied values.
  private static let mostCopied = 40 << 10
  private static let mostEntries = 300
  /// The maximum number of entries in all directories together.
  private static let mostInAll = 1000

  init(of file: UntrustedFile, at range: ByteRange, format: MediaFormat) {
    do throws(MediaError) {
      var window = try file.window()
      guard let block = try Self.block(in: range, &window) else {
        problem = "the EXIF block has no TIFF header"
        return
      }
      isLittleEndian = block.isLittleEndian
      let first = try block.firstDirectory(&window)
      let next = try read(.main, at: first, of: block, &window)
      if next != 0, next != first { try read(.thumbnail, at: next, of: block, &window) }
      if format == .cr3 { try readCanonBlocks(after: range, &window) }
    } catch {
      note("the file can't be read")
    }
  }

  private static func block(
    in range: ByteRange, _ window: inout HeaderWindow
  ) throws(MediaError) -> TIFFBlock? {
    let end = range.offset.addingReportingOverflow(range.count).partialValue
    return try TIFFBlock(at: range.offset, end: min(window.size, end), &window)
  }

  /// Reads the directories of Canon's CR3, which are in sibling boxes, each a TIFF structure of its
  /// own: CMT1 has the main directory, CMT2 EXIF's, CMT3 the maker note, CMT4 GPS.
  private mutating func readCanonBlocks(
    after range: ByteRange, _ window: inout HeaderWindow
  ) throws(MediaError) {
    var place = range.offset + range.count
    for _ in 0..<8 {
      guard let head = try window.value(at: place, count: 8) else { return }
      let count = Int64(head.big32(0))
      guard count >= 8, head.has("CMT", at: 4) else { return }
      let directory: ExifDirectory? =
        switch head.byte(7) {
        case UInt8(ascii: "2"): .exif
        case UInt8(ascii: "4"): .gps
        default: nil
        }
      if let directory, values[directory] == nil {
        let box = ByteRange(offset: place + 8, count: count - 8)
        guard let block = try Self.block(in: box, &window),
          block.isLittleEndian == isLittleEndian
        else { return note("a block of Canon's is damaged") }
        let first = try block.firstDirectory(&window)
        try read(directory, at: first, of: block, &window)
      }
      place += count
    }
  }

  /// Reads a directory and its subdirectories; returns the offset of the next one, 0 for none.
  @discardableResult
  private mutating func read(
    _ name: ExifDirectory, at offset: UInt64, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64 {
    guard values[name] == nil else { return 0 }
    values[name] = []
    guard var directory = try block.directory(at: offset, &window) else {
      note("a directory is outside the block")
      return 0
    }
    if !directory.isWhole(upTo: Self.mostEntries) { note("a directory ends outside the block") }
    if directory.count > Self.mostEntries {
      note("a directory has more than \(Self.mostEntries) entries")
    }
    for _ in 0..<Self.mostEntries {
      guard let entry = try directory.next(&window) else { break }
      try read(entry, in: name, of: block, &window)
    }
    return directory.count > Self.mostEntries ? 0 : try directory.nextDirectory(&window)
  }

  private mutating func read(
    _ entry: TIFFEntry, in directory: ExifDirectory, of block: TIFFBlock,
    _ window: inout HeaderWindow
  ) throws(MediaError) {
    // Photoshop writes empty entries.
    guard entry.type != 0 || entry.tag != 0 else { return }
    guard let type = Self.type(of: entry) else {
      return note("the value of tag \(entry.tag) is of an unknown type")
    }
    if let below = Self.directory(below: directory, tag: entry.tag) {
      guard let offset = try block.unsigned(entry, &window) else { return }
      try read(below, at: offset, of: block, &window)
      return
    }
    let place = ByteRange(offset: entry.location, count: Int64(entry.byteCount))
    switch entry.tag {
    // Misplaced pointers to directories, offsets that only hold in the file itself, and XMP.
    case 0x8769, 0x8825, 0xA005, 0x0201, 0x0202, 0x02BC: return
    case 0x83BB:
      iptc = place
      return
    case 0x8649:
      photoshop = place
      return
    default: break
    }
    guard place.count > 0 else { return }
    guard let range = block.range(of: entry) else {
      return note("the value of tag \(entry.tag) is outside the block")
    }
    guard entry.tag != 0x927C, range.count <= Self.largestValue,
      copied + Int(range.count) <= Self.mostCopied,
      values.values.reduce(0, { $0 + $1.count }) < Self.mostInAll
    else {
      withheld.append(
        OmittedValue(directory: directory, tag: entry.tag, byteCount: range.count))
      return
    }
    guard let value = try window.withContent(range, limit: Self.largestValue, { Array($0) }) else {
      return note("the file ends before the value of tag \(entry.tag)")
    }
    copied += value.count
    values[directory]?.append(
      ExifValue(entry.tag, in: directory, type: type, count: entry.count, bytes: value))
  }

  private static func directory(
    below directory: ExifDirectory, tag: UInt16
  ) -> ExifDirectory? {
    switch (directory, tag) {
    case (.main, 0x8769): .exif
    case (.main, 0x8825), (.exif, 0x8825): .gps
    case (.exif, 0xA005): .interoperability
    default: nil
    }
  }

  /// Returns the type, or another of the same meaning (TIFF 6.0, section 2); nil if unknown. Type 13
  /// is an offset, as type 4 is (TIFF supplement 1); 129 is UTF-8 text (Exif 3.0).
  private static func type(of entry: TIFFEntry) -> UInt16? {
    switch entry.type {
    case 1...12: entry.type
    case 13: 4
    case 129: 2
    // BigTIFF's types.
    case 16, 18: 4
    default: nil
    }
  }

  /// Stores a problem unless there is an earlier one, which usually explains the others.
  private mutating func note(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }
}
