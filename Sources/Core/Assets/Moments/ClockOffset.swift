/// A clock's offset from UTC, positive when it is ahead, written as `+02:00`.
package struct ClockOffset: Hashable, Sendable {
  /// The offset in seconds.
  package let seconds: Int64

  /// The largest offset in seconds; the tz database has up to 16 hours, Photos up to 18.
  private static let most: Int64 = 18 * 3600

  package init(seconds: Int64) {
    self.seconds = seconds
  }

  /// Reads `±hh:mm`, or `Z`, at the end of a text; nil for anything else, and for more than 18 hours.
  package init?(endOf text: UnsafeRawBufferPointer) {
    if text.last == UInt8(ascii: "Z") {
      self.init(seconds: 0)
      return
    }
    guard text.count >= 6 else { return nil }
    let end = UnsafeRawBufferPointer(rebasing: text.suffix(6))
    func number(_ place: Int) -> Int64? {
      let (tens, ones) = (Int64(end[place]) - 48, Int64(end[place + 1]) - 48)
      return (0...9).contains(tens) && (0...9).contains(ones) ? tens * 10 + ones : nil
    }
    guard end[0] == UInt8(ascii: "+") || end[0] == UInt8(ascii: "-"),
      end[3] == UInt8(ascii: ":"), let hours = number(1), let minutes = number(4), minutes < 60,
      hours * 3600 + minutes * 60 <= Self.most
    else { return nil }
    let size = hours * 3600 + minutes * 60
    self.init(seconds: end[0] == UInt8(ascii: "-") ? -size : size)
  }
}
