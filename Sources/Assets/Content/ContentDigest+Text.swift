extension ContentDigest: LosslessStringConvertible {
  /// Reads `sha1:` or `sha256:` and as many hexadecimal digits as the algorithm has; nil for
  /// anything else.
  public init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let algorithm = DigestAlgorithm(rawValue: String(text[..<colon]))
    else { return nil }
    self.init(algorithm, hexadecimal: text[text.utf8.index(after: colon)...])
  }

  /// Reads bare hexadecimal digits of either case, as a record's `sha1` member carries them.
  public init?(_ algorithm: DigestAlgorithm, hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == algorithm.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(algorithm.byteCount)
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[start]), let low = Self.value(digits[start + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(algorithm, bytes: bytes)
  }

  /// The algorithm, a colon and lower-case hexadecimal digits: `sha1:da39a3ee…`.
  public var description: String {
    let prefix = algorithm.rawValue.utf8
    let count = prefix.count + 1 + algorithm.byteCount * 2
    return String(unsafeUninitializedCapacity: count) { buffer in
      var end = 0
      for unit in prefix {
        buffer[end] = unit
        end += 1
      }
      buffer[end] = UInt8(ascii: ":")
      return writeHexadecimal(to: buffer, from: end + 1)
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
