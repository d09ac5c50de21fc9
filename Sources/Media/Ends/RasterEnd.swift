/// Looks for the ends of PNG, GIF and WebP.
enum RasterEnd {
  /// IEND with its length and checksum, wherever it stands in the last 64 KiB.
  static func png(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = max(0, tail.count - 12)
    if tail.has("IEND", at: place + 4), tail.big32(place) == 0 { return .complete }
    place = 0
    while let found = tail.firstIndex(of: UInt8(ascii: "I"), from: place) {
      if tail.has("IEND", at: found), tail.big32(found + 4) == 0xAE42_6082 { return .complete }
      place = found + 1
    }
    return .incomplete
  }

  /// The trailer, which zeros may follow.
  static func gif(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = tail.count - 1
    while place > 0, tail.byte(place) == 0 { place -= 1 }
    return tail.byte(place) == 0x3B ? .complete : .incomplete
  }

  /// The size that the RIFF header promises.
  static func webp(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 12) else { return .incomplete }
    return Int64(head.little32(4)) + 8 <= window.size ? .complete : .incomplete
  }
}
