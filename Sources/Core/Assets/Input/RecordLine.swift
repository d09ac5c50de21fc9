internal import Platform

struct RecordLine {
  let range: Range<Int>
  let next: Int
}

extension RecordChunk {
  /// Returns the line that begins at the byte `start`.
  func line(from start: Int) -> RecordLine {
    let found = memchr(bytes + start, Int32(separator), count - start)
    let end = found.map { bytes.distance(to: UnsafeMutableRawPointer($0)) } ?? count
    let hasReturn = separator != 0 && end > start && byte(end - 1) == UInt8(ascii: "\r")
    return RecordLine(range: start..<(hasReturn ? end - 1 : end), next: end + 1)
  }

  /// Returns the line that begins at the byte `start`, if its text ends at `end`; else nil.
  @inline(__always)
  func line(from start: Int, endingAt end: Int) -> RecordLine? {
    if end == count || byte(end) == separator {
      return RecordLine(range: start..<end, next: end + 1)
    }
    guard separator != 0, byte(end) == UInt8(ascii: "\r"),
      end + 1 == count || byte(end + 1) == separator
    else { return nil }
    return RecordLine(range: start..<end, next: end + 2)
  }

  /// Returns the number of lines, empty ones included.
  package func countLines() -> Int {
    var lines = 0
    var start = 0
    while start < count {
      start = line(from: start).next
      lines += 1
    }
    return lines
  }

  /// Calls `body` with the byte range of each line that is not empty, and its number in the input.
  package func forEachLine(_ body: (Range<Int>, Int) -> Void) {
    var start = 0
    var number = firstLine
    while start < count {
      let line = line(from: start)
      if !line.range.isEmpty { body(line.range, number) }
      number += 1
      start = line.next
    }
  }

  func bytes(of line: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + line.lowerBound, count: line.count)
  }

  private func byte(_ place: Int) -> UInt8 { bytes.load(fromByteOffset: place, as: UInt8.self) }
}
