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
  private var spill: SpilledParts?
  /// What is going to the file.
  private var work: SpillWork?
  /// How many records it took.
  private(set) var count = 0

  /// - Parameter limit: how many bytes are held, before they go to a file.
  init(holding limit: Int = 64 << 20) {
    self.limit = limit
  }

  deinit {
    work?.wait()
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
    try finishWork()
    let spill: SpilledParts
    if let known = self.spill { spill = known } else { spill = try SpilledParts() }
    self.spill = spill
    let work = SpillWork(spill)
    swap(&held, &work.part)
    self.work = work
    work.start()
  }

  private func finishWork() throws(RunProblem) {
    guard let work else { return }
    self.work = nil
    work.wait()
    if let problem = work.problem { throw problem }
    // Its memory is used again.
    if held.isEmpty { swap(&held, &work.part) }
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
      try finishWork()
      held = SortedPart(capacity: 0)
      try spill?.merge(add)
    } else {
      held.sort()
      try held.visit { _, record in try add(record) }
    }
    if !piece.ends.isEmpty { try take(piece) }
  }
}

/// A part that is put in order and into the file.
///
/// `@unchecked Sendable`: its thread alone touches it from ``start()`` to ``wait()``, and before and
/// behind that the one who made it.
private final class SpillWork: @unchecked Sendable {
  var part = SortedPart(capacity: 0)
  private(set) var problem: RunProblem?
  private let spill: SpilledParts
  private var thread: LaneThread?

  init(_ spill: SpilledParts) {
    self.spill = spill
  }

  /// Does without a thread where the system has none left.
  func start() {
    thread = LaneThread { self.run() }
    if thread == nil { run() }
  }

  func wait() {
    thread?.join()
    thread = nil
  }

  private func run() {
    part.sort()
    do throws(RunProblem) {
      try spill.append(part)
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
