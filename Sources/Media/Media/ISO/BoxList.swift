package struct BoxList {
  private var offset: Int64
  private let end: Int64

  package init(from offset: Int64, to end: Int64) {
    self.offset = offset
    self.end = end
  }

  package init(in box: Box, after introduction: Int64 = 0) {
    self.init(from: box.payload + introduction, to: box.end)
  }

  /// Returns the next box, or nil at the end. A box that claims to end outside the range is noted
  /// as a problem and clipped; a box shorter than its own header ends the list.
  package mutating func next(
    _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> Box? {
    guard offset <= end &- 8 else { return nil }
    guard let head = try window.bytes(at: offset, count: 8) else {
      draft.note(window.isExhausted ? .tooLarge : .truncated)
      return nil
    }
    let type = head.big32(4)
    var size = UInt64(head.big32(0))
    var headSize: Int64 = 8
    if size == 1 {
      guard end &- offset >= 16, let long = try window.bytes(at: offset + 8, count: 8) else {
        draft.note(.truncated)
        return nil
      }
      size = long.big64(0)
      headSize = 16
    } else if size == 0 {
      size = UInt64(end &- offset)
    }
    guard size >= UInt64(headSize) else {
      draft.note(.malformed)
      return nil
    }
    let payload = offset + headSize
    if size > UInt64(end &- offset) {
      draft.note(end == window.size ? .truncated : .lyingLength)
      offset = end
    } else {
      offset += Int64(size)
    }
    return Box(type: type, payload: min(payload, end), end: offset)
  }
}

/// A box (atom) of an ISO base media file, clipped to its container.
package struct Box {
  package let type: UInt32
  /// The position of the box's content in the file.
  package let payload: Int64
  package let end: Int64

  package var count: Int64 { end - payload }
}
