internal import Platform

/// Sorted parts of records in a temporary file without a name. A record is stored as the lengths of
/// its key and of itself, four bytes each, and then both.
final class SpilledParts {
  private let file: UnsafeMutablePointer<FILE>
  private var ends: [Int] = []
  private var size = 0

  fileprivate static let headSize = MemoryLayout<UInt32>.size * 2

  init() throws(RunProblem) {
    guard let file = tmpfile() else { throw Self.problem(errno) }
    self.file = file
  }

  deinit {
    fclose(file)
  }

  fileprivate static func problem(_ code: Int32) -> RunProblem {
    .outputFailed(
      "can't keep records that are sorted in a temporary file: \(FileProblem(error: code).reason)")
  }

  func append(_ part: borrowing SortedPart) throws(RunProblem) {
    var buffer = ByteBuffer(capacity: 1 << 20)
    try part.visit { key, record throws(RunProblem) in
      withUnsafeBytes(of: UInt32(key.count)) { buffer.append($0) }
      withUnsafeBytes(of: UInt32(record.count)) { buffer.append($0) }
      buffer.append(key)
      buffer.append(record)
      if buffer.count >= 1 << 20 { try write(&buffer) }
    }
    try write(&buffer)
    ends.append(size)
  }

  private func write(_ buffer: inout ByteBuffer) throws(RunProblem) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer.bytes[done...])
      let count = pwrite(fileno(file), rest.baseAddress, rest.count, off_t(size))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw Self.problem(count == 0 ? EIO : errno) }
      done += count
      size += count
    }
    buffer.removeAll()
  }

  /// Calls `take` with all records in order; of equal keys, those of an earlier part come first.
  /// Throws ``RunProblem/outputFailed(_:)``, or the error of `take`.
  func merge(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    // A part is read in pieces that are so small that all of them together are bounded.
    let piece = max(1 << 14, min(1 << 20, (32 << 20) / max(1, ends.count)))
    var heap: [PartReader] = []
    defer { for reader in heap { reader.close() } }
    for (number, range) in zip([0] + ends, ends).enumerated() {
      heap.append(PartReader(number, fileno(file), from: range.0, to: range.1, by: piece))
      if try !heap[heap.count - 1].next() { heap.removeLast().close() }
    }
    for place in heap.indices.reversed() { Self.sink(&heap, place) }
    while !heap.isEmpty {
      try take(heap[0].record)
      if try !heap[0].next() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast().close()
      }
      Self.sink(&heap, 0)
    }
  }

  /// Moves a reader down the heap until none below it has an earlier record.
  private static func sink(_ heap: inout [PartReader], _ start: Int) {
    var place = start
    while true {
      var first = place
      for below in (2 * place + 1)...(2 * place + 2)
      where below < heap.count && heap[below].precedes(heap[first]) { first = below }
      if first == place { return }
      heap.swapAt(place, first)
      place = first
    }
  }

  private struct PartReader {
    private let number: Int
    private let descriptor: Int32
    private var offset: Int
    private let end: Int
    private var buffer: UnsafeMutableRawBufferPointer
    private var filled = 0..<0
    private var head: UInt64 = 0
    private var keyRange = 0..<0
    private var recordRange = 0..<0

    init(_ number: Int, _ descriptor: Int32, from start: Int, to end: Int, by piece: Int) {
      self.number = number
      self.descriptor = descriptor
      offset = start
      self.end = end
      buffer = .allocate(byteCount: piece, alignment: 16)
    }

    func close() {
      buffer.deallocate()
    }

    var record: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[recordRange]) }

    func precedes(_ other: PartReader) -> Bool {
      if head != other.head { return head < other.head }
      let order = SortKeyHead.compare(
        UnsafeRawBufferPointer(buffer)[keyRange],
        UnsafeRawBufferPointer(other.buffer)[other.keyRange])
      return order == 0 ? number < other.number : order < 0
    }

    mutating func next() throws(RunProblem) -> Bool {
      filled = recordRange.upperBound..<filled.upperBound
      if filled.isEmpty, offset == end { return false }
      try fill(SpilledParts.headSize)
      let keyCount = count(at: filled.lowerBound)
      let recordCount = count(at: filled.lowerBound + SpilledParts.headSize / 2)
      try fill(SpilledParts.headSize + keyCount + recordCount)
      let keyStart = filled.lowerBound + SpilledParts.headSize
      keyRange = keyStart..<keyStart + keyCount
      recordRange = keyRange.upperBound..<keyRange.upperBound + recordCount
      head = SortKeyHead(UnsafeRawBufferPointer(rebasing: buffer[keyRange])).value
      return true
    }

    private func count(at place: Int) -> Int {
      Int(buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    private mutating func fill(_ wanted: Int) throws(RunProblem) {
      if filled.count >= wanted { return }
      var room = buffer
      if wanted > buffer.count { room = .allocate(byteCount: wanted, alignment: 16) }
      UnsafeMutableRawBufferPointer(rebasing: room[..<filled.count]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
      if wanted > buffer.count { buffer.deallocate() }
      buffer = room
      filled = 0..<filled.count
      while filled.count < wanted {
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled.count...])
        let size = min(end - offset, free.count)
        let count = pread(descriptor, free.baseAddress, size, off_t(offset))
        if count < 0, errno == EINTR { continue }
        if count <= 0 { throw SpilledParts.problem(count == 0 ? EIO : errno) }
        offset += count
        filled = 0..<filled.count + count
      }
    }
  }
}
