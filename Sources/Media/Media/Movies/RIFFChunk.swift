/// A chunk of a RIFF file, clipped to its container.
struct RIFFChunk {
  let type: UInt32
  /// The type of a list, such as `hdrl`; 0 for any other chunk.
  let list: UInt32
  let payload: Int64
  let end: Int64

  var count: Int64 { end - payload }
}

struct RIFFList {
  private static let listType: UInt32 = 0x4C49_5354
  private static let riffType: UInt32 = 0x5249_4646

  private var offset: Int64
  private let end: Int64

  init(from offset: Int64, to end: Int64) {
    self.offset = offset
    self.end = end
  }

  init(in chunk: RIFFChunk) {
    self.init(from: chunk.payload, to: chunk.end)
  }

  /// Returns the next chunk, or nil at the end. A chunk that extends beyond the range is clipped.
  mutating func next(_ window: inout HeaderWindow) throws(MediaError) -> RIFFChunk? {
    guard offset <= end - 8, let head = try window.bytes(at: offset, count: 8) else { return nil }
    let type = head.big32(0)
    let length = Int64(head.little32(4))
    var payload = offset + 8
    let chunkEnd = min(payload + length, end)
    offset = chunkEnd + length & 1
    var list: UInt32 = 0
    if type == Self.listType || type == Self.riffType, chunkEnd - payload >= 4,
      let name = try window.bytes(at: payload, count: 4)
    {
      list = name.big32(0)
      payload += 4
    }
    return RIFFChunk(type: type, list: list, payload: payload, end: chunkEnd)
  }
}
