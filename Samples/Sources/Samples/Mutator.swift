/// Damages files as disks, cameras and attackers do; the same for the same seed.
///
///     var mutator = Mutator(seed: 1)
///     let broken = mutator.mutated(JPEGPicture(width: 8, height: 8).encoded())
package struct Mutator: Sendable {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Makes one to five changes: bits flipped, the end cut off, four bytes that may be a length set
  /// to zero, the maximum, the file's size or their own place, a part doubled or removed.
  package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...5, using: &generator) where bytes.count > 8 {
      // Damage near the start is noticed; the rest is mostly pixels.
      let reach = generator.chance(0.8) ? min(bytes.count, 4096) : bytes.count
      let place = Int.random(in: 0..<reach - 4, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 3: bytes.removeSubrange(place...)
      case 4, 5: putLength(at: place, in: &bytes)
      case 6:
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
        bytes.removeSubrange(place..<end)
      }
    }
    return bytes
  }

  private mutating func putLength(at place: Int, in bytes: inout [UInt8]) {
    let lengths: [UInt32] = [
      0, 1, .max, UInt32(Int32.max), UInt32(truncatingIfNeeded: bytes.count),
      UInt32(truncatingIfNeeded: place),
    ]
    let length = lengths.randomElement(using: &generator) ?? 0
    var field: [UInt8] = []
    field.append(length, generator.chance(0.5) ? .big : .little)
    bytes.replaceSubrange(place..<place + 4, with: field)
  }
}
