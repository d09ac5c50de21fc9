internal import JSON
internal import Platform

/// Puts written records in order by keys that are compared as bytes; those of equal keys stay in the
/// order in which they came.
///
/// A bounded part of them is held in memory. What is more goes, in order, to a file without a name, and
/// is merged at the end.
///
/// Confined to the thread that writes.
final class RecordSort {
  private var held = SortedPart(capacity: 1 << 20)
  private let limit: Int
  private var spill: SpilledParts?
  /// How many records it took.
  private(set) var count = 0

  /// - Parameter limit: how many bytes are held, before they go to a file.
  init(holding limit: Int = 64 << 20) {
    self.limit = limit
  }

  /// Takes records with their keys.
  ///
  /// - Throws: ``RunProblem/outputFailed(_:)`` when there is no room for the file.
  func add(_ records: WrittenRecords) throws(RunProblem) {
    count += records.ends.count
    held.append(records)
    if held.size > limit { try spillHeld() }
  }

  private func spillHeld() throws(RunProblem) {
    if spill == nil { spill = try SpilledParts() }
    held.sort()
    try spill?.append(held)
    held.removeAll()
  }

  /// Gives all records in order, in pieces.
  ///
  /// - Throws: ``RunProblem``, or what `take` throws.
  func finish(_ take: (WrittenRecords) throws -> Void) throws {
    let piece = WrittenRecords()
    func add(_ record: UnsafeRawBufferPointer) throws {
      piece.append(record)
      if piece.bytes.count < 1 << 18 { return }
      try take(piece)
      piece.removeAll()
    }
    if spill != nil {
      try spillHeld()
      held = SortedPart(capacity: 0)
      try spill?.merge(add)
    } else {
      held.sort()
      try held.visit { _, record in try add(record) }
    }
    if !piece.ends.isEmpty { try take(piece) }
  }
}

/// Records and their keys, one behind the other in memory.
struct SortedPart: ~Copyable {
  private var buffer: ByteBuffer
  private var entries: [Entry] = []

  /// Where a key is, and its record behind it.
  private struct Entry {
    /// The first bytes of the key, as a number.
    let head: UInt64
    let start: Int
    let keyCount: Int32
    let recordCount: Int32
  }

  init(capacity: Int) {
    buffer = ByteBuffer(capacity: capacity)
  }

  /// How many bytes it takes.
  var size: Int { buffer.count + entries.count * MemoryLayout<Entry>.stride }

  mutating func append(_ records: WrittenRecords) {
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
    let bytes = buffer.bytes
    entries.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      let order = SortKeyHead.compare(
        bytes[left.start..<left.start + Int(left.keyCount)],
        bytes[right.start..<right.start + Int(right.keyCount)])
      return order == 0 ? left.start < right.start : order < 0
    }
  }

  mutating func removeAll() {
    buffer.removeAll()
    entries.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with each key and its record.
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

/// The first eight bytes of a key as a number that has their order.
struct SortKeyHead {
  let value: UInt64

  init(_ key: UnsafeRawBufferPointer) {
    if key.count >= 8 {
      value = UInt64(bigEndian: key.loadUnaligned(as: UInt64.self))
    } else {
      var bytes: UInt64 = 0
      for byte in key { bytes = bytes << 8 | UInt64(byte) }
      value = key.isEmpty ? 0 : bytes << (8 * UInt64(8 - key.count))
    }
  }

  /// Below 0, 0 or above 0, as `left` comes before, with, or behind `right`.
  static func compare(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
  ) -> Int {
    let (left, right) = (
      UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right)
    )
    let common = min(left.count, right.count)
    if common > 0, let mine = left.baseAddress, let theirs = right.baseAddress {
      let order = memcmp(mine, theirs, common)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
