/// Unpacks a zlib stream (RFC 1950 and 1951) into memory of a fixed size.
///
///     let count = Inflate.unpack(packed, into: target)
///
/// Data that is damaged, truncated or larger than the target ends early: the bytes before are kept.
/// Each written byte costs a limited number of steps.
package struct Inflate {
  /// Codes of up to 288 symbols: the number of codes of each length, and the symbols in order.
  private struct Codes {
    private(set) var counts = [UInt16](repeating: 0, count: 16)
    private(set) var symbols: [UInt16]

    /// - Returns: nil for more codes than possible.
    init?(lengths: ArraySlice<UInt8>) {
      symbols = [UInt16](repeating: 0, count: lengths.count)
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      var room = 1
      for length in 1..<16 {
        room = room * 2 - Int(counts[length])
        if room < 0 { return nil }
      }
      var places = [UInt16](repeating: 0, count: 16)
      for length in 1..<15 { places[length + 1] = places[length] + counts[length] }
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[Int(places[Int(length)])] = UInt16(symbol)
        places[Int(length)] += 1
      }
    }
  }

  /// An upper bound for the number of blocks: more than any writer needs for the largest target.
  private static let blockLimit = 256

  private let source: UnsafeRawBufferPointer
  private let target: UnsafeMutableRawBufferPointer
  private var place = 2
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var filled = 0

  /// Returns true if the bytes begin like a zlib stream: deflate, and a header divisible by 31.
  package static func isStream(_ bytes: some Collection<UInt8>) -> Bool {
    guard let method = bytes.first, let flags = bytes.dropFirst().first else { return false }
    return method & 0x0F == 8 && (UInt16(method) << 8 | UInt16(flags)) % 31 == 0
      && flags & 0x20 == 0
  }

  /// Unpacks a stream.
  ///
  /// - Returns: the number of unpacked bytes; 0 for data that is not a zlib stream.
  package static func unpack(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard isStream(source) else { return 0 }
    var stream = Inflate(source: source, target: target)
    stream.unpack()
    return stream.filled
  }

  private init(source: UnsafeRawBufferPointer, target: UnsafeMutableRawBufferPointer) {
    self.source = source
    self.target = target
  }

  private mutating func unpack() {
    for _ in 0..<Self.blockLimit {
      guard let isLast = take(1), let kind = take(2) else { return }
      let goesOn =
        switch kind {
        case 0: copyStored()
        case 1: copyFixed()
        case 2: copyDynamic()
        default: false
        }
      guard goesOn, isLast == 0 else { return }
    }
  }

  /// Takes up to 16 bits, the lowest first; nil if the source ends.
  private mutating func take(_ count: UInt32) -> Int? {
    while bitCount < count {
      guard place < source.count else { return nil }
      bits |= UInt32(source[place]) << bitCount
      place += 1
      bitCount += 8
    }
    let value = bits & (1 << count - 1)
    bits >>= count
    bitCount -= count
    return Int(value)
  }

  /// Reads the next symbol (RFC 1951, section 3.2.2): codes of one length are consecutive.
  private mutating func symbol(_ codes: Codes) -> Int? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1..<16 {
      guard let bit = take(1) else { return nil }
      code |= bit
      let count = Int(codes.counts[length])
      if code - count < first { return Int(codes.symbols[index + code - first]) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  private mutating func put(_ byte: UInt8) -> Bool {
    guard filled < target.count else { return false }
    target[filled] = byte
    filled += 1
    return true
  }

  private mutating func copyStored() -> Bool {
    (bits, bitCount) = (0, 0)
    guard place <= source.count - 4 else { return false }
    let count = Int(source[place]) | Int(source[place + 1]) << 8
    place += 4
    for _ in 0..<count {
      guard place < source.count, put(source[place]) else { return false }
      place += 1
    }
    return true
  }

  private mutating func copyFixed() -> Bool {
    var lengths = [UInt8](repeating: 8, count: 318)
    for index in 144..<256 { lengths[index] = 9 }
    for index in 256..<280 { lengths[index] = 7 }
    for index in 288..<318 { lengths[index] = 5 }
    guard let symbols = Codes(lengths: lengths[..<288]),
      let distances = Codes(lengths: lengths[288...])
    else { return false }
    return copy(symbols, distances)
  }

  private mutating func copyDynamic() -> Bool {
    guard let more = take(5), let moreDistances = take(5), let moreLengths = take(4) else {
      return false
    }
    let (symbolCount, distanceCount) = (more + 257, moreDistances + 1)
    guard symbolCount <= 286, distanceCount <= 30 else { return false }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<moreLengths + 4 {
      guard let length = take(3) else { return false }
      lengths[Int(Self.lengthOrder[index])] = UInt8(length)
    }
    guard let lengthCodes = Codes(lengths: lengths[...]) else { return false }
    lengths = []
    while lengths.count < symbolCount + distanceCount {
      guard let symbol = symbol(lengthCodes) else { return false }
      var (length, count) = (UInt8(0), 1)
      switch symbol {
      case 0..<16: length = UInt8(symbol)
      case 16:
        guard let last = lengths.last, let more = take(2) else { return false }
        (length, count) = (last, 3 + more)
      default:
        guard let more = symbol == 17 ? take(3) : take(7) else { return false }
        count = (symbol == 17 ? 3 : 11) + more
      }
      lengths.append(contentsOf: repeatElement(length, count: count))
    }
    guard lengths.count == symbolCount + distanceCount,
      let symbols = Codes(lengths: lengths[..<symbolCount]),
      let distances = Codes(lengths: lengths[symbolCount...])
    else { return false }
    return copy(symbols, distances)
  }

  /// Writes bytes, and repeats earlier ones, up to the end of the block.
  private mutating func copy(_ symbols: Codes, _ distances: Codes) -> Bool {
    while let symbol = symbol(symbols) {
      if symbol < 256 {
        guard put(UInt8(symbol)) else { return false }
        continue
      }
      if symbol == 256 { return true }
      guard symbol < 286, let more = take(UInt32(Self.lengthBits[symbol - 257])),
        let far = self.symbol(distances), far < 30,
        let farther = take(UInt32(Self.distanceBits[far]))
      else { return false }
      let distance = Int(Self.distances[far]) + farther
      guard distance <= filled else { return false }
      for _ in 0..<Int(Self.lengths[symbol - 257]) + more {
        guard put(target[filled - distance]) else { return false }
      }
    }
    return false
  }

  private static let lengthOrder: [UInt8] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengths: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances: [UInt16] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits: [UInt8] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
}
