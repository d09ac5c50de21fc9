/// Reads several sources, one after the other.
final class ChainedReader: AssetReader {
  private var readers: ArraySlice<any AssetReader>

  init(_ readers: [any AssetReader]) {
    self.readers = readers[...]
  }

  var isAtEnd: Bool { readers.allSatisfy(\.isAtEnd) }

  func next() throws -> PendingBatch? {
    while let reader = readers.first {
      if let batch = try reader.next() { return batch }
      readers.removeFirst()
    }
    return nil
  }
}
