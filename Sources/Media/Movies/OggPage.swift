/// One page of an Ogg file (RFC 3533).
struct OggPage {
  private static let headSize = 27

  let isFirst: Bool
  let isLast: Bool
  /// What the stream counts up to the page's end; nil if no packet ends in it.
  let position: UInt64?
  let stream: UInt32
  /// Where the page's content begins in the file.
  let payload: Int64
  let end: Int64

  /// The page at a place in the file; nil if there is none.
  init?(at offset: Int64, _ window: inout HeaderWindow) throws(MediaError) {
    guard let head = try window.bytes(at: offset, count: Self.headSize),
      head.has("OggS\0", at: 0)
    else { return nil }
    isFirst = head.byte(5) & 2 != 0
    isLast = head.byte(5) & 4 != 0
    position = head.little64(6) == .max ? nil : head.little64(6)
    stream = head.little32(14)
    let segments = Int(head.byte(26))
    guard let table = try window.bytes(at: offset + Int64(Self.headSize), count: segments) else {
      return nil
    }
    var length: Int64 = 0
    for segment in 0..<segments { length += Int64(table.byte(segment)) }
    payload = offset + Int64(Self.headSize + segments)
    end = payload + length
  }
}
