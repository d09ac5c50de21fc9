/// A search for the indexes that the assets of a fetch have in an earlier one; an asset that occurs
/// there twice is found twice. It tries the asset after the last one found first, which is mostly
/// right; if not, it builds a hash table with open addressing.
struct FetchLookup {
  private let list: FetchList
  private var isTaken: [Bool]
  private var expected = 0
  /// The hash table: indexes in the list, or -1. Its size is a power of two.
  private var slots: [Int32] = []

  init(_ list: FetchList) {
    self.list = list
    isTaken = Array(repeating: false, count: list.count)
  }

  /// Returns an asset's index in the earlier fetch, once for each time that it occurs; then nil.
  mutating func take(_ name: AssetKey) -> Int? {
    if expected < list.count, !isTaken[expected], list.name(expected).elementsEqual(name.bytes) {
      return take(expected)
    }
    if slots.isEmpty { makeTable() }
    var slot = Self.slot(of: name.bytes[...], in: slots.count)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if !isTaken[index], list.name(index).elementsEqual(name.bytes) { return take(index) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func take(_ index: Int) -> Int {
    isTaken[index] = true
    expected = index + 1
    return index
  }

  private mutating func makeTable() {
    var size = 16
    while size < 2 * list.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for index in 0..<list.count {
      var slot = Self.slot(of: list.name(index), in: size)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  private static func slot(of name: ArraySlice<UInt8>, in size: Int) -> Int {
    var fingerprint = Fingerprint()
    name.withUnsafeBytes { fingerprint.add($0) }
    return Int(truncatingIfNeeded: fingerprint.value >> 20) & (size - 1)
  }
}
