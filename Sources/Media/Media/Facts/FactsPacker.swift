/// An encoder of a ``MediaFacts`` in bytes that ``FactsUnpacker`` decodes. Unknown facts take no
/// space: a word of bits lists those that follow. Words are little-endian; other numbers are
/// base-128 varints, the least significant seven bits first, signed ones in zigzag order (as in
/// Protocol Buffers); times are wall-clock times, independent of any zone.
struct FactsPacker {
  /// Bits of the word that lists the facts that follow; never renumbered.
  struct Presence: OptionSet {
    let rawValue: UInt32

    static let animated = Presence(rawValue: 1 << 0)
    static let screenshot = Presence(rawValue: 1 << 1)
    static let colorModel = Presence(rawValue: 1 << 2)
    static let problem = Presence(rawValue: 1 << 3)
    static let size = Presence(rawValue: 1 << 4)
    static let frameCount = Presence(rawValue: 1 << 5)
    static let loopCount = Presence(rawValue: 1 << 6)
    static let frameRate = Presence(rawValue: 1 << 7)
    static let duration = Presence(rawValue: 1 << 8)
    static let date = Presence(rawValue: 1 << 9)
    static let dateOffset = Presence(rawValue: 1 << 10)
    static let location = Presence(rawValue: 1 << 11)
    static let altitude = Presence(rawValue: 1 << 12)
    static let exif = Presence(rawValue: 1 << 13)
    static let xmp = Presence(rawValue: 1 << 14)
    static let preview = Presence(rawValue: 1 << 15)
    static let make = Presence(rawValue: 1 << 16)
    static let model = Presence(rawValue: 1 << 17)
    static let lens = Presence(rawValue: 1 << 18)
    static let software = Presence(rawValue: 1 << 19)
    static let pngSoftware = Presence(rawValue: 1 << 20)
    static let userComment = Presence(rawValue: 1 << 21)
    static let contentIdentifier = Presence(rawValue: 1 << 22)
    static let burstIdentifier = Presence(rawValue: 1 << 23)
    static let rendering = Presence(rawValue: 1 << 24)
    static let dateMoment = Presence(rawValue: 1 << 25)
    static let traits = Presence(rawValue: 1 << 27)
    static let depth = Presence(rawValue: 1 << 28)
    static let profileName = Presence(rawValue: 1 << 29)
  }

  private let target: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  /// - Parameter target: at least ``MediaFacts/packedLimit`` bytes.
  init(into target: UnsafeMutableRawBufferPointer) {
    precondition(target.count >= MediaFacts.packedLimit, "packed facts need room for the longest")
    self.target = target
  }

  mutating func byte(_ value: UInt8) {
    target[count] = value
    count += 1
  }

  mutating func word<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
    target.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
    count += MemoryLayout<Value>.size
  }

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      byte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    byte(UInt8(truncatingIfNeeded: rest))
  }

  mutating func signed(_ value: Int64) {
    varint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  mutating func range(_ range: ByteRange) {
    varint(UInt64(bitPattern: range.offset))
    varint(UInt64(bitPattern: range.count))
  }

  mutating func text(_ text: ShortText) {
    text.withBytes { bytes in
      byte(UInt8(truncatingIfNeeded: bytes.count))
      UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: bytes)
      count += bytes.count
    }
  }
}
