/// An object of an ASF file, clipped to its container.
struct ASFObject {
  /// The first half of the identifier, as a big-endian number; `low` is the second half.
  let high: UInt64
  let low: UInt64
  let payload: Int64
  let end: Int64

  var count: Int64 { end - payload }

  /// The first halves of the identifiers, enough to distinguish the objects that are read.
  enum Name {
    static let header: UInt64 = 0x3026_B275_8E66_CF11
    static let fileProperties: UInt64 = 0xA1DC_AB8C_47A9_CF11
    static let streamProperties: UInt64 = 0x9107_DCB7_B7A9_CF11
    static let headerExtension: UInt64 = 0xB503_BF5F_2EA9_CF11
    static let extendedStream: UInt64 = 0xCBA5_E614_72C6_3243
    static let extendedContent: UInt64 = 0x40A4_D0D2_07E3_D211
    static let metadata: UInt64 = 0xEACB_F8C5_AF5B_7748
    static let metadataLibrary: UInt64 = 0x941C_2344_9894_D149
    /// The type of a video stream.
    static let video: UInt64 = 0xC0EF_19BC_4D5B_CF11
  }
}

struct ASFList {
  private var offset: Int64
  private let end: Int64

  init(from offset: Int64, to end: Int64) {
    self.offset = offset
    self.end = end
  }

  /// Returns the next object, or nil at the end. One that extends beyond the range is clipped.
  mutating func next(
    _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> ASFObject? {
    guard offset <= end - 24 else { return nil }
    guard let head = try window.bytes(at: offset, count: 24) else {
      draft.note(window.isExhausted ? .tooLarge : .truncated)
      return nil
    }
    let size = head.little64(16)
    guard size >= 24 else {
      draft.note(.malformed)
      return nil
    }
    let payload = offset + 24
    if size > UInt64(end - offset) {
      draft.note(end == window.size ? .truncated : .lyingLength)
      offset = end
    } else {
      offset += Int64(size)
    }
    return ASFObject(high: head.big64(0), low: head.big64(8), payload: payload, end: offset)
  }
}
