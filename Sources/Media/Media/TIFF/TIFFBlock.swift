/// A TIFF structure in a file: a TIFF file, an EXIF block or a maker note.
package struct TIFFBlock {
  /// The position in the file to which the structure's offsets are relative.
  package let base: Int64
  /// The end of the block; nothing beyond it is read.
  package let end: Int64
  package let isLittleEndian: Bool
  let isBig: Bool

  init(base: Int64, end: Int64, isLittleEndian: Bool, isBig: Bool = false) {
    self.base = base
    self.end = end
    self.isLittleEndian = isLittleEndian
    self.isBig = isBig
  }

  /// Opens the structure at `base`, TIFF or BigTIFF; nil without a byte-order mark.
  package init?(at base: Int64, end: Int64, _ window: inout HeaderWindow) throws(MediaError) {
    guard end &- base >= 8, let mark = try window.bytes(at: base, count: 8) else { return nil }
    let isLittleEndian: Bool
    switch mark.big16(0) {
    case 0x4949: isLittleEndian = true
    case 0x4D4D: isLittleEndian = false
    default: return nil
    }
    self.init(
      base: base, end: end, isLittleEndian: isLittleEndian,
      isBig: (isLittleEndian ? mark.little16(2) : mark.big16(2)) == 43)
  }

  /// Returns the offset of the first directory from `base`; 0 if the header is cut off.
  package func firstDirectory(_ window: inout HeaderWindow) throws(MediaError) -> UInt64 {
    guard let header = try window.bytes(at: base, count: isBig ? 16 : 8) else { return 0 }
    return isBig ? number64(header, 8) : UInt64(number32(header, 4))
  }

  /// Opens the directory at an offset from `base`; nil if it is not within the block.
  package func directory(
    at offset: UInt64, _ window: inout HeaderWindow
  ) throws(MediaError) -> TIFFDirectory? {
    let countSize = isBig ? 8 : 2
    guard let start = position(of: offset, count: countSize),
      let header = try window.bytes(at: start, count: countSize)
    else { return nil }
    let count = isBig ? number64(header, 0) : UInt64(number16(header, 0))
    return TIFFDirectory(
      block: self, firstEntry: start + Int64(countSize),
      count: Int(min(count, UInt64(TIFFDirectory.entryLimit))))
  }

  /// Returns the file position of an offset from `base`; nil if the range is not in the block.
  func position(of offset: UInt64, count: Int) -> Int64? {
    guard offset <= UInt64(end &- base), Int64(count) <= end &- base &- Int64(offset) else {
      return nil
    }
    return base + Int64(offset)
  }

  @inline(__always)
  func number16(_ bytes: Bytes, _ place: Int) -> UInt16 {
    isLittleEndian ? bytes.little16(place) : bytes.big16(place)
  }

  @inline(__always)
  func number32(_ bytes: Bytes, _ place: Int) -> UInt32 {
    isLittleEndian ? bytes.little32(place) : bytes.big32(place)
  }

  @inline(__always)
  func number64(_ bytes: Bytes, _ place: Int) -> UInt64 {
    isLittleEndian ? bytes.little64(place) : bytes.big64(place)
  }
}

extension TIFFBlock {
  /// Returns the place of an entry's whole value in the file; nil if it is not within the block.
  package func range(of entry: TIFFEntry) -> ByteRange? {
    guard entry.byteCount > 0, entry.location >= base, entry.location <= end,
      Int64(entry.byteCount) <= end &- entry.location
    else { return nil }
    return ByteRange(offset: entry.location, count: Int64(entry.byteCount))
  }

  /// Returns the bytes of the entry's value, at most `limit`; nil if they are not within the block.
  func value(
    _ entry: TIFFEntry, limit: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bytes? {
    let count = min(entry.byteCount, limit)
    guard count > 0, entry.location >= base, entry.location <= end,
      Int64(count) <= end &- entry.location
    else { return nil }
    return try window.value(at: entry.location, count: count)
  }

  func text(_ entry: TIFFEntry, _ window: inout HeaderWindow) throws(MediaError) -> ShortText {
    guard entry.unit == 1,
      let bytes = try value(entry, limit: ShortText.capacity * 2, &window)
    else { return ShortText() }
    return ShortText(bytes.buffer)
  }

  /// Returns one of the entry's integers; nil for a negative one, another type or an index past the
  /// last. Some writers use signed types where TIFF 6.0 requires unsigned ones.
  package func unsigned(
    _ entry: TIFFEntry, index: Int = 0, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    let unit = entry.unit
    guard index < entry.count, let place = element(entry, index, unit),
      let bytes = try window.value(at: place, count: unit)
    else { return nil }
    switch entry.type {
    case 1, 7: return UInt64(bytes.byte(0))
    case 3: return UInt64(number16(bytes, 0))
    case 4, 13: return UInt64(number32(bytes, 0))
    case 16, 18: return number64(bytes, 0)
    // Some writers write sizes and even positions as signed numbers.
    case 6: return UInt64(exactly: Int8(bitPattern: bytes.byte(0)))
    case 8: return UInt64(exactly: Int16(bitPattern: number16(bytes, 0)))
    case 9: return UInt64(exactly: Int32(bitPattern: number32(bytes, 0)))
    case 17: return UInt64(exactly: Int64(bitPattern: number64(bytes, 0)))
    default: return nil
    }
  }

  /// Returns one of the entry's rationals; nil past the last, for another type or a divisor of 0.
  func rational(
    _ entry: TIFFEntry, index: Int = 0, _ window: inout HeaderWindow
  ) throws(MediaError) -> Double? {
    guard entry.type == 5 || entry.type == 10, index < entry.count,
      let place = element(entry, index, 8), let bytes = try window.value(at: place, count: 8)
    else { return nil }
    let (numerator, denominator) = (number32(bytes, 0), number32(bytes, 4))
    guard denominator != 0 else { return nil }
    return entry.type == 5
      ? Double(numerator) / Double(denominator)
      : Double(Int32(bitPattern: numerator)) / Double(Int32(bitPattern: denominator))
  }

  private func element(_ entry: TIFFEntry, _ index: Int, _ unit: Int) -> Int64? {
    guard unit > 0, entry.location >= base, entry.location < end else { return nil }
    let (place, overflows) = entry.location.addingReportingOverflow(Int64(index &* unit))
    return overflows || place > end &- Int64(unit) ? nil : place
  }
}
