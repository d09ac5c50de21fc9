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

  private let file: UntrustedFile
  private var base: Int64 = 0
  private var end: Int64 = 0
  /// True if the block is a BigTIFF, whose offsets and counts have eight bytes.
  private var isBig = false
  private var copied = 0

  private static let largestValue: Int64 = 16 << 10
  /// The greatest number of bytes of all copied values.
  private static let mostCopied = 40 << 10
  private static let mostEntries = 300
  /// The maximum number of entries in all directories together.
  private static let mostInAll = 1000

  init(of file: UntrustedFile, at range: ByteRange, format: MediaFormat) {
    self.file = file
    guard open(range) else {
      problem = "the EXIF block has no TIFF header"
      return
    }
    let order = isLittleEndian
    readMain()
    if format == .cr3 { readCanonBlocks(after: range) }
    isLittleEndian = order
  }

  /// Reads the byte order and the bounds of a TIFF structure; returns false if none exists.
  private mutating func open(_ range: ByteRange) -> Bool {
    guard range.offset >= 0, range.count >= 8, let head = file.bytes(at: range.offset, count: 8)
    else { return false }
    switch (head[0], head[1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4D, 0x4D): isLittleEndian = false
    default: return false
    }
    isBig = number(head, 2, 2) == 43
    base = range.offset
    end = min(file.size, range.offset.addingReportingOverflow(range.count).partialValue)
    return end > base
  }

  private mutating func readMain() {
    guard let first = firstDirectory else { return }
    let next = read(.main, at: first)
    if next != 0, next != first { read(.thumbnail, at: next) }
  }

  /// Reads the directories of Canon's CR3, which are in sibling boxes, each a TIFF structure of its
  /// own: CMT1 has the main directory, CMT2 EXIF's, CMT3 the maker note, CMT4 GPS.
  private mutating func readCanonBlocks(after range: ByteRange) {
    var place = range.offset + range.count
    let order = isLittleEndian
    for _ in 0..<8 {
      guard let head = file.bytes(at: place, count: 8) else { return }
      let count = Int64(number(head, 0, 4, littleEndian: false))
      guard count >= 8, head[4...6].elementsEqual("CMT".utf8) else { return }
      let directory: ExifDirectory? =
        switch head[7] {
        case UInt8(ascii: "2"): .exif
        case UInt8(ascii: "4"): .gps
        default: nil
        }
      if let directory, values[directory] == nil {
        guard open(ByteRange(offset: place + 8, count: count - 8)), isLittleEndian == order,
          let first = firstDirectory
        else { return note("a block of Canon's is damaged") }
        read(directory, at: first)
      }
      place += count
    }
  }

  private var firstDirectory: UInt32? {
    isBig
      ? bytes(at: 8, count: 8).map { wide($0, 0) } : bytes(at: 4, count: 4).map { number($0, 0, 4) }
  }

  /// Reads a directory and its subdirectories; returns the offset of the next one, 0 for none.
  @discardableResult
  private mutating func read(_ directory: ExifDirectory, at offset: UInt32) -> UInt32 {
    guard values[directory] == nil else { return 0 }
    values[directory] = []
    let (headSize, entrySize, pointerSize) = isBig ? (8, 20, 8) : (2, 12, 4)
    guard let head = bytes(at: Int64(offset), count: headSize) else {
      note("a directory is outside the block")
      return 0
    }
    let said = Int(isBig ? wide(head, 0) : number(head, 0, 2))
    let count = min(said, Self.mostEntries)
    let start = Int64(offset) + Int64(headSize)
    guard let table = bytes(at: start, count: count * entrySize) else {
      note("a directory ends outside the block")
      return 0
    }
    if said > count { note("a directory has more than \(Self.mostEntries) entries") }
    for place in stride(from: 0, to: table.count, by: entrySize) {
      let field = Array(table[place..<place + entrySize])
      read(field, at: start + Int64(place), in: directory)
    }
    guard said == count, let next = bytes(at: start + Int64(table.count), count: pointerSize)
    else { return 0 }
    return isBig ? wide(next, 0) : number(next, 0, 4)
  }

  private mutating func read(
    _ field: [UInt8], at place: Int64, in directory: ExifDirectory
  ) {
    let tag = UInt16(truncatingIfNeeded: number(field, 0, 2))
    let said = UInt16(truncatingIfNeeded: number(field, 2, 2))
    let count = isBig ? wide(field, 4) : number(field, 4, 4)
    let valueStart = isBig ? 12 : 8
    // Photoshop writes empty entries.
    guard said != 0 || tag != 0 else { return }
    guard let (type, size) = Self.layout(said) else {
      return note("the value of tag \(tag) is of an unknown type")
    }
    let byteCount = Int64(count) * size
    let pointer = isBig ? wide(field, valueStart) : number(field, valueStart, 4)
    let isInline = byteCount <= (isBig ? 8 : 4)
    let offset = isInline ? place + Int64(valueStart) : Int64(pointer)
    if let below = Self.directory(below: directory, tag: tag) {
      if size == 4, count > 0 { read(below, at: number(field, valueStart, 4)) }
      if size == 8, count > 0, isBig { read(below, at: pointer) }
      return
    }
    switch (directory, tag) {
    // Misplaced pointers to directories, offsets that only hold in the file itself, and XMP.
    case (_, 0x8769), (_, 0x8825), (_, 0xA005), (_, 0x0201), (_, 0x0202), (_, 0x02BC): return
    case (_, 0x83BB):
      iptc = ByteRange(offset: base + offset, count: byteCount)
      return
    case (_, 0x8649):
      photoshop = ByteRange(offset: base + offset, count: byteCount)
      return
    default: break
    }
    guard offset <= end - base, byteCount <= end - base - offset else {
      return note("the value of tag \(tag) is outside the block")
    }
    guard tag != 0x927C, byteCount <= Self.largestValue,
      copied + Int(byteCount) <= Self.mostCopied,
      values.values.reduce(0, { $0 + $1.count }) < Self.mostInAll
    else {
      withheld.append(OmittedValue(directory: directory, tag: tag, byteCount: byteCount))
      return
    }
    guard var value = bytes(at: offset, count: Int(byteCount)) else {
      return note("the file ends before the value of tag \(tag)")
    }
    if type == 4, size == 8 { value = narrowed(value) }
    copied += value.count
    guard !value.isEmpty else { return }
    values[directory]?.append(
      ExifValue(tag, in: directory, type: type, count: Int(count), bytes: value))
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

  /// Returns the type, or another of the same meaning, and the size of one value in bytes (TIFF
  /// 6.0, section 2); nil if unknown. Type 13 is an offset, as type 4 is (TIFF supplement 1); 129
  /// is UTF-8 text (Exif 3.0).
  private static func layout(_ type: UInt16) -> (type: UInt16, size: Int64)? {
    switch type {
    case 1, 2, 6, 7: (type, 1)
    case 129: (2, 1)
    case 3, 8: (type, 2)
    case 4, 9, 11: (type, 4)
    case 13: (4, 4)
    case 5, 10, 12: (type, 8)
    // BigTIFF's types.
    case 16, 18: (4, 8)
    default: nil
    }
  }

  /// Stores a problem unless there is an earlier one, which usually explains the others.
  private mutating func note(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }

  private func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= 0, offset <= end - base, Int64(count) <= end - base - offset else {
      return nil
    }
    return file.bytes(at: base + offset, count: count)
  }

  private func number(
    _ bytes: [UInt8], _ start: Int, _ count: Int, littleEndian: Bool? = nil
  ) -> UInt32 {
    let number = bytes[start..<start + count].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard littleEndian ?? isLittleEndian else { return number }
    return count == 4 ? number.byteSwapped : number.byteSwapped >> 16
  }

  /// Returns eight-byte integers as four-byte ones; the greatest one if they are too large.
  private func narrowed(_ value: [UInt8]) -> [UInt8] {
    stride(from: 0, to: value.count, by: 8).flatMap { place in
      let number = wide(value, place)
      return withUnsafeBytes(
        of: isLittleEndian ? number.littleEndian : number.bigEndian, Array.init)
    }
  }

  /// Returns an eight-byte integer as one of four bytes; `UInt32.max` if it is too large.
  private func wide(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    let number = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return UInt32(clamping: isLittleEndian ? number.byteSwapped : number)
  }
}
