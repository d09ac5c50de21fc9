/// An array of the members of all records of a chunk, one after the other. Filled by one scanner,
/// then only read; freed with the chunk.
package struct MemberTape: ~Copyable {
  package private(set) var start: UnsafeMutablePointer<RecordMember>
  package private(set) var capacity: Int
  /// The number of members; setting a lower one removes the last members.
  package var count = 0

  package init(capacity: Int) {
    start = .allocate(capacity: max(capacity, 16))
    self.capacity = max(capacity, 16)
  }

  deinit {
    start.deallocate()
  }

  /// The member at an index; not checked against the bounds.
  @inline(__always)
  package subscript(index: Int) -> RecordMember { start[index] }

  /// Appends a member.
  @inline(__always)
  package mutating func append(_ member: RecordMember) {
    reserve(1)
    (start + count).initialize(to: member)
    count += 1
  }

  /// Makes room for `more` members after the last one.
  @inline(__always)
  package mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<RecordMember>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
