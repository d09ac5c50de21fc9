extension [UInt8] {
  /// Returns the bytes with `%` and two digits for each but ASCII letters, digits and `others`.
  package func percentEncoded(keeping others: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(count + 16)
    for byte in self {
      if byte.isLetterOrDigit || others.utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }
}
