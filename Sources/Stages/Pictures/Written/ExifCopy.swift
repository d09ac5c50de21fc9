internal import Decoding
internal import Media

/// A copy of a file's EXIF for a picture that is written from it: the tags about the shot, in the
/// file's byte order. What only fits the file's own pixels and offsets is left out: thumbnails, maker
/// notes, and tags that no standard has.
struct ExifCopy {
  struct Changes {
    /// The orientation to write, 1…8 as in EXIF; nil to keep the file's.
    var orientation: UInt16?
    /// The size in pixels to write; nil to keep the file's.
    var size: PictureSize?
    /// True to leave out the location, EXIF's GPS tags.
    var withoutPlace = false
  }

  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: UInt32
    let value: [UInt8]
  }

  private let isLittleEndian: Bool
  private var main: [Entry] = []
  private var details: [Entry] = []
  private var place: [Entry] = []

  /// The maximum size of a value in bytes; longer ones are no facts about a shot.
  private static let longestValue = 4 << 10
  /// The maximum size of all values in bytes, so that the block fits into a segment of a JPEG.
  private static let longestBlock = 56 << 10
  /// The main directory's copied tags: texts, resolution, dates, stars, and those of Windows.
  private static let mainTags: [ClosedRange<UInt16>] = [
    0x010E...0x0110, 0x0112...0x0112, 0x011A...0x011B, 0x0128...0x0128, 0x0131...0x0132,
    0x013B...0x013B, 0x4746...0x4746, 0x4749...0x4749, 0x8298...0x8298, 0x9C9B...0x9C9F,
  ]
  /// EXIF's own copied tags: those about the shot, but no pointers, maker notes or subject areas.
  private static let detailTags: [ClosedRange<UInt16>] = [
    0x829A...0x829D, 0x8822...0x8824, 0x8827...0x8835, 0x9000...0x9012, 0x9101...0x920A,
    0x9286...0x9292, 0x9400...0x9405, 0xA000...0xA003, 0xA20B...0xA210, 0xA215...0xA217,
    0xA300...0xA302, 0xA401...0xA40C, 0xA420...0xA437, 0xA460...0xA462,
  ]

  /// Reads the tags; nil without readable EXIF, or for values of more than 56 KiB.
  init?(
    of range: ByteRange, _ window: inout HeaderWindow, _ changes: Changes
  ) throws(MediaError) {
    guard
      let block = try TIFFBlock(at: range.offset, end: range.offset + range.count, &window)
    else { return nil }
    isLittleEndian = block.isLittleEndian
    let first = try block.firstDirectory(&window)
    var pointers: [UInt16: UInt64] = [:]
    main = try Self.entries(of: block, at: first, Self.mainTags, &pointers, &window)
    if let offset = pointers[TIFFTag.exifDirectory] {
      details = try Self.entries(of: block, at: offset, Self.detailTags, &pointers, &window)
    }
    if !changes.withoutPlace, let offset = pointers[TIFFTag.gpsDirectory] {
      place = try Self.entries(of: block, at: offset, [0...0x001F], &pointers, &window)
    }
    apply(changes)
    guard size <= Self.longestBlock else { return nil }
  }

  private mutating func apply(_ changes: Changes) {
    if let orientation = changes.orientation {
      main.removeAll { $0.tag == TIFFTag.orientation }
      main.append(
        Entry(tag: TIFFTag.orientation, type: 3, count: 1, value: bytes(orientation)))
    }
    if let size = changes.size {
      details.removeAll { [TIFFTag.pixelWidth, TIFFTag.pixelHeight].contains($0.tag) }
      for (tag, side) in [(TIFFTag.pixelWidth, size.width), (TIFFTag.pixelHeight, size.height)] {
        details.append(Entry(tag: tag, type: 4, count: 1, value: bytes(UInt32(clamping: side))))
      }
    }
  }

  private static func entries(
    of block: TIFFBlock, at offset: UInt64, _ tags: [ClosedRange<UInt16>],
    _ pointers: inout [UInt16: UInt64], _ window: inout HeaderWindow
  ) throws(MediaError) -> [Entry] {
    guard var directory = try block.directory(at: offset, &window) else { return [] }
    var entries: [Entry] = []
    while let entry = try directory.next(&window) {
      if [TIFFTag.exifDirectory, TIFFTag.gpsDirectory].contains(entry.tag) {
        pointers[entry.tag] = try block.unsigned(entry, &window)
        continue
      }
      let count = entry.byteCount
      guard tags.contains(where: { $0.contains(entry.tag) }), entry.type <= 12 || entry.isUTF8,
        count > 0,
        count <= longestValue, entry.location >= block.base,
        entry.location <= block.end - Int64(count),
        !entries.contains(where: { $0.tag == entry.tag }),
        let value = try window.value(at: entry.location, count: count)
      else { continue }
      entries.append(
        Entry(
          tag: entry.tag, type: entry.type, count: UInt32(clamping: entry.count),
          value: Array(value.buffer)))
    }
    return entries
  }

  // MARK: - Writing

  /// The bytes of the EXIF block, from its byte-order mark on.
  var bytes: [UInt8] {
    var main = main
    let (detailsSize, placeSize) = (Self.size(of: details), Self.size(of: place))
    func pointer(_ tag: UInt16, to offset: Int) -> Entry {
      Entry(tag: tag, type: 4, count: 1, value: bytes(UInt32(offset)))
    }
    let pointerCount = (detailsSize > 0 ? 1 : 0) + (placeSize > 0 ? 1 : 0)
    let start = Self.headerSize
    let after = start + Self.size(of: main, and: pointerCount)
    if detailsSize > 0 { main.append(pointer(TIFFTag.exifDirectory, to: after)) }
    if placeSize > 0 { main.append(pointer(TIFFTag.gpsDirectory, to: after + detailsSize)) }
    let mark = Array((isLittleEndian ? "II" : "MM").utf8)
    return mark + bytes(UInt16(42)) + bytes(UInt32(start)) + directory(main, at: start)
      + directory(details, at: after) + directory(place, at: after + detailsSize)
  }

  private static let headerSize = 8
  private static let entrySize = 12

  private var size: Int {
    Self.headerSize + Self.size(of: main, and: 2) + Self.size(of: details) + Self.size(of: place)
  }

  /// Returns the size of a directory with its values; 0 if it has no entries.
  private static func size(of entries: [Entry], and more: Int = 0) -> Int {
    guard entries.count + more > 0 else { return 0 }
    let values = entries.reduce(0) { $0 + ($1.value.count > 4 ? ($1.value.count + 1) & ~1 : 0) }
    return 2 + (entries.count + more) * entrySize + 4 + values
  }

  private func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    var table = bytes(UInt16(entries.count))
    var values: [UInt8] = []
    let valuesStart = start + 2 + entries.count * Self.entrySize + 4
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      table += bytes(entry.tag) + bytes(entry.type) + bytes(entry.count)
      if entry.value.count <= 4 {
        table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        table += bytes(UInt32(valuesStart + values.count))
        values += entry.value + (entry.value.count & 1 == 1 ? [0] : [])
      }
    }
    return table + bytes(UInt32(0)) + values
  }

  private func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: isLittleEndian ? value.littleEndian : value.bigEndian) { Array($0) }
  }
}
