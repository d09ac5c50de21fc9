/// The patches of a database in an input: again and again a page, a place in it, a number of bytes
/// and these bytes.
///
/// A page is a byte, a place two bytes and the number one. All are taken modulo what there is, so that
/// any input means something.
struct DatabasePatches: Sequence, IteratorProtocol {
  private var rest: Slice<UnsafeRawBufferPointer>
  private let size: Int

  static let pageSize = 4096
  private static let longest = 64

  /// - Parameter size: of the database, in bytes.
  init(_ input: UnsafeRawBufferPointer, _ size: Int) {
    rest = input[...]
    self.size = size
  }

  mutating func next() -> (place: Int, bytes: UnsafeRawBufferPointer)? {
    guard rest.count > 4 else { return nil }
    let head = rest.prefix(4).map(Int.init)
    rest = rest.dropFirst(4)
    let page = head[0] % (size / Self.pageSize)
    let place = page * Self.pageSize + (head[1] << 8 | head[2]) % Self.pageSize
    // None reaches into the next page.
    let room = Self.pageSize - place % Self.pageSize
    let count = Swift.min(head[3] % Self.longest + 1, rest.count, room)
    let bytes = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    rest = rest.dropFirst(count)
    return (place, bytes)
  }
}
