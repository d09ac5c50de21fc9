/// A reader of a stream of digital video, whose frames have a constant size (IEC 61834-2 and -4).
enum DVHeader {
  private static let blockSize = 80
  /// The number of blocks to search for the camera's note: the first sequence of a frame.
  private static let blockLimit = 150

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, upTo: blockLimit * blockSize) else { return }
    let isFifty = head.byte(3) & 0x80 != 0
    var kind: UInt8 = 0
    var date: (year: Int, month: Int, day: Int)?
    var time: (hour: Int, minute: Int, second: Int)?
    for block in 0..<head.count / blockSize {
      let bytes = head.slice(from: block * blockSize, limit: blockSize)
      // Blocks with notes about the picture contain fifteen packs of five bytes.
      guard bytes.byte(0) >> 5 == 2 else { continue }
      for pack in 0..<15 {
        let pack = bytes.slice(from: 3 + 5 * pack, limit: 5)
        switch pack.byte(0) {
        case 0x60: kind = pack.byte(3) & 0x1F
        case 0x62: date = date ?? Self.date(pack)
        case 0x63: time = time ?? Self.time(pack)
        default: break
        }
      }
    }
    let form = Form(kind: kind, isFifty: isFifty)
    draft.setSize(width: form.width, height: form.height)
    draft.setFrameRate(form.frameRate)
    draft.setDuration(seconds: Double(window.size) / Double(form.frameBytes) / form.frameRate)
    guard let date, let time,
      let moment = CivilTime.milliseconds(
        year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
        second: time.second)
    else { return }
    draft.offer(
      CaptureDate(wallClockMilliseconds: moment, offsetMinutes: nil, source: .movie),
      rank: .movieMetadata)
  }

  private struct Form {
    let width: Int
    let height: Int
    let frameBytes: Int
    let frameRate: Double

    init(kind: UInt8, isFifty: Bool) {
      let blocks: Int
      switch kind {
      case 0x14, 0x15:
        (width, height) = (isFifty ? 1440 : 1280, 1080)
        blocks = 4
      case 0x18:
        (width, height) = (960, 720)
        blocks = 2
      case 0x04:
        (width, height) = (720, isFifty ? 576 : 480)
        blocks = 2
      default:
        (width, height) = (720, isFifty ? 576 : 480)
        blocks = 1
      }
      frameBytes = (isFifty ? 144_000 : 120_000) * blocks
      let rate = isFifty ? 25 : 30_000 / 1001.0
      frameRate = kind == 0x18 ? 2 * rate : rate
    }
  }

  private static func date(_ pack: Bytes) -> (year: Int, month: Int, day: Int)? {
    guard let day = digits(pack.byte(2) & 0x3F), let month = digits(pack.byte(3) & 0x1F),
      let year = digits(pack.byte(4))
    else { return nil }
    // The year has two digits. DV cameras were first sold in 1995, and a clock that was never set
    // shows 1970.
    switch year {
    case 90...: return (1900 + year, month, day)
    case ..<70: return (2000 + year, month, day)
    default: return nil
    }
  }

  private static func time(_ pack: Bytes) -> (hour: Int, minute: Int, second: Int)? {
    guard let second = digits(pack.byte(2) & 0x7F), let minute = digits(pack.byte(3) & 0x7F),
      let hour = digits(pack.byte(4) & 0x3F)
    else { return nil }
    return (hour, minute, second)
  }

  private static func digits(_ byte: UInt8) -> Int? {
    let (tens, ones) = (byte >> 4, byte & 0x0F)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
