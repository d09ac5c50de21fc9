internal import CSystem

/// The frame header of a JPEG stream inside another file.
package enum JPEGFrame {
  /// The number of bytes of the stream to search for the frame header.
  private static let reach = 64 << 10

  /// Returns the size in the frame header (ITU-T T.81, B.2.2); nil without one near the start.
  package static func size(
    of range: ByteRange, in descriptor: Int32
  ) -> (width: Int32, height: Int32)? {
    let wanted = Int(clamping: min(Int64(reach), range.count))
    guard wanted > 4, range.offset >= 0 else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: wanted, alignment: 8) { bytes in
      let count = csystem_read_at(descriptor, bytes.baseAddress, wanted, range.offset)
      guard count > 4 else { return nil }
      return size(in: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }

  static func size(in bytes: UnsafeRawBufferPointer) -> (width: Int32, height: Int32)? {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var place = 2
    while place <= bytes.count - 9 {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      // Fill bytes may stand in front of a marker.
      if marker == 0xFF {
        place += 1
        continue
      }
      if isFrame(marker) {
        let height = Int32(bytes[place + 5]) << 8 | Int32(bytes[place + 6])
        let width = Int32(bytes[place + 7]) << 8 | Int32(bytes[place + 8])
        return width > 0 && height > 0 ? (width, height) : nil
      }
      guard marker >= 0xC0, marker != 0xD8, marker != 0xD9, marker != 0xDA else { return nil }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  /// Returns true for SOF0…SOF15, except DHT, JPG and DAC in the same range.
  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }
}
