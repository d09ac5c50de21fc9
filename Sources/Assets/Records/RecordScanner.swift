internal import CSystem

internal import Platform

/// Finds the members of the records in a chunk: bytes looked at eight at a time, no strings made.
///
/// The keys of a record are first compared with those of the record before, at the same place.
/// What is inside objects and lists is checked and passed over.
package struct RecordScanner: ~Copyable {
  private let chunk: RecordChunk
  package let start: UnsafePointer<UInt8>
  private var tape: MemberTape
  private var shapes: [RecordShape] = []
  package var position = 0
  package private(set) var end = 0
  /// Where the members of the record before begin, and its shape.
  private var previous: (first: Int, count: Int, shape: Int)?
  /// The chunk's shapes by their keys.
  private var shapePlaces: [[String]: Int] = [:]

  package init(_ chunk: RecordChunk) {
    self.chunk = chunk
    // Members of usual records take some twenty bytes.
    tape = MemberTape(capacity: chunk.count / 20 + 16)
    start = UnsafePointer(chunk.bytes.assumingMemoryBound(to: UInt8.self))
  }

  /// Where a record's members lie in the chunk.
  package struct Extent {
    package let firstMember: UInt32
    package let memberCount: UInt16
    package let shape: UInt32
  }

  /// Hands what was found to the chunk.
  package consuming func finish() {
    chunk.adopt(tape, shapes: shapes)
  }

  /// Reads the record in those bytes of the chunk.
  ///
  /// - Throws: ``RecordProblem`` with the place in the line.
  package mutating func scan(_ line: Range<Int>) throws(RecordProblem) -> Extent {
    position = line.lowerBound
    end = line.upperBound
    let first = tape.count
    do throws(RecordProblem) {
      let isKnownShape = try scanMembers(from: first)
      let shape = isKnownShape ? previous?.shape : nil
      let count = tape.count - first
      guard count < 1 << 16 else { throw RecordProblem("has too many members", at: 0) }
      let extent = Extent(
        firstMember: UInt32(first), memberCount: UInt16(count),
        shape: UInt32(shape ?? self.shape(first, count)))
      previous = (first, count, Int(extent.shape))
      return extent
    } catch {
      tape.count = first
      throw RecordProblem(error.message, at: position - line.lowerBound)
    }
  }

  /// Returns whether the keys are exactly those of the record before.
  private mutating func scanMembers(from first: Int) throws(RecordProblem) -> Bool {
    try expect("{", "a record begins with {")
    skipSpace()
    var isSame = previous != nil
    var place = 0
    if !isNext("}") {
      while true {
        let key = try scanKey(place, &isSame)
        skipSpace()
        try expect(":", "a key is followed by :")
        skipSpace()
        try scanValue(key)
        place += 1
        skipSpace()
        if isNext(",") {
          position += 1
          skipSpace()
        } else {
          break
        }
      }
    }
    try expect("}", "a record ends with }")
    skipSpace()
    guard position == end else { throw RecordProblem("goes on after its }", at: 0) }
    return isSame && place == previous?.count
  }

  @inline(__always)
  private mutating func scanKey(
    _ place: Int, _ isSame: inout Bool
  ) throws(RecordProblem) -> (start: Int, count: Int) {
    try expect("\"", "a key is a text in double quotes")
    let keyStart = position
    if isSame, let previous, place < previous.count {
      let expected = tape[previous.first + place]
      let count = Int(expected.keyCount)
      if keyStart + count < end, start[keyStart + count] == UInt8(ascii: "\""),
        hasSameBytes(keyStart, Int(expected.keyStart), count)
      {
        position = keyStart + count + 1
        return (keyStart, count)
      }
    }
    isSame = false
    var hasEscapes = false
    let keyEnd = try scanText(&hasEscapes)
    return (keyStart, keyEnd - keyStart)
  }

  /// Compares eight bytes at a time; a chunk has eight bytes to spare at its end.
  @inline(__always)
  private func hasSameBytes(_ left: Int, _ right: Int, _ count: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      if word(at: left + index) != word(at: right + index) { return false }
      index += 8
    }
    if index == count { return true }
    let difference = word(at: left + index) ^ word(at: right + index)
    return difference << UInt64(8 * (8 - (count - index))) == 0
  }

  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self).littleEndian
  }

  @inline(__always)
  mutating func scanValue(_ key: (start: Int, count: Int)) throws(RecordProblem) {
    guard position < end else { throw RecordProblem("ends in the middle", at: 0) }
    var valueStart = position
    var valueEnd: Int
    let kind: RecordMember.Kind
    switch start[position] {
    case UInt8(ascii: "\""):
      position += 1
      valueStart = position
      var hasEscapes = false
      valueEnd = try scanText(&hasEscapes)
      kind = hasEscapes ? .escapedText : .text
    case UInt8(ascii: "t"): (kind, valueEnd) = (.yes, try scanWord("true"))
    case UInt8(ascii: "f"): (kind, valueEnd) = (.no, try scanWord("false"))
    case UInt8(ascii: "n"): (kind, valueEnd) = (.null, try scanWord("null"))
    case UInt8(ascii: "{"): (kind, valueEnd) = (.object, try scanNested())
    case UInt8(ascii: "["): (kind, valueEnd) = (.list, try scanNested())
    default: (kind, valueEnd) = try scanNumber()
    }
    tape.append(
      RecordMember(
        keyStart: UInt32(truncatingIfNeeded: key.start),
        keyCount: UInt32(truncatingIfNeeded: key.count),
        start: UInt32(truncatingIfNeeded: valueStart),
        count: UInt32(truncatingIfNeeded: valueEnd - valueStart), kind: kind))
  }

  /// Moves past the closing quote; returns the place of that quote.
  @inline(__always)
  mutating func scanText(_ hasEscapes: inout Bool) throws(RecordProblem) -> Int {
    var index = position
    while true {
      index = start.distance(to: csystem_text_end(start + index, start + end))
      guard index < end else { throw RecordProblem("has a text without an end", at: 0) }
      let byte = start[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        return index
      }
      guard byte == UInt8(ascii: "\\") else {
        position = index
        throw RecordProblem("has a control character in a text", at: 0)
      }
      hasEscapes = true
      index = try endOfEscape(index + 1)
    }
  }

  mutating func scanWord(_ word: StaticString) throws(RecordProblem) -> Int {
    let count = word.utf8CodeUnitCount
    guard position + count <= end, memcmp(start + position, word.utf8Start, count) == 0 else {
      throw RecordProblem("has a value that is no JSON", at: 0)
    }
    position += count
    return position
  }

  @inline(__always)
  mutating func scanNumber() throws(RecordProblem) -> (RecordMember.Kind, Int) {
    let first = position
    if isNext("-") { position += 1 }
    let leading = position
    var isNumber = skipDigits() > 0
    if isNumber, start[leading] == UInt8(ascii: "0") { isNumber = position == leading + 1 }
    var kind = RecordMember.Kind.integer
    if isNumber, isNext(".") {
      position += 1
      isNumber = skipDigits() > 0
      kind = .number
    }
    if isNumber, isNext("e") || isNext("E") {
      position += 1
      if isNext("+") || isNext("-") { position += 1 }
      isNumber = skipDigits() > 0
      kind = .number
    }
    guard isNumber else {
      position = first
      throw RecordProblem("has a value that is no JSON", at: 0)
    }
    return (kind, position)
  }

  @inline(__always)
  private mutating func skipDigits() -> Int {
    let first = position
    while position < end, start[position] &- 48 < 10 { position += 1 }
    return position - first
  }

  @inline(__always)
  package mutating func skipSpace() {
    while position < end, start[position] == 32 || start[position] == 9 || start[position] == 13 {
      position += 1
    }
  }

  @inline(__always)
  func isNext(_ character: Unicode.Scalar) -> Bool {
    position < end && start[position] == UInt8(ascii: character)
  }

  @inline(__always)
  package mutating func expect(
    _ character: Unicode.Scalar, _ message: StaticString
  ) throws(RecordProblem) {
    guard isNext(character) else { throw RecordProblem(message, at: 0) }
    position += 1
  }

  /// The shape of a record whose keys are not those of the record before.
  @inline(never)
  private mutating func shape(_ first: Int, _ count: Int) -> Int {
    let keys = (first..<first + count).map { place in
      let member = tape[place]
      return TextSpan(chunk.span(member.keyStart, member.keyCount)).string
    }
    if let known = shapePlaces[keys] { return known }
    shapes.append(RecordShape(keys: keys, fields: chunk.fields))
    shapePlaces[keys] = shapes.count - 1
    return shapes.count - 1
  }
}
