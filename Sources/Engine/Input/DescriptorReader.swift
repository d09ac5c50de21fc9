/// Gives the assets whose records or paths come from a descriptor.
final class DescriptorReader: AssetReader {
  private let blocks: BlockReader
  private let headers: HeaderReaderPool
  /// Known once the first byte was read.
  private var holdsRecords: Bool?

  init(_ blocks: BlockReader, headers: HeaderReaderPool) {
    self.blocks = blocks
    self.headers = headers
  }

  var isAtEnd: Bool { blocks.isAtEnd }

  func next() throws -> PendingBatch? {
    guard let chunk = try blocks.next() else { return nil }
    if holdsRecords == nil {
      holdsRecords = chunk.bytes.load(as: UInt8.self) == UInt8(ascii: "{")
    }
    let headers = headers
    if holdsRecords == true { return PendingBatch { chunk.records(from: headers) } }
    return PendingBatch {
      chunk.lines().map { line in
        FileAsset(
          path: Array(
            UnsafeRawBufferPointer(start: chunk.bytes + line.lowerBound, count: line.count)),
          headers: headers)
      }
    }
  }
}
