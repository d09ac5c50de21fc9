internal import Platform

/// A sort of formatted records by keys that are compared as bytes; stable for equal keys. Used only
/// by the thread that writes. A bounded part is held in memory. The rest is written in sorted parts
/// to a nameless temporary file, and merged at the end; another thread writes one part while the
/// next one is filled.
package final class RecordSort {
  private var held = SortedPart(capacity: 1 << 20)
  private let limit: Int
  private var spill: Spill?
  private(set) var count = 0

  /// - Parameter limit: The number of bytes to hold in memory; further records go to a file.
  init(holding limit: Int = 64 << 20) {
    self.limit = limit
  }

  deinit {
    spill?.wait()
  }

  /// Adds records with their keys; throws ``RunProblem/outputFailed(_:)`` if the file has no room.
  func add(_ records: RecordBuffer) throws(RunProblem) {
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

  /// Calls `take` with all records in order, in pieces of 256 KiB. Throws its error, or
  /// ``RunProblem`` if the file can't be written or read.
  func finish(_ take: (RecordBuffer) throws -> Void) throws {
    let piece = RecordBuffer()
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

/// The temporary file, and the sorted part that is written to it next. `@unchecked Sendable`: used
/// only by its thread from ``start()`` to ``wait()``, and only by its owner before and after that.
private final class Spill: @unchecked Sendable {
  /// The part to write; empty between ``finish()`` and ``start()``. Its memory is reused.
  var part = SortedPart(capacity: 1 << 20)
  let parts: SpilledParts
  private var problem: RunProblem?
  private var thread: WorkerThread?

  init() throws(RunProblem) {
    parts = try SpilledParts()
  }

  /// Starts writing the part; writes it on the calling thread if no thread can be created.
  func start() {
    thread = WorkerThread { self.run() }
    if thread == nil { run() }
  }

  /// Waits until the part is written; throws ``RunProblem/outputFailed(_:)`` if the disk is full.
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
