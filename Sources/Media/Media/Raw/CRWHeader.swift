/// A reader of Canon's CRW, a heap of directories that are each at the end of their data (CIFF,
/// Camera Image File Format, revision 1.0).
struct CRWHeader {
  private static let entryLimit = 256
  private static let deepest = 4

  private static let makeAndModel: UInt16 = 0x080A
  /// The length of `Canon` and a NUL; the model follows.
  private static let makeLength = 6
  private static let capturedTime: UInt16 = 0x180E
  private static let imageSpecification: UInt16 = 0x1810
  private static let jpeg: UInt16 = 0x2007
  private static let thumbnail: UInt16 = 0x2008

  private let isLittleEndian: Bool
  private var directories = 0

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 14) else { return draft.note(.truncated) }
    var header = Self(isLittleEndian: head.has("II", at: 0))
    draft.facts.colorModel = .rgb
    let start = Int64(header.number32(head, 2))
    try header.readHeap(from: start, to: window.size, depth: 0, &window, &draft)
  }

  private init(isLittleEndian: Bool) {
    self.isLittleEndian = isLittleEndian
  }

  private mutating func readHeap(
    from start: Int64, to end: Int64, depth: Int, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard depth < Self.deepest, directories < 16 else { return draft.note(.tooLarge) }
    directories += 1
    guard end - start >= 6, let last = try window.bytes(at: end - 4, count: 4) else {
      return draft.note(.truncated)
    }
    let table = start + Int64(number32(last, 0))
    guard table <= end - 6, let head = try window.bytes(at: table, count: 2) else {
      return draft.note(.truncated)
    }
    for index in 0..<min(Int64(number16(head, 0)), Int64(Self.entryLimit)) {
      let place = table + 2 + index * 10
      guard place <= end - 10, let entry = try window.bytes(at: place, count: 10) else {
        return draft.note(.truncated)
      }
      let tag = number16(entry, 0)
      // The entry itself contains small values.
      let isInline = tag & 0xC000 == 0x4000
      let count = isInline ? 8 : Int64(number32(entry, 2))
      let offset = isInline ? place + 2 : start + Int64(number32(entry, 6))
      guard offset >= start, offset <= end, count <= end - offset else {
        draft.note(.lyingLength)
        continue
      }
      if !isInline, tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000 {
        try readHeap(from: offset, to: offset + count, depth: depth + 1, &window, &draft)
      } else {
        try take(tag & 0x3FFF, ByteRange(offset: offset, count: count), &window, &draft)
      }
    }
  }

  private func take(
    _ tag: UInt16, _ range: ByteRange, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch tag {
    case Self.makeAndModel:
      guard let text = try window.value(at: range.offset, count: Int(min(range.count, 128)))
      else { return }
      draft.facts.make = ShortText(
        UnsafeRawBufferPointer(rebasing: text.buffer.prefix(Self.makeLength)))
      if text.count > Self.makeLength {
        draft.facts.model = ShortText(text.slice(from: Self.makeLength).buffer)
      }
    case Self.capturedTime:
      guard range.count >= 4, let time = try window.value(at: range.offset, count: 4),
        number32(time, 0) > 0
      else { return }
      // The seconds are those of the camera's clock.
      let date = CaptureDate(
        wallClockMilliseconds: Int64(number32(time, 0)) * 1000, offsetMinutes: nil, source: .exif)
      draft.offer(date, rank: .exifOriginal)
    case Self.imageSpecification:
      guard range.count >= 16, let size = try window.value(at: range.offset, count: 16) else {
        return
      }
      draft.setSize(width: number32(size, 0), height: number32(size, 4))
      draft.orientation = Orientation(degreesClockwise: number32(size, 12))
    case Self.jpeg, Self.thumbnail:
      if range.count > 4 { draft.offer(EmbeddedPreview(range: range)) }
    default: break
    }
  }

  private func number16(_ bytes: Bytes, _ place: Int) -> UInt16 {
    isLittleEndian ? bytes.little16(place) : bytes.big16(place)
  }

  private func number32(_ bytes: Bytes, _ place: Int) -> UInt32 {
    isLittleEndian ? bytes.little32(place) : bytes.big32(place)
  }
}
