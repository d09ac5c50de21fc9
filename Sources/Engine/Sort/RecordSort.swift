internal import JSON
internal import Platform

/// Puts written records in order by keys that are compared as bytes; those of equal keys stay in the
/// order in which they came.
///
/// A bounded part of them is held in memory. What is more goes, in order, to a file without a name, and
/// is merged at the end. A thread of its own does that with one part while the next one is filled.
///
/// Confined to the thread that writes.
final class RecordSort {
  private var held = SortedPart(capacity: 1 << 20)
  private let limit: Int
  /// Once there is more than can be held.
  private var spill: Spill?
  /// How many records it took.
  private(set) var count = 0

  /// - Parameter limit: how many bytes are held, before they go to a file.
  init(holding limit: Int = 64 << 20) {
    self.limit = limit
  }

  deinit {
    spill?.wait()
  }

  /// Takes records with their keys.
  ///
  /// - Throws: ``RunProblem/outputFailed(_:)`` when there is no room for the file.
  func add(_ records: WrittenRecords) throws(RunProblem) {
    count += records.ends.count
    held.append(records)
    if held.size > limit / 2 { try spillHeld() }
  }

  private func spillHeld() throws(RunProblem) {
    let spill: Spill
    if let known = self.spill { spill = known } else { spill = try Spill() }
    self.spill = spill
    try spill.finish()
    swap(&held, &spill.part)
    spill.start()
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
    if let spill {
      try spillHeld()
      try spill.finish()
      held = SortedPart(capacity: 0)
      spill.part = SortedPart(capacity: 0)
      try spill.parts.merge(add)
    } else {
      held.sort()
      try held.visit { _, record in try add(record) }
    }
    if !piece.ends.isEmpty { try take(piece) }
  }
}

/// The file, and the part that goes into it.
///
/// `@unchecked Sendable`: its thread alone touches it from ``start()`` to ``wait()``, and before and
/// behind that the one who made it.
private final class Spill: @unchecked Sendable {
  /// Empty between ``finish()`` and ``start()``; its memory is used again.
  var part = SortedPart(capacity: 1 << 20)
  let parts: SpilledParts
  private var problem: RunProblem?
  private var thread: LaneThread?

  init() throws(RunProblem) {
    parts = try SpilledParts()
  }

  /// Does without a thread where the system has none left.
  func start() {
    thread = LaneThread { self.run() }
    if thread == nil { run() }
  }

  /// Waits until the part is in the file.
  ///
  /// - Throws: ``RunProblem/outputFailed(_:)`` when there is no room for it.
  func finish() throws(RunProblem) {
    wait()
    if let problem { throw problem }
  }

  func wait() {
    thread?.join()
    thread = nil
  }

  private func run() {
    part.sort()
    do throws(RunProblem) {
      try parts.append(part)
    } catch {
      problem = error
    }
    part.removeAll()
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
