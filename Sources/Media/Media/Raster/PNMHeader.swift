/// The header of a portable anymap: netpbm's `P1` to `P7`, and `PF` and `Pf` with floating point.
struct PNMHeader {
  private static let reach = 4 << 10

  /// The digit or letter after the `P`.
  let kind: UInt8
  private(set) var width: UInt64 = 0
  private(set) var height: UInt64 = 0
  /// The number of values of a pixel.
  private(set) var depth: UInt64 = 1
  private(set) var maximum: UInt64 = 1
  /// The position of the pixels in the file.
  private(set) var end = 0

  /// Returns true for `P1` to `P7`, `PF` or `Pf`, a blank, and a number, a comment or a name.
  static func begins(_ head: Bytes) -> Bool {
    let kind = head.byte(1)
    let isNumbered = (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(kind)
    guard isNumbered || kind == UInt8(ascii: "7") || kind | 0x20 == UInt8(ascii: "f") else {
      return false
    }
    var place = 2
    while (0x09...0x0D).contains(head.byte(place)) || head.byte(place) == 0x20 { place += 1 }
    let next = head.byte(place)
    if place == 2 { return false }
    if next == UInt8(ascii: "#") { return true }
    return kind == UInt8(ascii: "7")
      ? head.has("WIDTH ", at: place) || head.has("HEIGHT ", at: place)
        || head.has("DEPTH ", at: place) || head.has("MAXVAL ", at: place)
        || head.has("TUPLTYPE ", at: place)
      : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let header = try PNMHeader(&window) else { return draft.note(.malformed) }
    draft.setSize(width: header.width, height: header.height)
    draft.facts.colorModel = header.depth < 3 ? .gray : .rgb
  }

  /// Reads the header at the file's start; nil for a truncated or invalid one.
  init?(_ window: inout HeaderWindow) throws(MediaError) {
    guard let head = try window.bytes(at: 0, upTo: Self.reach) else { return nil }
    kind = head.byte(1)
    end = 2
    let isRead: Bool
    switch kind {
    case UInt8(ascii: "7"): isRead = takeNames(head)
    case UInt8(ascii: "1"), UInt8(ascii: "4"): isRead = takeSize(head)
    default: isRead = takeSize(head) && takeMaximum(head)
    }
    guard isRead else { return nil }
    if [UInt8(ascii: "3"), UInt8(ascii: "6"), UInt8(ascii: "F")].contains(kind) { depth = 3 }
  }

  /// The size of the pixels in bytes; nil if they are written as decimal numbers, or absurdly many.
  var dataSize: Int64? {
    let row: (partialValue: UInt64, overflow: Bool)
    switch kind {
    case UInt8(ascii: "4"): row = ((width + 7) / 8, false)
    case UInt8(ascii: "5"), UInt8(ascii: "6"), UInt8(ascii: "7"):
      row = width.multipliedReportingOverflow(by: depth * (maximum > 255 ? 2 : 1))
    case UInt8(ascii: "F"), UInt8(ascii: "f"):
      row = width.multipliedReportingOverflow(by: depth * 4)
    default: return nil
    }
    let all = row.partialValue.multipliedReportingOverflow(by: height)
    return row.overflow || all.overflow ? nil : Int64(exactly: all.partialValue)
  }

  private mutating func takeSize(_ head: Bytes) -> Bool {
    guard let width = takeNumber(head), let height = takeNumber(head) else { return false }
    (self.width, self.height) = (width, height)
    return true
  }

  /// Reads a pixel's maximum value, or a floating-point file's scale; returns false without it.
  private mutating func takeMaximum(_ head: Bytes) -> Bool {
    guard kind | 0x20 != UInt8(ascii: "f") else { return takeWord(head) != nil }
    guard let number = takeNumber(head), number > 0 else { return false }
    maximum = number
    return true
  }

  /// Reads lines of a name and a number, up to `ENDHDR`.
  private mutating func takeNames(_ head: Bytes) -> Bool {
    while let word = takeWord(head) {
      if word.has("ENDHDR", at: 0) { return width > 0 && height > 0 }
      if word.has("TUPLTYPE", at: 0) {
        end = head.firstIndex(of: UInt8(ascii: "\n"), from: end) ?? head.count
        continue
      }
      guard let number = takeNumber(head) else { return false }
      switch word.byte(0) {
      case UInt8(ascii: "W"): width = number
      case UInt8(ascii: "H"): height = number
      case UInt8(ascii: "D"): depth = min(max(1, number), 1 << 16)
      default: maximum = number
      }
    }
    return false
  }

  private mutating func takeNumber(_ head: Bytes) -> UInt64? {
    guard let word = takeWord(head), word.count <= 10 else { return nil }
    var value: UInt64 = 0
    for index in 0..<word.count {
      let digit = word.byte(index) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + UInt64(digit)
    }
    return value
  }

  /// Reads the next word and a blank after it, past comments from `#` on; nil without a word.
  private mutating func takeWord(_ head: Bytes) -> Bytes? {
    while end < head.count {
      if head.byte(end) == UInt8(ascii: "#") {
        guard let line = head.firstIndex(of: UInt8(ascii: "\n"), from: end) else { return nil }
        end = line + 1
      } else if head.byte(end) <= 0x20 {
        end += 1
      } else {
        break
      }
    }
    let start = end
    while end < head.count, head.byte(end) > 0x20 { end += 1 }
    guard end < head.count, end > start else { return nil }
    end += 1
    return head.slice(from: start, limit: end - 1 - start)
  }
}
