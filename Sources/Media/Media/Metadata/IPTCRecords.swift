/// A reader of the data sets of IPTC's IIM records, one after the other (IIM 4.2, chapter 3).
package struct IPTCRecords {
  /// A data set: the number of its record, its own number within that, and its value.
  package struct DataSet {
    package let record: UInt8
    package let number: UInt8
    package let value: ArraySlice<UInt8>
  }

  private let bytes: [UInt8]
  private var place = 0

  /// The maximum size of a block of records, in bytes.
  package static let largestBlock = 1 << 20
  /// The maximum number of data sets; the rest is ignored.
  package static let mostDataSets = 10_000

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// True if no data set follows; the bytes after the last one are padding.
  package var isAtEnd: Bool { !bytes[place...].contains { $0 != 0 } }

  /// Reads a data set: 0x1C, the record, the number, and the size; nil at the end, and where the
  /// records break off.
  ///
  /// A size above 32,767 bytes is written in additional bytes, whose number is in the size field.
  package mutating func next() -> DataSet? {
    guard place + 5 <= bytes.count, bytes[place] == 0x1C else { return nil }
    var size = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
    var start = place + 5
    if size & 0x8000 != 0 {
      let digits = size & 0x7FFF
      guard digits <= 4, digits <= bytes.count - start else { return nil }
      size = bytes[start..<start + digits].reduce(0) { $0 << 8 | Int($1) }
      start += digits
    }
    guard size <= bytes.count - start else { return nil }
    defer { place = start + size }
    return DataSet(
      record: bytes[place + 1], number: bytes[place + 2], value: bytes[start..<start + size])
  }
}
