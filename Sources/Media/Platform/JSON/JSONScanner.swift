public import CSystem

/// A scanner that checks JSON (RFC 8259) in memory, without making strings. Texts are read sixteen
/// bytes at a time, without a check for UTF-8. The bytes must outlive the scanner.
@usableFromInline package struct JSONScanner {
  @usableFromInline package let start: UnsafePointer<UInt8>
  @usableFromInline package var position: Int
  @usableFromInline package var end: Int
  @usableFromInline let deepest: Int
  @usableFromInline let isOneLine: Bool

  /// - Parameters:
  ///   - deepest: the most levels of values, the outermost included.
  ///   - isOneLine: true if a line feed between values is an error.
  package init(
    _ start: UnsafePointer<UInt8>, _ range: Range<Int>, deepest: Int = 128, isOneLine: Bool = false
  ) {
    self.start = start
    position = range.lowerBound
    end = range.upperBound
    self.deepest = deepest
    self.isOneLine = isOneLine
  }

  /// Moves to other bytes from the same start.
  @inlinable @inline(__always)
  package mutating func move(to range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// Moves past the next value, in `depth` others; returns its range, a text's without quotes.
  @inlinable @inline(__always)
  package mutating func value(
    depth: Int = 0
  ) throws(JSONProblem) -> (kind: JSONKind, start: Int, end: Int) {
    guard depth < deepest else { throw JSONProblem(.nesting, at: position) }
    let first = position
    guard first < end else { throw JSONProblem(.value, at: first) }
    let kind: JSONKind
    switch start[first] {
    case UInt8(ascii: "\""):
      position += 1
      var hasEscapes = false
      let textEnd = try text(&hasEscapes)
      return (hasEscapes ? .escapedText : .text, first + 1, textEnd)
    case UInt8(ascii: "t"): kind = try word("true", .yes)
    case UInt8(ascii: "f"): kind = try word("false", .no)
    case UInt8(ascii: "n"): kind = try word("null", .null)
    case UInt8(ascii: "{"): kind = try members(depth: depth)
    case UInt8(ascii: "["): kind = try elements(depth: depth)
    default: kind = try number()
    }
    return (kind, first, position)
  }

  /// Moves past the closing quote of a text; returns the place of that quote.
  @inlinable @inline(__always)
  package mutating func text(_ hasEscapes: inout Bool) throws(JSONProblem) -> Int {
    var index = position
    while true {
      index = start.distance(to: csystem_text_end(start + index, start + end))
      guard index < end else { throw JSONProblem(.textEnd, at: end) }
      let byte = start[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        return index
      }
      guard byte == UInt8(ascii: "\\") else {
        position = index
        throw JSONProblem(.controlCharacter, at: index)
      }
      hasEscapes = true
      index = try endOfEscape(index + 1)
    }
  }

  /// Returns the place after an escape; `place` is that of the character after the backslash.
  @usableFromInline func endOfEscape(_ place: Int) throws(JSONProblem) -> Int {
    guard place < end else { throw JSONProblem(.textEnd, at: end) }
    switch start[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 1
    case UInt8(ascii: "u"):
      for digit in place + 1...place + 4 {
        guard digit < end, start[digit].hexDigitValue != nil else {
          throw JSONProblem(.escape, at: digit)
        }
      }
      return place + 5
    default: throw JSONProblem(.escape, at: place)
    }
  }

  @usableFromInline mutating func word(
    _ word: StaticString, _ kind: JSONKind
  ) throws(JSONProblem) -> JSONKind {
    let count = word.utf8CodeUnitCount
    guard position + count <= end, memcmp(start + position, word.utf8Start, count) == 0 else {
      throw JSONProblem(.value, at: position)
    }
    position += count
    return kind
  }

  @inlinable @inline(__always)
  mutating func number() throws(JSONProblem) -> JSONKind {
    let first = position
    if isNext("-") { position += 1 }
    let leading = position
    var isNumber = skipDigits() > 0
    if isNumber, start[leading] == UInt8(ascii: "0") { isNumber = position == leading + 1 }
    var kind = JSONKind.integer
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
      throw JSONProblem(.value, at: first)
    }
    return kind
  }

  @inlinable @inline(__always)
  mutating func skipDigits() -> Int {
    let first = position
    while position < end, start[position] &- 48 < 10 { position += 1 }
    return position - first
  }

  @usableFromInline mutating func members(depth: Int) throws(JSONProblem) -> JSONKind {
    position += 1
    skipSpace()
    if take("}") { return .object }
    while true {
      try expect("\"", .name)
      var hasEscapes = false
      _ = try text(&hasEscapes)
      skipSpace()
      try expect(":", .colon)
      skipSpace()
      _ = try value(depth: depth + 1)
      skipSpace()
      guard take(",") else { break }
      skipSpace()
    }
    try expect("}", .memberEnd)
    return .object
  }

  @usableFromInline mutating func elements(depth: Int) throws(JSONProblem) -> JSONKind {
    position += 1
    skipSpace()
    if take("]") { return .list }
    while true {
      _ = try value(depth: depth + 1)
      skipSpace()
      guard take(",") else { break }
      skipSpace()
    }
    try expect("]", .elementEnd)
    return .list
  }

  @inlinable @inline(__always)
  /// Moves past white space; past line feeds only where they are allowed.
  package mutating func skipSpace() {
    while position < end, start[position] <= 32 {
      switch start[position] {
      case 32, 9, 13: position += 1
      case 10 where !isOneLine: position += 1
      default: return
      }
    }
  }

  @inlinable @inline(__always)
  /// Returns true if the next character is the given one.
  package func isNext(_ character: Unicode.Scalar) -> Bool {
    position < end && start[position] == UInt8(ascii: character)
  }

  /// Moves past a character if it is next; returns true if so.
  @inlinable @inline(__always)
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    position += 1
    return true
  }

  @inlinable @inline(__always)
  /// Moves past a character, or throws the fault if another is next.
  package mutating func expect(
    _ character: Unicode.Scalar, _ fault: JSONProblem.Fault
  ) throws(JSONProblem) {
    guard take(character) else { throw JSONProblem(fault, at: position) }
  }
}

/// The reason why bytes are not JSON, and the place.
@usableFromInline package struct JSONProblem: Error, Hashable {
  @usableFromInline package enum Fault: Hashable, Sendable {
    /// A value was expected; the bytes may end there.
    case value
    case name
    case colon
    /// A member is followed by neither a comma nor the end of the object.
    case memberEnd
    /// An element is followed by neither a comma nor the end of the list.
    case elementEnd
    case textEnd
    case controlCharacter
    case escape
    case nesting
    /// There are more bytes after the value.
    case rest
  }

  @usableFromInline package let fault: Fault
  /// The offset of the byte, from 0.
  @usableFromInline package let place: Int

  @inlinable package init(_ fault: Fault, at place: Int) {
    self.fault = fault
    self.place = place
  }
}
