/// A reader of consecutive big-endian numbers in a box with a table.
struct BoxReader {
  private(set) var offset: Int64
  let end: Int64

  init(_ box: Box) {
    offset = box.payload
    end = box.end
  }

  init(from offset: Int64, to end: Int64) {
    self.offset = offset
    self.end = end
  }

  /// Reads a big-endian number of 0, 1, 2, 4 or 8 bytes; nil past the end.
  mutating func number(
    _ size: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    guard size > 0 else { return 0 }
    guard Int64(size) <= end &- offset, let bytes = try window.bytes(at: offset, count: size)
    else { return nil }
    offset += Int64(size)
    switch size {
    case 1: return UInt64(bytes.byte(0))
    case 2: return UInt64(bytes.big16(0))
    case 4: return UInt64(bytes.big32(0))
    case 8: return bytes.big64(0)
    default: return nil
    }
  }

  mutating func skip(_ count: Int64) {
    offset = min(end, offset + max(0, count))
  }
}
