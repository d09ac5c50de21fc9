/// An element of an EBML file (RFC 8794), clipped to its container.
struct EBMLElement {
  let name: UInt32
  let payload: Int64
  let end: Int64
  /// True if the element has a size; in a live recording it has none.
  let hasKnownSize: Bool

  var count: Int64 { end - payload }

  /// Reads the content as an unsigned number; nil if it is not one.
  func number(_ window: inout HeaderWindow) throws(MediaError) -> UInt64? {
    guard count >= 0, count <= 8, let bytes = try window.bytes(at: payload, count: Int(count))
    else { return nil }
    var value: UInt64 = 0
    for index in 0..<bytes.count { value = value << 8 | UInt64(bytes.byte(index)) }
    return value
  }

  /// Reads the content as a floating-point number; nil if it is not one.
  func float(_ window: inout HeaderWindow) throws(MediaError) -> Double? {
    switch count {
    case 0: return 0
    case 4:
      return try window.bytes(at: payload, count: 4).map {
        Double(Float(bitPattern: $0.big32(0)))
      }
    case 8:
      return try window.bytes(at: payload, count: 8).map { Double(bitPattern: $0.big64(0)) }
    default: return nil
    }
  }

  /// Reads the start of the content, at most `limit` bytes; nil if the element is empty.
  func text(_ limit: Int, _ window: inout HeaderWindow) throws(MediaError) -> Bytes? {
    guard count > 0 else { return nil }
    return try window.bytes(at: payload, upTo: Int(min(count, Int64(limit))))
  }
}

struct EBMLList {
  private var offset: Int64
  private let end: Int64

  init(from offset: Int64, to end: Int64) {
    self.offset = offset
    self.end = end
  }

  init(in element: EBMLElement) {
    self.init(from: element.payload, to: element.end)
  }

  /// Returns the next element, or nil at the end. An element that claims to end outside the range
  /// is noted as a problem and clipped.
  mutating func next(
    _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> EBMLElement? {
    guard offset < end else { return nil }
    let room = Int(min(12, end - offset))
    guard let head = try window.bytes(at: offset, count: room) else {
      draft.note(window.isExhausted ? .tooLarge : .truncated)
      return nil
    }
    let nameLength = head.byte(0).leadingZeroBitCount + 1
    let sizeLength = head.byte(nameLength).leadingZeroBitCount + 1
    guard nameLength <= 4, sizeLength <= 8, nameLength + sizeLength <= room else {
      draft.note(end == window.size ? .truncated : .malformed)
      return nil
    }
    var name: UInt32 = 0
    for index in 0..<nameLength { name = name << 8 | UInt32(head.byte(index)) }
    let mask = UInt64(1) << UInt64(7 * sizeLength) - 1
    var size: UInt64 = 0
    for index in 0..<sizeLength { size = size << 8 | UInt64(head.byte(nameLength + index)) }
    size &= mask
    let payload = offset + Int64(nameLength + sizeLength)
    let hasKnownSize = size != mask
    if !hasKnownSize {
      offset = end
    } else if size > UInt64(end - payload) {
      draft.note(end == window.size ? .truncated : .lyingLength)
      offset = end
    } else {
      offset = payload + Int64(size)
    }
    return EBMLElement(name: name, payload: payload, end: offset, hasKnownSize: hasKnownSize)
  }
}
