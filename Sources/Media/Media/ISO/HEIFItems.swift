/// A reader of the item tables of a HEIF file (ISO/IEC 23008-12 and 14496-12, section 8.11).
struct HEIFItems {
  private static let itemLimit: UInt64 = 65_536
  private static let extentLimit: UInt64 = 1024

  private var primary: UInt64 = 0
  private var exifItem: UInt64?
  private var xmpItem: UInt64?
  private var itemData: Box?

  init() {}

  /// Reads the `meta` box: the primary item's size and transformations, then its EXIF and XMP.
  mutating func read(
    _ meta: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var items: Box?
    var locations: Box?
    var properties: Box?
    var boxes = BoxList(in: meta, after: 4)
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case BoxType.pitm: try readPrimary(box, &window)
      case BoxType.iinf: items = box
      case BoxType.iloc: locations = box
      case BoxType.iprp: properties = box
      case BoxType.idat: itemData = box
      default: break
      }
    }
    if let properties {
      try HEIFProperties.read(properties, of: primary, &window, into: &draft)
    }
    if let items { try readItems(items, &window, into: &draft) }
    guard let locations else { return }
    if let exifItem, let range = try locate(exifItem, in: locations, &window) {
      try readExif(range, &window, into: &draft)
    }
    if let xmpItem, let range = try locate(xmpItem, in: locations, &window) {
      try MetadataBlock.readXMP(at: range.offset, count: range.count, &window, into: &draft)
    }
  }

  private mutating func readPrimary(
    _ box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) {
    var reader = BoxReader(box)
    guard let head = try reader.number(4, &window) else { return }
    primary = try reader.number(head >> 24 == 0 ? 2 : 4, &window) ?? 0
  }

  private mutating func readItems(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var reader = BoxReader(box)
    guard let head = try reader.number(4, &window),
      try reader.number(head >> 24 == 0 ? 2 : 4, &window) != nil
    else { return }
    var entries = BoxList(from: reader.offset, to: box.end)
    while let entry = try entries.next(&window, &draft) {
      guard entry.type == BoxType.infe else { continue }
      try takeItem(entry, &window, into: &draft)
    }
  }

  private mutating func takeItem(
    _ entry: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var reader = BoxReader(entry)
    guard let head = try reader.number(4, &window), head >> 24 >= 2,
      let identifier = try reader.number(head >> 24 == 2 ? 2 : 4, &window),
      try reader.number(2, &window) != nil, let type = try reader.number(4, &window)
    else { return }
    if type == 0x4578_6966 {
      exifItem = exifItem ?? identifier
    } else if type == 0x746D_6170 {
      // A picture that ISO 21496-1 computes from another one and its gain map.
      draft.facts.traits.insert(.gainMap)
    } else if type == 0x6D69_6D65, xmpItem == nil {
      let limit = Int(min(64, entry.end - reader.offset))
      if let text = try window.bytes(at: reader.offset, upTo: limit),
        let nameEnd = text.firstIndex(of: 0, from: 0),
        text.has("application/rdf+xml", at: nameEnd + 1)
      {
        xmpItem = identifier
      }
    }
  }

  /// Returns the place of the item; nil if it is derived from other items. For an item in several
  /// separate extents, it returns the first one.
  private func locate(
    _ wanted: UInt64, in box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) -> ByteRange? {
    var reader = BoxReader(box)
    guard let head = try reader.number(4, &window), let sizes = try reader.number(2, &window)
    else { return nil }
    let version = head >> 24
    let offsetSize = Int(sizes >> 12 & 15)
    let lengthSize = Int(sizes >> 8 & 15)
    let baseSize = Int(sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : Int(sizes & 15)
    guard let count = try reader.number(version < 2 ? 2 : 4, &window) else { return nil }
    for _ in 0..<min(count, Self.itemLimit) {
      guard let identifier = try reader.number(version < 2 ? 2 : 4, &window),
        let construction = try reader.number(version == 0 ? 0 : 2, &window),
        try reader.number(2, &window) != nil,
        let base = try reader.number(baseSize, &window),
        let extents = try reader.number(2, &window)
      else { return nil }
      guard identifier == wanted else {
        reader.skip(Int64(extents) * Int64(indexSize + offsetSize + lengthSize))
        continue
      }
      var whole: ByteRange?
      for _ in 0..<min(extents, Self.extentLimit) {
        guard try reader.number(indexSize, &window) != nil,
          let offset = try reader.number(offsetSize, &window),
          let length = try reader.number(lengthSize, &window),
          let piece = range(
            base: base, offset: offset, length: length, construction: construction & 15, window)
        else { return whole }
        guard let known = whole else {
          whole = piece
          continue
        }
        guard known.offset + known.count == piece.offset else { return known }
        whole = ByteRange(offset: known.offset, count: known.count + piece.count)
      }
      return whole
    }
    return nil
  }

  private func range(
    base: UInt64, offset: UInt64, length: UInt64, construction: UInt64,
    _ window: borrowing HeaderWindow
  ) -> ByteRange? {
    let start: Int64
    switch construction {
    case 0: start = 0
    case 1:
      guard let itemData else { return nil }
      start = itemData.payload
    default: return nil
    }
    let (place, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, place <= UInt64(window.size), length <= UInt64(window.size) else {
      return nil
    }
    let first = start + Int64(place)
    // A length of 0 extends to the end of the file.
    let count = length == 0 ? window.size - first : Int64(length)
    let range = ByteRange(offset: first, count: count)
    return window.contains(offset: range.offset, count: range.count) ? range : nil
  }

  /// Reads an EXIF item, which mostly begins with the distance to the byte-order mark.
  private func readExif(
    _ range: ByteRange, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: range.offset, count: 4) else { return }
    let beginsAtOnce =
      head.has("Exif", at: 0) || head.big32(0) == 0x4949_2A00 || head.big32(0) == 0x4D4D_002A
    let start = beginsAtOnce ? 0 : 4 + Int64(head.big32(0))
    guard start < range.count else {
      draft.note(.lyingLength)
      return
    }
    let turn = draft.orientation
    try MetadataBlock.readExif(
      at: range.offset + start, count: range.count - start, introduction: 6, &window,
      into: &draft)
    draft.orientation = turn
  }
}
