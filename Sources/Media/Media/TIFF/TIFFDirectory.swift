/// An iterator over the entries of a TIFF directory (an IFD).
package struct TIFFDirectory {
  /// The maximum number of entries, more than any known writer makes; the rest is ignored.
  static let entryLimit = 2048

  private let block: TIFFBlock
  private let firstEntry: Int64
  /// The number of entries, at most ``entryLimit``.
  package let count: Int
  private var index = 0

  init(block: TIFFBlock, firstEntry: Int64, count: Int) {
    self.block = block
    self.firstEntry = firstEntry
    self.count = count
  }

  private static let entrySize = 12
  private static let bigEntrySize = 20

  /// Returns the next entry; nil after the last one or at the end of the block.
  @inline(__always)
  package mutating func next(_ window: inout HeaderWindow) throws(MediaError) -> TIFFEntry? {
    guard index < count else { return nil }
    if block.isBig { return try nextBig(&window) }
    let place = firstEntry &+ Int64(index &* Self.entrySize)
    guard place <= block.end &- Int64(Self.entrySize),
      let bytes = try window.bytes(at: place, count: Self.entrySize)
    else { return nil }
    index &+= 1
    let type = block.number16(bytes, 2)
    let count = Int(block.number32(bytes, 4))
    let isInline = count &* TIFFEntry.unit(of: type) <= 4
    return TIFFEntry(
      tag: block.number16(bytes, 0), type: type, count: count,
      location: isInline ? place &+ 8 : block.base &+ Int64(block.number32(bytes, 8)))
  }

  @inline(never)
  private mutating func nextBig(_ window: inout HeaderWindow) throws(MediaError) -> TIFFEntry? {
    let place = firstEntry &+ Int64(index &* Self.bigEntrySize)
    guard place <= block.end &- Int64(Self.bigEntrySize),
      let bytes = try window.bytes(at: place, count: Self.bigEntrySize)
    else { return nil }
    index += 1
    let type = block.number16(bytes, 2)
    let count = Int(clamping: block.number64(bytes, 4))
    let isInline = count <= 8 / max(TIFFEntry.unit(of: type), 1)
    let offset = Int64(clamping: block.number64(bytes, 12))
    return TIFFEntry(
      tag: block.number16(bytes, 0), type: type, count: count,
      location: isInline ? place + 12 : clampedSum(block.base, offset))
  }

  /// Returns true if the block has the first `limit` entries, or all if there are fewer.
  package func isWhole(upTo limit: Int) -> Bool { end(of: min(count, limit)) <= block.end }

  private func end(of count: Int) -> Int64 {
    firstEntry &+ Int64(count &* (block.isBig ? Self.bigEntrySize : Self.entrySize))
  }

  /// Returns the offset of the directory that follows; 0 without one.
  package func nextDirectory(_ window: inout HeaderWindow) throws(MediaError) -> UInt64 {
    let place = end(of: count)
    let size = block.isBig ? 8 : 4
    guard place <= block.end &- Int64(size), let bytes = try window.value(at: place, count: size)
    else { return 0 }
    return block.isBig ? block.number64(bytes, 0) : UInt64(block.number32(bytes, 0))
  }

  private func clampedSum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? .max : sum
  }
}

/// An entry of a TIFF directory, whose value is not read yet.
package struct TIFFEntry {
  package let tag: UInt16
  package let type: UInt16
  /// The number of values that the file claims.
  package let count: Int
  /// The position of the value in the file; may be anywhere in an invalid file.
  package let location: Int64

  /// True if the value is text that the file declares to be UTF-8 (Exif 3.0, section 4.6.2).
  package var isUTF8: Bool { type == Self.utf8 }

  /// The type of UTF-8 text in Exif 3.0.
  private static let utf8: UInt16 = 129

  /// The size of one value in bytes; 0 for a type that TIFF 6.0, BigTIFF and Exif 3.0 do not have.
  package var unit: Int { Self.unit(of: type) }

  /// The size of all values in bytes; `Int.max` if it is larger.
  package var byteCount: Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: unit)
    return overflows ? .max : product
  }

  @inline(__always)
  static func unit(of type: UInt16) -> Int {
    switch type {
    case 1, 2, 6, 7, utf8: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }
}
