/// Lists the entries of one TIFF directory (an IFD).
struct TIFFDirectory {
  /// More entries than any known writer makes; the rest of a longer directory is ignored.
  static let entryLimit = 2048

  private let block: TIFFBlock
  private let firstEntry: Int64
  private let count: Int
  private var index = 0

  init(block: TIFFBlock, firstEntry: Int64, count: Int) {
    self.block = block
    self.firstEntry = firstEntry
    self.count = count
  }

  private static let entrySize = 12
  private static let bigEntrySize = 20

  /// The next entry; nil after the last one or where the block ends.
  @inline(__always)
  mutating func next(_ window: inout HeaderWindow) throws(MediaError) -> TIFFEntry? {
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

  /// The offset of the directory that follows this one; 0 if there is none.
  func nextDirectory(_ window: inout HeaderWindow) throws(MediaError) -> UInt64 {
    let place = firstEntry &+ Int64(count &* (block.isBig ? Self.bigEntrySize : Self.entrySize))
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
