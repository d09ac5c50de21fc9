extension CivilTime {
  /// Returns the UTC seconds since 1970 of `2015-09-27T21:29:28Z` or `2015-09-27T23:29:28+02:00`;
  /// nil for any other spelling and for a month, day or hour that no calendar has.
  package static func secondsSince1970(iso8601 text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 || bytes.count == 25 else { return nil }
    let shape = Array("dddd-dd-ddTdd:dd:dd".utf8)
    for (byte, expected) in zip(bytes, shape) {
      guard expected == UInt8(ascii: "d") ? isDigit(byte) : byte == expected else { return nil }
    }
    let time = CivilTime(
      number(bytes[0..<4]), number(bytes[5..<7]), number(bytes[8..<10]), number(bytes[11..<13]),
      number(bytes[14..<16]), number(bytes[17..<19]))
    guard CivilTime(secondsSince1970: time.secondsSince1970) == time else { return nil }
    guard bytes.count == 25 else {
      return bytes[19] == UInt8(ascii: "Z") ? time.secondsSince1970 : nil
    }
    let digits = [bytes[20], bytes[21], bytes[23], bytes[24]]
    let isEast = bytes[19] == UInt8(ascii: "+")
    guard isEast || bytes[19] == UInt8(ascii: "-"), bytes[22] == UInt8(ascii: ":"),
      digits.allSatisfy(isDigit)
    else { return nil }
    let offset = number(digits[0..<2]) * 3600 + number(digits[2..<4]) * 60
    return time.secondsSince1970 - (isEast ? offset : -offset)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
