/// A packet of an MPEG transport stream (ISO/IEC 13818-1, 2.4.3.2).
struct TransportPacket {
  static let size = 188
  static let sign: UInt8 = 0x47

  let program: UInt16
  /// True if a packet of an elementary stream, or a table, begins in it.
  let begins: Bool
  let payload: Bytes

  /// Parses the packet's 188 bytes; nil for a damaged packet and for one without content.
  init?(_ bytes: Bytes) {
    guard bytes.byte(0) == Self.sign, bytes.byte(1) & 0x80 == 0, bytes.byte(3) & 0x10 != 0 else {
      return nil
    }
    program = bytes.big16(1) & 0x1FFF
    begins = bytes.byte(1) & 0x40 != 0
    let start = bytes.byte(3) & 0x20 == 0 ? 4 : 5 + Int(bytes.byte(4))
    guard start < bytes.count else { return nil }
    payload = bytes.slice(from: start)
  }

  /// The table that begins in the packet, beginning with its number.
  var table: Bytes { payload.slice(from: 1 + Int(payload.byte(0))) }

  /// Returns the distance of packets, 188 bytes, or 192 if a time precedes each, and the position
  /// of the first sync byte. Nil unless the sync byte is at the start of four packets, or of all
  /// packets of a shorter file.
  static func stride(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> (bytes: Int, first: Int)? {
    guard let head = try window.bytes(at: 0, upTo: 4 * 192) else { return nil }
    for (stride, first) in [(192, 4), (188, 0)] {
      guard head.count >= 2 * stride else { continue }
      var places = Swift.stride(from: first, to: min(head.count, 4 * stride), by: stride)
        .makeIterator()
      var isStream = true
      while isStream, let place = places.next() { isStream = head.byte(place) == sign }
      if isStream { return (stride, first) }
    }
    return nil
  }
}
