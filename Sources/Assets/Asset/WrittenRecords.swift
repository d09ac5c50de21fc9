internal import JSON

/// The records of a batch's assets, one behind the other, as a lane wrote them.
///
/// `@unchecked Sendable`: confined to the lane that writes, then to the thread that puts them out.
package final class WrittenRecords: @unchecked Sendable {
  private var writer = RecordWriter(capacity: 1 << 18)
  /// Where each record ends.
  package private(set) var ends: [Int] = []

  /// Writes records in place of those before.
  package func write(
    _ assets: some Sequence<Asset>, count: Int, _ fields: FieldTable, _ lines: RecordLines
  ) {
    writer.fields = fields
    writer.opening = lines.opening
    writer.form = lines.form
    writer.buffer.removeAll()
    ends.removeAll(keepingCapacity: true)
    ends.reserveCapacity(count)
    for asset in assets {
      asset.writeLine(into: &writer)
      ends.append(writer.buffer.count)
    }
  }

  /// Valid as long as the records are held and no others are written in their place.
  package var bytes: UnsafeRawBufferPointer { writer.buffer.bytes }
}
