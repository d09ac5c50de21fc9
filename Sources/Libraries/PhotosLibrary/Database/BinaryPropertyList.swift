/// A reader of the integers of a dictionary in Apple's binary property list format, version 00. The
/// last 32 bytes hold the widths of offsets and references, the number of objects, the top object,
/// and the place of the table of offsets.
struct BinaryPropertyList {
  private let bytes: UnsafeRawBufferPointer
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let count: Int
  private let top: Int
  private let table: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let trailer = bytes.count - 32
    func number(_ place: Int, _ width: Int) -> Int {
      Self.number(bytes, at: trailer + place, width: width) ?? 0
    }
    guard trailer >= 8, bytes.prefix(6).elementsEqual("bplist".utf8) else {
      (offsetWidth, referenceWidth, count, top, table) = (0, 0, 0, 0, 0)
      return
    }
    (offsetWidth, referenceWidth) = (number(6, 1), number(7, 1))
    (count, top, table) = (number(8, 8), number(16, 8), number(24, 8))
  }

  /// Returns the value of a key in the top dictionary; nil if it is not an integer.
  func integer(_ key: StaticString) -> Int64? {
    guard let start = offset(of: top), let marker = byte(start), marker >> 4 == 0xD,
      let (pairs, first) = length(marker, at: start)
    else { return nil }
    for place in 0..<pairs {
      guard let name = reference(first, place), isText(name, key) else { continue }
      return reference(first, pairs + place).flatMap(integer)
    }
    return nil
  }

  private func reference(_ first: Int, _ place: Int) -> Int? {
    Self.number(bytes, at: first + place * referenceWidth, width: referenceWidth)
  }

  private func offset(of object: Int) -> Int? {
    guard object < count, object < bytes.count else { return nil }
    let (start, overflow) = table.addingReportingOverflow(object * offsetWidth)
    return overflow ? nil : Self.number(bytes, at: start, width: offsetWidth)
  }

  private func byte(_ place: Int) -> UInt8? {
    bytes.indices.contains(place) ? bytes[place] : nil
  }

  /// Returns an object's length and the offset of its content, nil if invalid; 15 in the marker
  /// means that a number follows.
  private func length(_ marker: UInt8, at start: Int) -> (count: Int, first: Int)? {
    let short = Int(marker & 15)
    guard short == 15 else { return (short, start + 1) }
    guard let inner = byte(start + 1), inner >> 4 == 1, inner & 15 <= 3 else { return nil }
    let width = 1 << Int(inner & 15)
    guard let long = Self.number(bytes, at: start + 2, width: width), long <= bytes.count else {
      return nil
    }
    return (long, start + 2 + width)
  }

  private func isText(_ object: Int, _ text: StaticString) -> Bool {
    guard let start = offset(of: object), let marker = byte(start), marker >> 4 == 5,
      let (count, first) = length(marker, at: start), count == text.utf8CodeUnitCount,
      first <= bytes.count - count
    else { return false }
    return TextSpan(UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]))
      .hasSameBytes(as: text)
  }

  private func integer(_ object: Int) -> Int64? {
    guard let start = offset(of: object), let marker = byte(start), marker >> 4 == 1,
      marker & 15 <= 3
    else { return nil }
    return Self.number(bytes, at: start + 1, width: 1 << Int(marker & 15)).map(Int64.init)
  }

  /// Returns a big-endian number of 1 to 8 bytes; nil if it is not within the bytes, or negative.
  private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int, width: Int) -> Int? {
    guard (1...8).contains(width), place >= 0, place <= bytes.count - width else { return nil }
    var value: UInt64 = 0
    for index in place..<place + width { value = value << 8 | UInt64(bytes[index]) }
    return Int(exactly: value)
  }
}
