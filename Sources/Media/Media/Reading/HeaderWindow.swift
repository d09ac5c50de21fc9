internal import Platform

/// The bytes of one open file that a header reader examines, read by `pread` as needed. Memory is
/// limited to 68 KiB, and the reads of one file to `budget` bytes, whatever its header claims. Two
/// buffers keep a directory valid while values elsewhere are read.
package struct HeaderWindow: ~Copyable {
  /// The size in bytes of the first read of every file; most headers end within it.
  package static let firstRead = 8 << 10
  /// The maximum number of bytes that can be requested at once.
  package static let capacity = 64 << 10
  /// The maximum number of bytes read from one file.
  package static let budget = 4 << 20

  /// The minimum size of a read after the first, in bytes.
  package static let minimumRead = 4 << 10

  /// The number of bytes that a smaller read counts as, which limits the number of system calls.
  private static let minimumCost = 512
  private static let valueCapacity = 4 << 10
  /// The maximum accepted position in a file, so that sums of positions can't overflow.
  private static let sizeLimit: Int64 = 1 << 60

  private let main: UnsafeMutableRawPointer
  private let values: UnsafeMutableRawPointer
  private var mainStart: Int64 = 0
  private var mainCount = 0
  private var valuesStart: Int64 = 0
  private var valuesCount = 0
  private var descriptor: Int32 = -1
  private var allowed = 0
  private var remaining = 0

  /// The file's size, reduced if the file is shorter than it was said to be.
  package private(set) var size: Int64 = 0
  /// The number of bytes requested from this file so far, counted as at least 512 for each read.
  package var cost: Int { allowed - remaining }
  /// True if the budget is used up, so that a header was not read to its end.
  package private(set) var isExhausted = false

  package init() {
    self.init(capacity: Self.capacity)
  }

  private init(capacity: Int) {
    main = .allocate(byteCount: capacity, alignment: 16)
    values = .allocate(byteCount: Self.valueCapacity, alignment: 16)
  }

  /// Creates a window over bytes that are unpacked from a header, as if they were a file.
  ///
  /// - Parameter unpack: fills the memory from its start and returns the number of bytes written.
  package init(limit: Int = capacity, unpack: (UnsafeMutableRawBufferPointer) -> Int) {
    self.init(capacity: max(limit, Self.capacity))
    let target = UnsafeMutableRawBufferPointer(start: main, count: limit)
    mainCount = min(max(0, unpack(target)), target.count)
    size = Int64(mainCount)
  }

  deinit {
    main.deallocate()
    values.deallocate()
  }

  /// Switches to another file and reads its start.
  ///
  /// - Parameter budget: the maximum number of bytes to read of the file.
  package mutating func open(
    descriptor: Int32, size: Int64, budget: Int = Self.budget
  ) throws(MediaError) {
    self.descriptor = descriptor
    self.size = min(max(0, size), Self.sizeLimit)
    allowed = budget
    remaining = budget
    isExhausted = false
    mainCount = 0
    valuesCount = 0
    mainStart = 0
    guard self.size > 0 else { return }
    mainCount = try fetch(into: main, at: 0, count: Int(min(Int64(Self.firstRead), self.size)))
  }

  /// Returns the bytes at a position in the file; nil if the file, the window or the budget ends.
  /// Earlier results become invalid. `ahead` is the least number of bytes to read at once, for a
  /// caller that will read on.
  @inline(__always)
  package mutating func bytes(
    at offset: Int64, count: Int, ahead: Int = minimumRead
  ) throws(MediaError) -> Bytes? {
    if let resident = resident(at: offset, count: count) { return resident }
    return try load(at: offset, count: count, ahead: ahead)
  }

  /// Returns up to 4 KiB as ``bytes(at:count:ahead:)`` does, whose results stay valid.
  @inline(__always)
  package mutating func value(at offset: Int64, count: Int) throws(MediaError) -> Bytes? {
    if let resident = resident(at: offset, count: count) { return resident }
    return try loadValue(at: offset, count: count)
  }

  /// Returns the bytes from `offset` on, at most `limit` and the window's capacity; nil at the end.
  package mutating func bytes(at offset: Int64, upTo limit: Int) throws(MediaError) -> Bytes? {
    guard offset >= 0, offset < size else { return nil }
    let count = Int(min(Int64(min(limit, Self.capacity)), size - offset))
    return try bytes(at: offset, count: count)
  }

  /// Returns the file's last bytes, at most the window's capacity; nil if none can be read.
  package mutating func tail() throws(MediaError) -> Bytes? {
    try bytes(at: max(0, size - Int64(Self.capacity)), upTo: Self.capacity)
  }

  /// Calls `body` with a range of the file of up to `limit` bytes; nil if it is larger, or the file
  /// or the budget ends before.
  package mutating func withContent<Result>(
    _ range: ByteRange, limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(MediaError) -> Result? {
    guard range.count <= Int64(limit), contains(offset: range.offset, count: range.count) else {
      return nil
    }
    let count = Int(range.count)
    if let resident = resident(at: range.offset, count: count) { return body(resident.buffer) }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { memory.deallocate() }
    guard let start = memory.baseAddress,
      try fetch(into: start, at: range.offset, count: count) == count
    else { return nil }
    return body(UnsafeRawBufferPointer(memory))
  }

  /// Raises the maximum number of bytes to read of the file by `more`.
  package mutating func allow(_ more: Int) {
    allowed += more
    remaining += more
    isExhausted = false
  }

  /// Returns the bytes at a position if they are in memory, else nil.
  @inline(__always)
  package func resident(at offset: Int64, count: Int) -> Bytes? {
    let distance = offset &- mainStart
    guard offset >= mainStart, count >= 0, count <= mainCount,
      distance <= Int64(mainCount &- count)
    else { return nil }
    return Bytes(start: main + Int(truncatingIfNeeded: distance), count: count)
  }

  package func contains(offset: Int64, count: Int64) -> Bool {
    offset >= 0 && count >= 0 && offset <= size && count <= size - offset
  }

  @inline(never)
  private mutating func load(
    at offset: Int64, count: Int, ahead: Int
  ) throws(MediaError) -> Bytes? {
    guard count <= Self.capacity, contains(offset: offset, count: Int64(count)) else { return nil }
    let wanted = Int(min(Int64(max(count, min(ahead, Self.capacity))), size - offset))
    mainCount = 0
    let received = try fetch(into: main, at: offset, count: wanted)
    mainStart = offset
    mainCount = received
    return received >= count ? Bytes(start: main, count: count) : nil
  }

  @inline(never)
  private mutating func loadValue(at offset: Int64, count: Int) throws(MediaError) -> Bytes? {
    guard count <= Self.valueCapacity, contains(offset: offset, count: Int64(count)) else {
      return nil
    }
    let distance = offset &- valuesStart
    if offset >= valuesStart, distance <= Int64(valuesCount &- count) {
      return Bytes(start: values + Int(distance), count: count)
    }
    let wanted = Int(min(Int64(max(count, 512)), size - offset))
    valuesCount = 0
    let received = try fetch(into: values, at: offset, count: wanted)
    valuesStart = offset
    valuesCount = received
    return received >= count ? Bytes(start: values, count: count) : nil
  }

  private mutating func fetch(
    into target: UnsafeMutableRawPointer, at offset: Int64, count: Int
  ) throws(MediaError) -> Int {
    let cost = max(count, Self.minimumCost)
    guard cost <= remaining else {
      isExhausted = true
      return 0
    }
    remaining -= cost
    var done = 0
    while done < count {
      let received = pread(descriptor, target + done, count - done, off_t(offset) + off_t(done))
      if received > 0 {
        done += received
      } else if received == 0 {
        size = offset + Int64(done)
        break
      } else if errno != EINTR {
        throw MediaError(code: errno)
      }
    }
    return done
  }
}
