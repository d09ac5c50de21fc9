package import Samples

extension SeededGenerator {
  /// A text of up to `limit` scalars: plain, controls, quotes, several bytes, beyond the BMP.
  package mutating func text(upTo limit: Int = 24) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...limit, using: &self) { text.append(scalar()) }
    return String(text)
  }

  private mutating func scalar() -> Unicode.Scalar {
    let value: UInt32 =
      switch Int.random(in: 0..<10, using: &self) {
      case 0: .random(in: 0..<0x20, using: &self)
      case 1: [0x22, 0x5C, 0x2F, 0x7F].randomElement(using: &self) ?? 0x22
      case 2: .random(in: 0x80..<0x800, using: &self)
      case 3: .random(in: 0x800..<0xD800, using: &self)
      case 4: .random(in: 0x10000..<0x20000, using: &self)
      // No U+FEFF: Foundation on Linux takes it for a byte-order mark anywhere.
      case 5: [0x301, 0x2028, 0x200B, 0xFFFD].randomElement(using: &self) ?? 0x301
      default: .random(in: 0x20..<0x7F, using: &self)
      }
    return Unicode.Scalar(value) ?? "?"
  }

  /// Any number that JSON has a word for, near and far.
  package mutating func finiteNumber() -> Double {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: return Double(Int.random(in: -1000...1000, using: &self))
    case 1: return Double.random(in: -1...1, using: &self)
    case 2:
      return [.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 1e16, 9.007199254740993e15]
        .randomElement(using: &self) ?? 0
    default:
      let number = Double(bitPattern: next())
      return number.isFinite ? number : 0.1
    }
  }

  /// Any whole number, near and far.
  package mutating func wholeNumber() -> Int64 {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: [.min, .max, 0, -1, 1].randomElement(using: &self) ?? 0
    case 1: Int64(bitPattern: next())
    default: .random(in: -10_000...10_000, using: &self)
    }
  }
}
