/// The bits of a JPEG's entropy-coded data (ITU-T T.81, F.2.2.5). Stops at a marker.
struct JPEGBitSource {
  private static let readAhead = 64 << 10

  private(set) var offset: Int64
  private var bits: UInt64 = 0
  private var count = 0

  init(at offset: Int64) {
    self.offset = offset
  }

  /// Fills the buffer to at least 57 bits, if the data has them.
  private mutating func fill(_ window: inout HeaderWindow) throws(MediaError) {
    while count <= 56 {
      guard let byte = try window.bytes(at: offset, count: 1, ahead: Self.readAhead)?.byte(0)
      else { return }
      if byte == 0xFF {
        guard let next = try window.bytes(at: offset + 1, count: 1, ahead: Self.readAhead),
          next.byte(0) == 0
        else { return }
        offset += 1
      }
      offset += 1
      bits = bits << 8 | UInt64(byte)
      count += 8
    }
  }

  /// Skips `wanted` bits, 16 at most; returns false if the data ends first.
  @inline(__always)
  mutating func skip(_ wanted: Int, _ window: inout HeaderWindow) throws(MediaError) -> Bool {
    if count < wanted {
      try fill(&window)
      guard count >= wanted else { return false }
    }
    count -= wanted
    return true
  }

  /// Returns the value of the next code; nil if the data ends first or the code is unknown.
  @inline(__always)
  mutating func value(
    of table: JPEGCodeTable, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt8? {
    if count < 16 { try fill(&window) }
    // Past the end, ones: the padding of a writer's last byte.
    let ahead =
      count >= 16
      ? UInt16(truncatingIfNeeded: bits >> UInt64(count - 16))
      : UInt16(truncatingIfNeeded: bits << UInt64(16 - count)) | ((1 << UInt16(16 - count)) &- 1)
    guard let (length, value) = table.first(of: ahead), length <= count else { return nil }
    count -= length
    return value
  }

  /// Skips a restart marker; returns false if none exists.
  mutating func takeRestart(_ window: inout HeaderWindow) throws(MediaError) -> Bool {
    (bits, count) = (0, 0)
    while let head = try window.bytes(at: offset, count: 2, ahead: Self.readAhead) {
      guard head.byte(0) == 0xFF else { return false }
      if (0xD0...0xD7).contains(head.byte(1)) {
        offset += 2
        return true
      }
      guard head.byte(1) == 0xFF else { return false }
      offset += 1
    }
    return false
  }
}

/// A table of Huffman codes (ITU-T T.81, annex C).
struct JPEGCodeTable {
  /// The first code longer than each length of 1…16 bits, shifted to 16 bits.
  private var limits = [UInt32](repeating: 0, count: 17)
  /// The number to add to a code of each length to get the index of its value.
  private var distances = [Int](repeating: 0, count: 17)
  private var values: [UInt8]

  /// Creates a table; nil if there are more codes than possible.
  ///
  /// - Parameters:
  ///   - counts: the number of codes of each length.
  ///   - values: the values of the codes, at least as many.
  init?(counts: [UInt8], values: [UInt8]) {
    self.values = values
    var code: UInt32 = 0
    var place = 0
    for length in 1...16 {
      let count = Int(counts[length - 1])
      distances[length] = place - Int(code)
      place += count
      code += UInt32(count)
      guard code <= 1 << UInt32(length), place <= values.count else { return nil }
      limits[length] = code << UInt32(16 - length)
      code <<= 1
    }
  }

  /// Returns the length and the value of the code at the beginning of 16 bits; nil if none matches.
  @inline(__always)
  func first(of ahead: UInt16) -> (length: Int, value: UInt8)? {
    for length in 1...16 where UInt32(ahead) < limits[length] {
      let place = Int(ahead >> UInt16(16 - length)) + distances[length]
      guard place >= 0, place < values.count else { return nil }
      return (length, values[place])
    }
    return nil
  }
}
