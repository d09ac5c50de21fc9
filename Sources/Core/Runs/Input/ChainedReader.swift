/// A reader of several sources, one after the other.
package final class ChainedReader: AssetReader {
  private var readers: ArraySlice<any AssetReader>

  package init(_ readers: [any AssetReader]) {
    self.readers = readers[...]
  }

  package var isAtEnd: Bool { readers.allSatisfy(\.isAtEnd) }

  package func next() throws -> PendingBatch? {
    while let reader = readers.first {
      if let batch = try reader.next() { return batch }
      readers.removeFirst()
    }
    return nil
  }
}
