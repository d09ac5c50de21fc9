struct MovieTrack {
  private static let sampleEntryLimit: UInt64 = 4096

  private(set) var showsPictures = false
  private(set) var width: UInt32 = 0
  private(set) var height: UInt32 = 0
  private(set) var orientation = Orientation.upright
  private(set) var sampleCount: UInt64 = 0
  private(set) var frameRate: Float?
  private(set) var number: UInt32 = 0
  private(set) var timescale: UInt32 = 0

  init() {}

  var area: UInt64 { UInt64(width) * UInt64(height) }

  /// Reads the track header: matrix and size as 16.16 fixed point (ISO/IEC 14496-12, 8.3.2).
  mutating func readHeader(_ box: Box, _ window: inout HeaderWindow) throws(MediaError) {
    guard let head = try window.bytes(at: box.payload, upTo: 24) else { return }
    let isLong = head.byte(0) == 1
    number = head.big32(isLong ? 20 : 12)
    let matrix: Int64 = isLong ? 52 : 40
    guard box.count >= matrix + 44,
      let bytes = try window.bytes(at: box.payload + matrix, count: 44)
    else { return }
    width = bytes.big32(36) >> 16
    height = bytes.big32(40) >> 16
    let unit: UInt32 = 0x0001_0000
    let minusUnit: UInt32 = 0xFFFF_0000
    switch (bytes.big32(0), bytes.big32(4), bytes.big32(12), bytes.big32(16)) {
    case (0, unit, minusUnit, 0): orientation.turnClockwise(1)
    case (minusUnit, 0, 0, minusUnit): orientation.turnClockwise(2)
    case (0, minusUnit, unit, 0): orientation.turnClockwise(3)
    case (minusUnit, 0, 0, unit): orientation.mirrorLeftToRight()
    case (unit, 0, 0, minusUnit): orientation.mirrorTopToBottom()
    default: break
    }
  }

  /// Reads the media header, and returns when the track was made, in seconds; nil if it is cut.
  mutating func readMediaHeader(
    _ box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    guard box.count >= 24, let bytes = try window.bytes(at: box.payload, count: 24) else {
      return nil
    }
    let isLong = bytes.byte(0) == 1
    timescale = isLong ? bytes.big32(20) : bytes.big32(12)
    return isLong ? bytes.big64(4) : UInt64(bytes.big32(4))
  }

  /// Reads the kind of the track, and returns true if a camera that writes its local clock made it.
  mutating func readHandler(
    _ box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard box.count >= 12,
      let bytes = try window.bytes(at: box.payload, upTo: Int(min(box.count, 40)))
    else {
      return false
    }
    showsPictures = bytes.has("vide", at: 8) || bytes.has("pict", at: 8)
    return MovieClock.isLocal(handler: bytes.slice(from: 24))
  }

  /// Computes the mean frame rate from the time-to-sample table, or the start of a very long one.
  mutating func readSampleTimes(_ box: Box, _ window: inout HeaderWindow) throws(MediaError) {
    var reader = BoxReader(box)
    guard try reader.number(4, &window) != nil, let count = try reader.number(4, &window) else {
      return
    }
    var samples: UInt64 = 0
    var time: UInt64 = 0
    for _ in 0..<min(count, Self.sampleEntryLimit) {
      guard let number = try reader.number(4, &window), let delta = try reader.number(4, &window)
      else { break }
      samples &+= number
      time &+= number &* delta
    }
    sampleCount = samples
    if time > 0, timescale > 0 {
      frameRate = Float(Double(samples) * Double(timescale) / Double(time))
    }
  }
}
