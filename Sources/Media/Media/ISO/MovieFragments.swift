/// The fragments of a movie whose header has neither duration nor frames (ISO/IEC 14496-12, 8.8).
struct MovieFragments {
  /// The maximum number of fragments that are read; each costs a read.
  private static let fragmentLimit = 512
  private static let sampleLimit: UInt64 = 4096

  private let track: UInt32
  private let timescale: UInt64
  private let defaultDuration: UInt64
  private var start: UInt64?
  private var end: UInt64 = 0
  private var frames: UInt64 = 0
  private var ticks: UInt64 = 0

  /// - Parameter defaultDuration: the duration, in ticks, of a sample that states none.
  init(track: UInt32, timescale: UInt32, defaultDuration: UInt32) {
    self.track = track
    self.timescale = UInt64(timescale)
    self.defaultDuration = UInt64(defaultDuration)
  }

  /// Reads the fragments after the movie's header; beyond a limit, an index may give the duration.
  mutating func read(
    from offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var boxes = BoxList(from: offset, to: window.size)
    var indexed: UInt64?
    var count = 0
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.sidx, count == 0 { indexed = try indexedTime(box, &window) }
      guard box.type == BoxType.moof else { continue }
      try readFragment(box, &window, &draft)
      count += 1
      if count == Self.fragmentLimit || indexed != nil { break }
    }
    if ticks > 0, frames > 0 {
      draft.setFrameRate(Double(frames) * Double(timescale) / Double(ticks))
    }
    if let indexed {
      draft.setDuration(ticks: indexed, perSecond: 1000)
    } else if count < Self.fragmentLimit, let start, end > start {
      draft.setDuration(ticks: end - start, perSecond: timescale)
    }
  }

  private mutating func readFragment(
    _ fragment: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var boxes = BoxList(in: fragment)
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.traf { try readTrack(box, &window, &draft) }
    }
  }

  private mutating func readTrack(
    _ fragment: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var duration = defaultDuration
    var time: UInt64?
    var boxes = BoxList(in: fragment)
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case BoxType.tfhd:
        guard let head = try window.bytes(at: box.payload, upTo: 28), head.big32(4) == track else {
          return
        }
        let flags = head.big32(0)
        let place = 8 + (flags & 1 == 0 ? 0 : 8) + (flags & 2 == 0 ? 0 : 4)
        if flags & 8 != 0, box.count >= place + 4 { duration = UInt64(head.big32(place)) }
      case BoxType.tfdt:
        guard let head = try window.bytes(at: box.payload, upTo: 12) else { continue }
        time = head.byte(0) == 1 ? head.big64(4) : UInt64(head.big32(4))
      case BoxType.trun:
        let begin = time ?? end
        let length = try readRun(box, sampleDuration: duration, &window)
        guard begin < 1 << 60 else { continue }
        start = min(start ?? begin, begin)
        time = begin + length
        end = max(end, begin + length)
      default: break
      }
    }
  }

  /// Returns the duration of a run of samples, in ticks.
  private mutating func readRun(
    _ run: Box, sampleDuration: UInt64, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64 {
    guard let head = try window.bytes(at: run.payload, upTo: 8), run.count >= 8 else { return 0 }
    let flags = head.big32(0)
    let count = UInt64(head.big32(4))
    var length = min(count, 1 << 24) * sampleDuration
    let fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }.count
    if flags & 0x100 != 0 {
      length = 0
      var reader = BoxReader(from: run.payload + 8, to: run.end)
      reader.skip((flags & 1 == 0 ? 0 : 4) + (flags & 4 == 0 ? 0 : 4))
      for _ in 0..<min(count, Self.sampleLimit) {
        guard let time = try reader.number(4, &window) else { break }
        length += time
        reader.skip(Int64(fields - 1) * 4)
      }
    }
    frames &+= min(count, flags & 0x100 == 0 ? 1 << 24 : Self.sampleLimit)
    ticks &+= length
    return length
  }

  /// Returns the milliseconds in an index of the whole file; nil for an index of a part.
  private func indexedTime(
    _ index: Box, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    guard let head = try window.bytes(at: index.payload, upTo: 12) else { return nil }
    let scale = UInt64(head.big32(8))
    let times: Int64 = head.byte(0) == 0 ? 8 : 16
    var reader = BoxReader(from: index.payload + 12 + times + 2, to: index.end)
    guard scale > 0, let count = try reader.number(2, &window) else { return nil }
    var duration: UInt64 = 0
    var bytes: UInt64 = 0
    for _ in 0..<count {
      guard let size = try reader.number(4, &window), let part = try reader.number(4, &window)
      else { return nil }
      reader.skip(4)
      bytes += size & 0x7FFF_FFFF
      duration += part
    }
    guard bytes > UInt64(window.size) / 10 * 9 else { return nil }
    return duration * 1000 / scale
  }
}
