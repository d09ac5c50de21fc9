package import Platform
internal import Synchronization

/// The records of a batch's assets, one after the other, as written by a worker.
/// `@unchecked Sendable`: confined to the worker that writes, then to the thread that prints them.
package final class RecordBuffer: @unchecked Sendable {
  // Accessed for each record; confinement rules overlapping accesses out.
  @exclusivity(unchecked)
  private var writer = RecordWriter(capacity: 1 << 18)
  /// The end of each record, as an offset into ``bytes``.
  @exclusivity(unchecked)
  package private(set) var ends: [Int] = []
  private var keyBuffer = ByteBuffer(capacity: 64)
  /// The end of each record's key, as an offset into ``keys``; empty where records have no keys.
  package private(set) var keyEnds: [Int] = []

  package init() {}

  /// Replaces the buffer's records by those of `assets`.
  ///
  /// - Parameter key: writes the bytes by which records are sorted.
  package func write(
    _ assets: some Sequence<Asset>, count: Int, _ fields: FieldTable, _ lines: RecordLineOptions,
    key: ((Asset, inout ByteBuffer) -> Void)? = nil
  ) {
    writer.fields = fields
    writer.adopt(lines)
    removeAll()
    ends.reserveCapacity(count)
    for asset in assets {
      if let key {
        key(asset, &keyBuffer)
        keyEnds.append(keyBuffer.count)
      }
      asset.writeLine(into: &writer)
      ends.append(writer.buffer.count)
    }
  }

  /// Appends a record that is already written.
  ///
  /// - Parameter key: writes the bytes by which the record is sorted.
  package func append(
    _ record: UnsafeRawBufferPointer, key: ((inout ByteBuffer) -> Void)? = nil
  ) {
    if let key {
      key(&keyBuffer)
      keyEnds.append(keyBuffer.count)
    }
    writer.buffer.append(record)
    ends.append(writer.buffer.count)
  }

  /// Removes all records and keys without releasing the memory.
  package func removeAll() {
    writer.buffer.removeAll()
    ends.removeAll(keepingCapacity: true)
    keyBuffer.removeAll()
    keyEnds.removeAll(keepingCapacity: true)
  }

  /// The bytes of each record.
  package var each: some Sequence<UnsafeRawBufferPointer> {
    zip([0] + ends, ends).lazy.map { [bytes] in UnsafeRawBufferPointer(rebasing: bytes[$0..<$1]) }
  }

  /// The bytes of all records; valid as long as this object is held and not written to.
  package var bytes: UnsafeRawBufferPointer { writer.buffer.bytes }

  /// The sort keys of the records, one after the other; valid as long as ``bytes`` are.
  package var keys: UnsafeRawBufferPointer { keyBuffer.bytes }
}

/// A pool of buffers for records: a worker fills a buffer, and the thread that prints the records
/// returns it. Clearing fresh memory takes the system about as long as writing records into it.
package final class RecordBufferPool: Sendable {
  package init() {}

  private let idle = Lock<[RecordBuffer]>([])

  /// Returns a free buffer, or a new one.
  package func take() -> RecordBuffer { idle.withLock { $0.popLast() } ?? RecordBuffer() }

  func giveBack(_ records: RecordBuffer) { idle.withLock { $0.append(records) } }
}
