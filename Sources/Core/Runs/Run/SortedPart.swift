internal import Platform

struct SortedPart: ~Copyable {
  private var buffer: ByteBuffer
  private var entries: [Entry] = []

  private struct Entry {
    /// The first eight bytes of the key as a big-endian number, which sorts as they do.
    let head: UInt64
    let start: Int
    let keyCount: Int32
    let recordCount: Int32
  }

  init(capacity: Int) {
    buffer = ByteBuffer(capacity: capacity)
  }

  var size: Int { buffer.count + entries.count * MemoryLayout<Entry>.stride }

  mutating func append(_ records: RecordBuffer) {
    var (recordStart, keyStart) = (0, 0)
    let (all, keys) = (records.bytes, records.keys)
    buffer.reserve(all.count + keys.count)
    for (end, keyEnd) in zip(records.ends, records.keyEnds) {
      let key = UnsafeRawBufferPointer(rebasing: keys[keyStart..<keyEnd])
      entries.append(
        Entry(
          head: SortKeyHead(key).value, start: buffer.count, keyCount: Int32(key.count),
          recordCount: Int32(end - recordStart)))
      buffer.append(key)
      buffer.append(UnsafeRawBufferPointer(rebasing: all[recordStart..<end]))
      (recordStart, keyStart) = (end, keyEnd)
    }
  }

  mutating func sort() {
    sortByHeads()
    let bytes = buffer.bytes
    var start = 0
    while start < entries.count {
      let head = entries[start].head
      let end = entries[start...].firstIndex { $0.head != head } ?? entries.count
      if end - start > 1 {
        entries[start..<end].sort { left, right in
          let order = SortKeyHead.compare(
            bytes[left.start..<left.start + Int(left.keyCount)],
            bytes[right.start..<right.start + Int(right.keyCount)])
          return order == 0 ? left.start < right.start : order < 0
        }
      }
      start = end
    }
  }

  /// Sorts by the heads: a radix sort from the last byte, which skips bytes equal in all.
  private mutating func sortByHeads() {
    guard let first = entries.first?.head else { return }
    let differing = entries.reduce(0) { $0 | ($1.head ^ first) }
    var sorted = entries.indices.map { HeadPlace(head: entries[$0].head, place: UInt32($0)) }
    var next = sorted
    for shift in stride(from: 0, to: UInt64.bitWidth, by: 8)
    where differing >> UInt64(shift) & 0xFF != 0 {
      HeadPlace.sort(sorted, into: &next, byByteAt: UInt64(shift))
      swap(&sorted, &next)
    }
    entries = sorted.map { entries[Int($0.place)] }
  }

  private struct HeadPlace {
    let head: UInt64
    let place: UInt32

    static func sort(
      _ places: [HeadPlace], into sorted: inout [HeadPlace], byByteAt shift: UInt64
    ) {
      var starts = [Int](repeating: 0, count: 257)
      for place in places { starts[Int(place.head >> shift & 0xFF) + 1] += 1 }
      for byte in 1...256 { starts[byte] += starts[byte - 1] }
      for place in places {
        let byte = Int(place.head >> shift & 0xFF)
        sorted[starts[byte]] = place
        starts[byte] += 1
      }
    }
  }

  mutating func removeAll() {
    buffer.removeAll()
    entries.removeAll(keepingCapacity: true)
  }

  func visit<Problem: Error>(
    _ body: (_ key: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer) throws(Problem) ->
      Void
  ) throws(Problem) {
    let bytes = buffer.bytes
    for entry in entries {
      let middle = entry.start + Int(entry.keyCount)
      try body(
        UnsafeRawBufferPointer(rebasing: bytes[entry.start..<middle]),
        UnsafeRawBufferPointer(rebasing: bytes[middle..<middle + Int(entry.recordCount)]))
    }
  }
}
