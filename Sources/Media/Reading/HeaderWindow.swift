internal import Platform

/// The bytes of one open file that a header reader looks at, fetched by `pread` as needed.
///
/// Memory is bounded by 68 KiB and what one file may cost by `budget` bytes read, whatever its
/// header claims. Two buffers keep a directory in place while values elsewhere are looked up.
struct HeaderWindow: ~Copyable {
  /// The first read of every file; most headers end within it.
  static let firstRead = 8 << 10
  /// The largest stretch that can be asked for at once.
  static let capacity = 64 << 10
  /// The bytes read from one file, at most.
  static let budget = 4 << 20

  /// A read beyond the first fetches at least this much.
  static let minimumRead = 4 << 10

  /// A small read costs a call of the system, so that their number is bounded as well.
  private static let minimumCost = 512
  private static let valueCapacity = 4 << 10
  /// No place in a file is believed to lie beyond, so that sums of places can't overflow.
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

  /// The file's size, lowered when the file turns out to be shorter than was said.
  private(set) var size: Int64 = 0
  /// What reading this file cost of the budget: the bytes asked for, at least 512 for each read.
  var cost: Int { allowed - remaining }
  /// Whether the budget was used up, so that a header was not read to its end.
  private(set) var isExhausted = false

  init() {
    main = .allocate(byteCount: Self.capacity, alignment: 16)
    values = .allocate(byteCount: Self.valueCapacity, alignment: 16)
  }

  /// A window over bytes that were unpacked from a header, as if they were a file of their own.
  ///
  /// - Parameter unpack: fills the memory from its start and returns how many bytes it wrote.
  init(limit: Int = capacity, unpack: (UnsafeMutableRawBufferPointer) -> Int) {
    self.init()
    let target = UnsafeMutableRawBufferPointer(start: main, count: min(limit, Self.capacity))
    mainCount = min(max(0, unpack(target)), target.count)
    size = Int64(mainCount)
  }

  deinit {
    main.deallocate()
    values.deallocate()
  }

  /// Turns to another file and reads its start.
  ///
  /// - Parameter budget: the bytes that are read of it, at most.
  mutating func open(
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

  /// The bytes at a place in the file, or nil where the file, the window or the budget ends.
  ///
  /// What was returned before becomes invalid. A walk that will go on says by `ahead` how many
  /// bytes are worth a read.
  @inline(__always)
  mutating func bytes(
    at offset: Int64, count: Int, ahead: Int = minimumRead
  ) throws(MediaError) -> Bytes? {
    if let resident = resident(at: offset, count: count) { return resident }
    return try load(at: offset, count: count, ahead: ahead)
  }

  /// Like `bytes(at:count:)`, but leaves what that returned valid; at most 4 KiB.
  @inline(__always)
  mutating func value(at offset: Int64, count: Int) throws(MediaError) -> Bytes? {
    if let resident = resident(at: offset, count: count) { return resident }
    return try loadValue(at: offset, count: count)
  }

  /// As many bytes as are in the file from `offset` on, at most `limit` and the window's capacity.
  mutating func bytes(at offset: Int64, upTo limit: Int) throws(MediaError) -> Bytes? {
    guard offset >= 0, offset < size else { return nil }
    let count = Int(min(Int64(min(limit, Self.capacity)), size - offset))
    return try bytes(at: offset, count: count)
  }

  /// The file's last bytes, at most the window's capacity.
  mutating func tail() throws(MediaError) -> Bytes? {
    try bytes(at: max(0, size - Int64(Self.capacity)), upTo: Self.capacity)
  }

  /// The bytes at a place if no read is needed for them.
  @inline(__always)
  func resident(at offset: Int64, count: Int) -> Bytes? {
    let distance = offset &- mainStart
    guard offset >= mainStart, count >= 0, count <= mainCount,
      distance <= Int64(mainCount &- count)
    else { return nil }
    return Bytes(start: main + Int(truncatingIfNeeded: distance), count: count)
  }

  /// Whether a stretch lies within the file.
  func contains(offset: Int64, count: Int64) -> Bool {
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

  /// Reads up to `count` bytes and returns how many the file had.
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
