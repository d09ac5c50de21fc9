/// Finds the hashes among many that differ from a given one in few bits. Multi-index hashing
/// (Norouzi, Punjani, Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", 2012): a hash
/// is four bands of 16 bits. If two hashes differ in `distance` bits, at least one band differs in
/// a quarter of these at most, so looking up all near values of each band finds every near hash. If
/// there are more such values than hashes, all hashes are compared.
struct HashIndex {
  private let distance: Int
  /// By band: the masks of the bits that may differ, sorted by their number of bits.
  private let masks: [ArraySlice<UInt16>]
  private let lookupCount: Int
  private var hashes: [UInt64] = []
  /// By band and value: the index of the last hash that has it; -1 for none.
  private var heads: [Int32]
  /// By band and value: the number of hashes that have it.
  private var counts: [Int32]
  /// By hash and band: the index of the previous hash with that value; -1 for none.
  private var previous: [Int32] = []

  private static let bandCount = 4
  private static let valueCount = 1 << 16

  /// Creates an empty index; near hashes differ in at most `distance` bits, 0…64.
  init(distance: Int) {
    self.distance = distance
    // The bands' bounds add up to `distance - 3`, so in each near pair one band is within its own.
    masks = (0..<Self.bandCount).map { band in
      let bits = (distance - band + Self.bandCount) / Self.bandCount - 1
      return bits < 0 ? [] : Self.masks[..<Self.count(ofBits: min(bits, 16))]
    }
    lookupCount = masks.reduce(0) { $0 + $1.count }
    heads = Array(repeating: -1, count: Self.bandCount * Self.valueCount)
    counts = Array(repeating: 0, count: Self.bandCount * Self.valueCount)
  }

  /// Adds a hash; its index is the number of those before it.
  mutating func insert(_ hash: UInt64) {
    let index = Int32(hashes.count)
    hashes.append(hash)
    for band in 0..<Self.bandCount {
      let place = Self.place(hash, band)
      previous.append(heads[place])
      heads[place] = index
      counts[place] += 1
    }
  }

  /// Returns the maximum number of hashes that a search compares.
  func cost(of hash: UInt64) -> Int {
    if hashes.count <= lookupCount { return hashes.count }
    return counts.withUnsafeBufferPointer { counts in
      var cost = 0
      for band in 0..<Self.bandCount {
        let base = Self.place(hash, band)
        for mask in masks[band] { cost += Int(counts[base ^ Int(mask)]) }
      }
      return cost
    }
  }

  /// Calls `body` with the index of each near hash, some more than once, until it returns false.
  func search(_ hash: UInt64, _ body: (Int) -> Bool) {
    if hashes.count <= lookupCount {
      for (index, other) in hashes.enumerated()
      where (hash ^ other).nonzeroBitCount <= distance && !body(index) { return }
      return
    }
    hashes.withUnsafeBufferPointer { hashes in
      heads.withUnsafeBufferPointer { heads in
        previous.withUnsafeBufferPointer { previous in
          for band in 0..<Self.bandCount {
            let base = Self.place(hash, band)
            for mask in masks[band] {
              var index = Int(heads[base ^ Int(mask)])
              while index >= 0 {
                if (hash ^ hashes[index]).nonzeroBitCount <= distance, !body(index) { return }
                index = Int(previous[index * Self.bandCount + band])
              }
            }
          }
        }
      }
    }
  }

  private static func place(_ hash: UInt64, _ band: Int) -> Int {
    band * valueCount + Int(truncatingIfNeeded: hash >> (16 * UInt64(band))) & (valueCount - 1)
  }

  /// All values of a band, sorted by their number of bits.
  private static let masks: [UInt16] = (0..<valueCount).map { UInt16($0) }.sorted {
    ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
  }

  /// Returns the number of a band's values that have at most so many bits.
  private static func count(ofBits most: Int) -> Int {
    masks.partitionPoint { $0.nonzeroBitCount > most }
  }
}

extension [UInt16] {
  /// Returns the first index for which `isBehind` is true, as for all after it; the count for none.
  fileprivate func partitionPoint(_ isBehind: (UInt16) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
