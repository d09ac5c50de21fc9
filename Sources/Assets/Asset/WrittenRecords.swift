package import JSON

/// The records of a batch's assets, one behind the other, as a lane wrote them.
///
/// `@unchecked Sendable`: confined to the lane that writes, then to the thread that puts them out.
package final class WrittenRecords: @unchecked Sendable {
  // Used for each record; confinement rules overlapping accesses out.
  @exclusivity(unchecked)
  private var writer = RecordWriter(capacity: 1 << 18)
  /// Where each record ends.
  @exclusivity(unchecked)
  package private(set) var ends: [Int] = []
  private var keyBuffer = ByteBuffer(capacity: 64)
  /// Where each record's key ends; empty where records have no keys.
  package private(set) var keyEnds: [Int] = []

  package init() {}

  /// Writes records in place of those before.
  ///
  /// - Parameter key: writes what an asset is ordered by.
  package func write(
    _ assets: some Sequence<Asset>, count: Int, _ fields: FieldTable, _ lines: RecordLines,
    key: ((Asset, inout ByteBuffer) -> Void)? = nil
  ) {
    writer.fields = fields
    writer.opening = lines.opening
    writer.form = lines.form
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

  /// Appends a record that was written before.
  ///
  /// - Parameter key: writes what it is ordered by.
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

  package func removeAll() {
    writer.buffer.removeAll()
    ends.removeAll(keepingCapacity: true)
    keyBuffer.removeAll()
    keyEnds.removeAll(keepingCapacity: true)
  }

  /// Each record.
  package var each: some Sequence<UnsafeRawBufferPointer> {
    zip([0] + ends, ends).lazy.map { [bytes] in UnsafeRawBufferPointer(rebasing: bytes[$0..<$1]) }
  }

  /// Valid as long as the records are held and no others are written in their place.
  package var bytes: UnsafeRawBufferPointer { writer.buffer.bytes }

  /// The keys, one behind the other; valid as ``bytes`` are.
  package var keys: UnsafeRawBufferPointer { keyBuffer.bytes }
}
