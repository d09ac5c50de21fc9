internal import Platform

/// A text that nobody can guess: 128 bits of the system's random numbers, in hexadecimal digits.
struct Secret: Hashable, Sendable {
  let text: String

  init() {
    var numbers = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(numbers.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Compares in a time that does not tell how much is right.
  func matches(_ other: some StringProtocol) -> Bool {
    let (own, others) = (Array(text.utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
