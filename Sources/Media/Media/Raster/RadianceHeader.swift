/// A reader of the text before a Radiance picture (Radiance reference manual, "File Formats").
enum RadianceHeader {
  private static let lineLimit = 1024

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, upTo: HeaderWindow.capacity) else { return }
    draft.facts.colorModel = .rgb
    var place = 0
    for _ in 0..<lineLimit {
      guard let end = head.firstIndex(of: UInt8(ascii: "\n"), from: place) else {
        return draft.note(.truncated)
      }
      let line = head.slice(from: place, limit: end - place)
      place = end + 1
      if line.count == 0 {
        guard let end = head.firstIndex(of: UInt8(ascii: "\n"), from: place) else {
          return draft.note(.truncated)
        }
        takeSize(head.slice(from: place, limit: end - place), &draft)
        return
      }
      take(line, &draft)
    }
    draft.note(.malformed)
  }

  private static func take(_ line: Bytes, _ draft: inout MediaFactsBuilder) {
    if line.has("SOFTWARE=", at: 0) {
      draft.facts.software = ShortText(line.slice(from: 9).buffer)
    } else if line.has("CAPDATE=", at: 0) {
      var place = 8
      while line.byte(place) == 0x20 { place += 1 }
      draft.offer(DateText.iso(line.slice(from: place), source: .exif), rank: .exifOriginal)
    }
  }

  /// Reads `-Y 480 +X 640`: direction and number of the rows, then those of the columns.
  private static func takeSize(_ line: Bytes, _ draft: inout MediaFactsBuilder) {
    guard let (down, rows, next) = side(in: line, from: 0),
      let (across, columns, _) = side(in: line, from: next), down.axis != across.axis
    else { return draft.note(.malformed) }
    draft.setSize(width: columns, height: rows)
    let number: UInt64 =
      switch (down.axis, down.isRising, across.isRising) {
      case (UInt8(ascii: "Y"), false, true): 1
      case (UInt8(ascii: "Y"), false, false): 2
      case (UInt8(ascii: "Y"), true, false): 3
      case (UInt8(ascii: "Y"), true, true): 4
      case (_, true, false): 5
      case (_, false, false): 6
      case (_, false, true): 7
      case (_, true, true): 8
      }
    draft.orientation = Orientation(number: number) ?? .upright
  }

  private typealias Side = (direction: (axis: UInt8, isRising: Bool), count: UInt64, next: Int)

  private static func side(in line: Bytes, from start: Int) -> Side? {
    var place = start
    while line.byte(place) == 0x20 { place += 1 }
    let sign = line.byte(place)
    let axis = line.byte(place + 1)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      axis == UInt8(ascii: "X") || axis == UInt8(ascii: "Y")
    else { return nil }
    place += 2
    while line.byte(place) == 0x20 { place += 1 }
    var count: UInt64 = 0
    for _ in 0..<9 {
      let digit = line.byte(place) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      count = count * 10 + UInt64(digit)
      place += 1
    }
    return ((axis, sign == UInt8(ascii: "+")), count, place)
  }
}
