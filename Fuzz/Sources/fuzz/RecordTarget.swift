internal import Assets
internal import Files

/// Lines of JSON, taken apart, asked for every field and written again.
enum RecordTarget {
  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    let chunk = RecordChunk(capacity: input.count)
    UnsafeMutableRawBufferPointer(start: chunk.bytes, count: input.count).copyMemory(from: input)
    chunk.count = input.count
    var writer = RecordWriter()
    for asset in chunk.records(from: HeaderReaderPool()) {
      // A record that leaves much out is read from the file that it names, which seldom exists.
      for field in Field.allCases where field.facet != .digest { _ = asset.value(of: field) }
      asset.addLabel("fed")
      asset.writeRecord(into: &writer)
    }
    return 0
  }
}
