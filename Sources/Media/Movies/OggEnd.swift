/// Finds how far a stream of an Ogg file reaches.
enum OggEnd {
  /// The pieces of the file's end that are searched.
  private static let pieceLimit = 8
  /// A page has at most 27 + 255 + 255 * 255 bytes.
  private static let overlap: Int64 = 32

  /// The position that a stream reaches in the last of its pages that has one.
  static func position(
    of stream: UInt32, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    var end = window.size
    for _ in 0..<pieceLimit {
      let start = max(0, end - Int64(HeaderWindow.capacity))
      guard start < end, let bytes = try window.bytes(at: start, upTo: Int(end - start)) else {
        return nil
      }
      var place = bytes.count - 27
      while place >= 0 {
        if bytes.byte(place) == UInt8(ascii: "O"), bytes.has("OggS\0", at: place),
          bytes.little32(place + 14) == stream, bytes.little64(place + 6) != .max
        {
          return bytes.little64(place + 6)
        }
        place -= 1
      }
      guard start > 0 else { return nil }
      end = start + overlap
    }
    return nil
  }
}
