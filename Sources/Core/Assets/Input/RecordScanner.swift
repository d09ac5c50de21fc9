internal import CSystem
internal import Platform

/// A scanner that finds the members of the records in a chunk, without making strings. The bytes
/// between the values of a record are first compared with those of the previous record. Values
/// inside objects and lists are checked and skipped.
package struct RecordScanner: ~Copyable {
  private let chunk: RecordChunk
  private var json: JSONScanner
  private var tape: MemberTape
  private var shapes: [RecordShape] = []
  /// The previous record: its first byte, its members' range in the tape, its shape; nil for none.
  private var previous: (start: Int, first: Int, count: Int, shape: Int)?
  /// The indices of the chunk's shapes by their keys.
  private var shapePlaces: [[String]: Int] = [:]

  package init(_ chunk: RecordChunk) {
    self.chunk = chunk
    // Members of usual records take about twenty bytes.
    tape = MemberTape(capacity: chunk.count / 20 + 16)
    json = JSONScanner(
      UnsafePointer(chunk.bytes.assumingMemoryBound(to: UInt8.self)), 0..<0, isOneLine: true)
  }

  /// The range of a record's members in the chunk's tape.
  package struct Extent {
    package let firstMember: UInt32
    package let memberCount: UInt16
    package let shape: UInt32
  }

  /// Returns the kind of a record; a record without a kind is an asset.
  func kind(of extent: Extent) -> RecordKind {
    let shape = shapes[Int(extent.shape)]
    guard shape.hasKind else { return .asset }
    let member = tape[Int(extent.firstMember) + Int(shape.kindPlace)]
    return RecordKind(TextSpan(chunk.span(member.start, member.count)))
  }

  func member(_ name: StaticString, of extent: Extent) -> RecordMember? {
    for place in Int(extent.firstMember)..<Int(extent.firstMember) + Int(extent.memberCount) {
      let member = tape[place]
      if TextSpan(chunk.span(member.keyStart, member.keyCount)).hasSameBytes(as: name) {
        return member
      }
    }
    return nil
  }

  /// Returns the text of a member that has no escapes.
  func text(_ member: RecordMember) -> String {
    TextSpan(chunk.span(member.start, member.count)).string
  }

  /// Passes the members and shapes that were found to the chunk.
  package consuming func finish() {
    chunk.adopt(tape, shapes: shapes)
  }

  /// Reads the record that begins at `start`, if it differs from the previous record in values
  /// only.
  ///
  /// - Returns: nil for any other record, which ``scan(_:)`` has to read.
  @inline(__always)
  mutating func scanAlike(from start: Int) -> (extent: Extent, line: RecordLine)? {
    guard let previous, previous.count > 0 else { return nil }
    json.move(to: start..<chunk.count)
    let first = tape.count
    let isASCII = readAlike(0)
    guard tape.count - first == previous.count, json.take("}"),
      let line = chunk.line(from: start, endingAt: json.position),
      isASCII || chunk.bytes(of: line.range).isValidUTF8
    else {
      tape.count = first
      return nil
    }
    self.previous = (start, first, previous.count, previous.shape)
    let extent = Extent(
      firstMember: UInt32(truncatingIfNeeded: first),
      memberCount: UInt16(truncatingIfNeeded: previous.count),
      shape: UInt32(truncatingIfNeeded: previous.shape))
    return (extent, line)
  }

  /// Reads the record of a line.
  ///
  /// - Throws: ``RecordProblem`` with the offset in the line, if it is not one JSON object.
  package mutating func scan(_ line: Range<Int>) throws(RecordProblem) -> Extent {
    json.move(to: line)
    let first = tape.count
    do throws(RecordProblem) {
      let shape = try scanRecord(from: first) ? previous?.shape : nil
      let count = tape.count - first
      guard count < 1 << 16 else { throw RecordProblem("has too many members", at: 0) }
      let extent = Extent(
        firstMember: UInt32(first), memberCount: UInt16(count),
        shape: UInt32(shape ?? self.shape(first, count)))
      previous = (line.lowerBound, first, count, Int(extent.shape))
      return extent
    } catch {
      tape.count = first
      throw RecordProblem(error.message, at: json.position - line.lowerBound)
    }
  }

  /// Reads members until something but a value differs from the previous record.
  ///
  /// - Parameter place: the number of members of the record that were read.
  /// - Returns: true if everything that was read is certainly ASCII.
  @inline(__always)
  private mutating func readAlike(_ place: Int) -> Bool {
    guard let previous, place < previous.count else { return true }
    tape.reserve(previous.count - place)
    var line = crecords_line(
      bytes: json.start, position: json.position, end: json.end, before: previous.start,
      members_before: UnsafePointer(tape.start + previous.first), member_count: previous.count,
      is_beyond_ascii: false)
    tape.count += crecords_read(&line, place, tape.start + tape.count)
    json.position = line.position
    return !line.is_beyond_ascii
  }

  /// Reads a record, and returns true if its keys are exactly those of the previous record.
  private mutating func scanRecord(from first: Int) throws(RecordProblem) -> Bool {
    var isSame = previous != nil
    _ = readAlike(0)
    var isEmpty = false
    if tape.count == first {
      guard json.take("{") else { throw RecordProblem("a record begins with {", at: 0) }
      json.skipSpace()
      isEmpty = json.isNext("}")
    }
    do throws(JSONProblem) {
      if !isEmpty { try scanMembers(from: first, &isSame) }
    } catch {
      throw RecordProblem(error.fault, isAtEnd: json.position == json.end)
    }
    guard json.take("}") else { throw RecordProblem("a record ends with }", at: 0) }
    json.skipSpace()
    guard json.position == json.end else { throw RecordProblem(.rest, isAtEnd: false) }
    return isSame && tape.count - first == previous?.count
  }

  private mutating func scanMembers(
    from first: Int, _ isSame: inout Bool
  ) throws(JSONProblem) {
    if tape.count == first { try scanMember(0, &isSame) }
    while true {
      json.skipSpace()
      guard json.take(",") else { return }
      json.skipSpace()
      try scanMember(tape.count - first, &isSame)
      if isSame { _ = readAlike(tape.count - first) }
    }
  }

  @inline(__always)
  private mutating func scanMember(_ place: Int, _ isSame: inout Bool) throws(JSONProblem) {
    let key = try scanKey(place, &isSame)
    json.skipSpace()
    try json.expect(":", .colon)
    json.skipSpace()
    let value = try json.value()
    tape.append(
      RecordMember(
        keyStart: key.start, keyCount: key.count, start: value.start,
        count: value.end - value.start, kind: value.kind))
  }

  @inline(__always)
  private mutating func scanKey(
    _ place: Int, _ isSame: inout Bool
  ) throws(JSONProblem) -> (start: Int, count: Int) {
    try json.expect("\"", .name)
    let keyStart = json.position
    if isSame, let previous, place < previous.count {
      let expected = tape[previous.first + place]
      let count = Int(expected.keyCount)
      if keyStart + count < json.end, json.start[keyStart + count] == UInt8(ascii: "\""),
        hasSameBytes(keyStart, Int(expected.keyStart), count)
      {
        json.position = keyStart + count + 1
        return (keyStart, count)
      }
    }
    isSame = false
    var hasEscapes = false
    let keyEnd = try json.text(&hasEscapes)
    return (keyStart, keyEnd - keyStart)
  }

  /// Compares eight bytes at a time, possibly beyond the end; a chunk has eight extra bytes there.
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
    UnsafeRawPointer(json.start + index).loadUnaligned(as: UInt64.self).littleEndian
  }

  /// Returns the shape of a record whose keys are not those of the previous record.
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
