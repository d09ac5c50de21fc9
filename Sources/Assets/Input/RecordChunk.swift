internal import JSON
internal import Platform

/// A block of whole lines that was read at once, and where the members of its records lie.
///
/// `@unchecked Sendable`: filled by the reader under the runner's lock, then confined to the lane
/// that unfolds it.
package final class RecordChunk: @unchecked Sendable {
  package let bytes: UnsafeMutableRawPointer
  package let capacity: Int
  @exclusivity(unchecked)
  package var count = 0
  /// The number of the first line in the whole input, from 1.
  package var firstLine = 1
  package var separator = UInt8(ascii: "\n")
  /// The program that wrote the lines, as messages name it; empty for standard input.
  package var origin = ""
  /// Whether a program wrote the lines, which may then say more than records do.
  package var isAnswer = false
  /// The fields that the program gives by the rule's word, each in its type.
  package var declared: [Field] = []
  // Asked for with each record; confinement rules overlapping accesses out.

  /// Where the members of the records lie, once a scanner took the lines apart.
  @exclusivity(unchecked)
  package private(set) var tape = MemberTape(capacity: 0)
  @exclusivity(unchecked)
  package private(set) var shapes: [RecordShape] = []
  /// Makes assets of the files that records name.
  @exclusivity(unchecked)
  var files: (any NamedFiles)?
  /// The fields that members may be.
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

  /// Keeps what a scanner found; called once.
  package func adopt(_ tape: consuming MemberTape, shapes: [RecordShape]) {
    self.tape = tape
    self.shapes = shapes
  }

  package func span(_ start: UInt32, _ count: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + Int(start), count: Int(count))
  }

  /// The text of a member that holds escapes; kept as long as the chunk.
  package func unescape(_ member: RecordMember) -> UnsafeRawBufferPointer {
    let source = span(member.start, member.count)
    let target = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, source.count), alignment: 1)
    unescaped.append(target)
    let count = JSONText.unescape(source, into: target)
    return UnsafeRawBufferPointer(start: target.baseAddress, count: count)
  }
}
