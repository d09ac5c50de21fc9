/// A random number generator that gives the same numbers for the same seed everywhere.
///
/// SplitMix64 (Steele, Lea and Flood, 2014). Not for secrets.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Bytes that don't compress.
  package mutating func bytes(count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var index = 0
      while index < count {
        var word = next()
        for _ in 0..<Swift.min(8, count - index) {
          buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: word))
          word >>= 8
          index += 1
        }
      }
      initialized = count
    }
  }

  /// Returns true with a probability between 0 and 1.
  package mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// A random UUID in the spelling that Apple's tools use.
  package mutating func uuid() -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for (index, byte) in bytes(count: 16).enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append("-") }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
