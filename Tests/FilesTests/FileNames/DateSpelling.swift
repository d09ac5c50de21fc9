import Media

@testable import Files

/// A moment, spelled as cameras and tools spell it into names.
struct DateSpelling {
  let day: Int64
  let millisecond: Int64

  var spellings: [(String, FilenameDate.Precision)] {
    let (year, month, dayOfMonth) = civil
    let second = millisecond / 1000
    let y = pad(year, 4)
    let m = pad(month, 2)
    let d = pad(dayOfMonth, 2)
    let hour = second / 3600
    let h = pad(hour, 2)
    let min = pad(second / 60 % 60, 2)
    let s = pad(second % 60, 2)
    let ms = pad(millisecond % 1000, 3)
    let half = hour < 12 ? "AM" : "PM"
    let halfChinese = hour < 12 ? "上午" : "下午"
    let hour12 = hour % 12 == 0 ? 12 : hour % 12
    return [
      ("Screenshot from \(y)-\(m)-\(d) \(h)-\(min)-\(s).png", .second),
      ("Screenshot \(y)-\(m)-\(d) at \(hour12).\(min).\(s)\u{202F}\(half).png", .second),
      ("截屏\(y)-\(m)-\(d) \(halfChinese)\(hour12).\(min).\(s).png", .second),
      ("Bildschirmfoto \(y)-\(m)-\(d) um \(h).\(min).\(s).png", .second),
      ("Screenshot_\(y)\(m)\(d)-\(h)\(min)\(s).png", .second),
      ("Screenshot_\(y)-\(m)-\(d)-\(h)-\(min)-\(s)-\(ms)_com.app.jpg", .millisecond),
      ("PXL_\(y)\(m)\(d)_\(h)\(min)\(s)\(ms).MP.jpg", .millisecond),
      ("00000IMG_00000_BURST\(y)\(m)\(d)\(h)\(min)\(s)\(ms).jpg", .millisecond),
      ("photo_1@\(d)-\(m)-\(y)_\(h)-\(min)-\(s).jpg", .second),
      ("ScreenRecording_\(m)-\(d)-\(y) \(h)-\(min)-\(s)_1.MP4", .second),
      ("\(y)_\(m)\(d)_\(h)\(min)\(s)_001F.MP4", .second),
      ("\(y)-\(m)-\(d)T\(h).\(min).\(s).\(ms)-0330.jpg", .millisecond),
      ("ภาพหน้าจอ \(pad(year + 543, 4))-\(m)-\(d) เวลา \(h).\(min).\(s).png", .second),
      ("signal-\(y)-\(m)-\(d)-\(h)\(min)\(s).jpg", .second),
      ("\(y)\(m)\(d)_\(h)h\(min)m\(s)s_grim.png", .second),
      ("\(y)-\(m)-\(d)_\(h)-\(min).png", .minute),
      ("IMG-\(y)\(m)\(d)-WA0001.jpg", .day),
      ("\(y)-\(m)-\(d).jpg", .day),
    ]
  }

  /// Counts years and months from 1970 on, as plainly as can be.
  private var civil: (year: Int64, month: Int64, day: Int64) {
    var year: Int64 = 1970
    var rest = day
    func isLeap(_ year: Int64) -> Bool {
      year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month: Int64 = 1
    for length in lengths where rest >= 0 {
      if rest < length { break }
      rest -= length
      month += 1
    }
    return (year, month, rest + 1)
  }

  private func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
