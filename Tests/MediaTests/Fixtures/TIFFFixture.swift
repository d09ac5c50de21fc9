/// Lays out a TIFF-structured block: directories first to last, each with its values behind it.
struct TIFFFixture: Sendable {
  /// A value of one directory entry.
  enum Value: Sendable {
    case text(String)
    case short(UInt16)
    case long(UInt32)
    case rationals([(UInt32, UInt32)])
    case bytes([UInt8])
    /// The offset of another directory of the fixture.
    case directory([(UInt16, Value)])
    /// A value of the caller's own making, to lie with.
    case raw(type: UInt16, count: UInt32, value: UInt32)
  }

  typealias Entries = [(UInt16, Value)]

  var isLittleEndian = true
  /// The directory that the main one names as the next.
  var thumbnail: Entries?

  func bytes(_ main: Entries) -> [UInt8] {
    var head = ByteBuilder(isLittleEndian: isLittleEndian)
    head.add(isLittleEndian ? "II" : "MM")
    head.add(UInt16(42))
    head.add(UInt32(8))
    let body = directory(main, at: 8)
    guard let thumbnail else { return head.bytes + body }
    let start = 8 + body.count
    var whole = head.bytes + body
    let link = 8 + 2 + main.count * 12
    var builder = ByteBuilder(isLittleEndian: isLittleEndian)
    builder.add(UInt32(start))
    whole.replaceSubrange(link..<link + 4, with: builder.bytes)
    return whole + directory(thumbnail, at: start)
  }

  /// One directory with the values that do not fit into its entries.
  func directory(_ entries: Entries, at start: Int) -> [UInt8] {
    var table = ByteBuilder(isLittleEndian: isLittleEndian)
    var values: [UInt8] = []
    let valueStart = start + 2 + entries.count * 12 + 4
    table.add(UInt16(entries.count))
    for (tag, value) in entries {
      table.add(tag)
      switch value {
      case .raw(let type, let count, let number):
        table.add(type)
        table.add(count)
        table.add(number)
      case .directory(let children):
        table.add(UInt16(4))
        table.add(UInt32(1))
        table.add(UInt32(valueStart + values.count))
        values += directory(children, at: valueStart + values.count)
      default:
        let (type, count, content) = encoded(value)
        table.add(type)
        table.add(UInt32(count))
        if content.count <= 4 {
          table.add(content + Array(repeating: 0, count: 4 - content.count))
        } else {
          table.add(UInt32(valueStart + values.count))
          values += content
        }
      }
    }
    table.add(UInt32(0))
    return table.bytes + values
  }

  private func encoded(_ value: Value) -> (type: UInt16, count: Int, bytes: [UInt8]) {
    var builder = ByteBuilder(isLittleEndian: isLittleEndian)
    switch value {
    case .text(let text):
      builder.add(text + "\0")
      return (2, builder.bytes.count, builder.bytes)
    case .short(let number):
      builder.add(number)
      return (3, 1, builder.bytes)
    case .long(let number):
      builder.add(number)
      return (4, 1, builder.bytes)
    case .rationals(let pairs):
      for (numerator, denominator) in pairs {
        builder.add(numerator)
        builder.add(denominator)
      }
      return (5, pairs.count, builder.bytes)
    case .bytes(let bytes):
      return (7, bytes.count, bytes)
    case .directory, .raw:
      preconditionFailure("directories and raw values are laid out by their table")
    }
  }
}
