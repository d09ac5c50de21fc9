internal import Platform

/// A block of whole lines that was read at once, and the positions of its records' members.
/// `@unchecked Sendable`: filled by the reader under the runner's lock, then confined to the worker
/// that parses it.
package final class RecordChunk: @unchecked Sendable {
  /// The memory that holds the lines.
  package let bytes: UnsafeMutableRawPointer
  /// The size of the memory in bytes.
  package let capacity: Int
  /// The number of bytes that were read into the memory.
  @exclusivity(unchecked)
  package var count = 0
  /// The number of the first line in the whole input, from 1.
  package var firstLine = 1
  /// The byte that ends a line.
  package var separator = UInt8(ascii: "\n")
  /// The name of the program that wrote the lines, for messages; empty for standard input.
  package var origin = ""
  /// True if a program wrote the lines, which may then be ``ProgramVerdict``s, too.
  package var isAnswer = false
  /// The fields that the rule declares for the program's output, each with its type.
  package var declared: [Field] = []
  // These are read for each record; confinement rules overlapping accesses out.

  /// The members of the records, after a scanner parsed the lines.
  @exclusivity(unchecked)
  package private(set) var tape = MemberTape(capacity: 0)
  /// The names of members that records share; a record refers to one by its index.
  @exclusivity(unchecked)
  package private(set) var shapes: [RecordShape] = []
  @exclusivity(unchecked)
  var files: (any FileAssetProvider)?
  /// The fields whose names members may have.
  package let fields: FieldTable
  private var unescaped: [UnsafeMutableRawBufferPointer] = []

  package init(capacity: Int, fields: FieldTable = FieldTable()) {
    self.fields = fields
    // Eight bytes more, so that the scanner may read whole words at the end.
    bytes = .allocate(byteCount: capacity + 8, alignment: 8)
    self.capacity = capacity
  }

  deinit {
    bytes.deallocate()
    for text in unescaped { text.deallocate() }
  }

  /// Takes over a scanner's results; called once for each chunk.
  package func adopt(_ tape: consuming MemberTape, shapes: [RecordShape]) {
    self.tape = tape
    self.shapes = shapes
  }

  /// Returns the bytes of a member's key or value.
  package func span(_ start: UInt32, _ count: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + Int(start), count: Int(count))
  }

  /// Returns the text of a member with its escapes replaced; valid as long as the chunk.
  package func unescape(_ member: RecordMember) -> UnsafeRawBufferPointer {
    let source = span(member.start, member.count)
    let target = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, source.count), alignment: 1)
    unescaped.append(target)
    let count = JSONText.unescape(source, into: target)
    return UnsafeRawBufferPointer(start: target.baseAddress, count: count)
  }
}
