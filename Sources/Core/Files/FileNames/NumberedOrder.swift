/// An order of names in which runs of digits are numbers: `BURST2` comes before `BURST10`.
enum NumberedOrder {
  /// Returns true if one name comes before the other; of equal numbers the shorter one does.
  static func precedes(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    var (index, place) = (0, 0)
    while index < one.count, place < other.count {
      let (end, otherEnd) = (numberEnd(one, index), numberEnd(other, place))
      guard end > index, otherEnd > place else {
        if one[index] != other[place] { return one[index] < other[place] }
        (index, place) = (index + 1, place + 1)
        continue
      }
      let (start, otherStart) = (digitStart(one, index, end), digitStart(other, place, otherEnd))
      if end - start != otherEnd - otherStart { return end - start < otherEnd - otherStart }
      for offset in 0..<(end - start) where one[start + offset] != other[otherStart + offset] {
        return one[start + offset] < other[otherStart + offset]
      }
      (index, place) = (end, otherEnd)
    }
    return one.count - index == other.count - place
      ? one.count < other.count : one.count - index < other.count - place
  }

  private static func numberEnd(_ name: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var end = start
    while end < name.count, name[end] &- 0x30 < 10 { end += 1 }
    return end
  }

  /// Returns the index of the first digit that is no leading zero.
  private static func digitStart(_ name: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
    var start = start
    while start < end, name[start] == 0x30 { start += 1 }
    return start
  }
}
