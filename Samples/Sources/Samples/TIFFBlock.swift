/// A TIFF structure: a header and a chain of directories (TIFF 6.0, section 2).
package struct TIFFBlock: SampleFile {
  package var byteOrder: ByteOrder
  package var directories: [TIFFDirectory]

  package init(byteOrder: ByteOrder, directories: [TIFFDirectory]) {
    self.byteOrder = byteOrder
    self.directories = directories
  }

  package func encoded() -> [UInt8] {
    encoded(introduction: []).bytes
  }

  /// The structure with bytes after its header, and the offset of each directory.
  func encoded(introduction: [UInt8]) -> (bytes: [UInt8], offsets: [Int]) {
    var bytes: [UInt8] = []
    bytes.append(byteOrder == .big ? "MM" : "II")
    bytes.append(UInt16(42), byteOrder)
    bytes.append(UInt32(directories.isEmpty ? 0 : 8 + introduction.count), byteOrder)
    bytes.append(contentsOf: introduction)
    var offsets: [Int] = []
    for (index, directory) in directories.enumerated() {
      offsets.append(bytes.count)
      let next = write(directory, to: &bytes)
      if index + 1 < directories.count { put(UInt32(bytes.count), at: next, in: &bytes) }
    }
    return (bytes, offsets)
  }

  /// Writes a directory and everything it points to; returns where its next-directory field is.
  private func write(_ directory: TIFFDirectory, to bytes: inout [UInt8]) -> Int {
    let entries = directory.values.sorted { $0.key < $1.key }
    bytes.append(UInt16(entries.count), byteOrder)
    let table = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: entries.count * 12 + 4))
    for (index, (tag, value)) in entries.enumerated() {
      let (count, content) = encode(value, to: &bytes)
      var entry: [UInt8] = []
      entry.append(tag, byteOrder)
      entry.append(value.type, byteOrder)
      entry.append(UInt32(count), byteOrder)
      if content.count <= 4 {
        entry.append(contentsOf: content + Array(repeating: 0, count: 4 - content.count))
      } else {
        entry.append(UInt32(bytes.count), byteOrder)
        append(content, to: &bytes)
      }
      bytes.replaceSubrange(table + index * 12..<table + index * 12 + 12, with: entry)
    }
    return table + entries.count * 12
  }

  /// Returns the count and the bytes of a value; writes the data that it refers to.
  private func encode(
    _ value: TIFFValue, to bytes: inout [UInt8]
  ) -> (count: Int, content: [UInt8]) {
    var content: [UInt8] = []
    switch value {
    case .byte(let raw), .undefined(let raw):
      return (raw.count, raw)
    case .ascii(let text):
      return (text.utf8.count + 1, Array(text.utf8) + [0])
    case .short(let numbers):
      for number in numbers { content.append(number, byteOrder) }
      return (numbers.count, content)
    case .long(let numbers):
      for number in numbers { content.append(number, byteOrder) }
      return (numbers.count, content)
    case .rational(let fractions):
      for (numerator, denominator) in fractions {
        content.append(numerator, byteOrder)
        content.append(denominator, byteOrder)
      }
      return (fractions.count, content)
    case .directory(let directory):
      content.append(UInt32(bytes.count), byteOrder)
      _ = write(directory, to: &bytes)
      return (1, content)
    case .directories(let directories):
      for directory in directories {
        content.append(UInt32(bytes.count), byteOrder)
        _ = write(directory, to: &bytes)
      }
      return (directories.count, content)
    case .data(let parts):
      for part in parts {
        content.append(UInt32(bytes.count), byteOrder)
        append(part, to: &bytes)
      }
      return (parts.count, content)
    }
  }

  /// Appends bytes and keeps the next offset even, as the specification demands.
  private func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: content)
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
  }

  private func put(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
    var field: [UInt8] = []
    field.append(value, byteOrder)
    bytes.replaceSubrange(offset..<offset + 4, with: field)
  }
}
