extension RecordScanner {
  /// How deep objects and lists may lie in each other; a record of ours goes two deep.
  private static var deepest: Int { 128 }

  /// Moves past an object or a list and checks that it is JSON; returns the place behind it.
  mutating func scanNested() throws(RecordProblem) -> Int {
    try skipValue(depth: 0)
    return position
  }

  private mutating func skipValue(depth: Int) throws(RecordProblem) {
    guard depth < Self.deepest else { throw RecordProblem("is nested too deeply", at: 0) }
    guard position < end else { throw RecordProblem("ends in the middle", at: 0) }
    switch start[position] {
    case UInt8(ascii: "{"): try skipMembers(closing: "}", depth: depth, haveKeys: true)
    case UInt8(ascii: "["): try skipMembers(closing: "]", depth: depth, haveKeys: false)
    case UInt8(ascii: "\""): try skipText()
    case UInt8(ascii: "t"): _ = try scanWord("true")
    case UInt8(ascii: "f"): _ = try scanWord("false")
    case UInt8(ascii: "n"): _ = try scanWord("null")
    default: _ = try scanNumber()
    }
  }

  private mutating func skipMembers(
    closing bracket: Unicode.Scalar, depth: Int, haveKeys: Bool
  ) throws(RecordProblem) {
    position += 1
    skipSpace()
    if isNext(bracket) {
      position += 1
      return
    }
    while true {
      if haveKeys {
        guard isNext("\"") else {
          throw RecordProblem("a key is a text in double quotes", at: 0)
        }
        try skipText()
        skipSpace()
        try expect(":", "a key is followed by :")
        skipSpace()
      }
      try skipValue(depth: depth + 1)
      skipSpace()
      guard isNext(",") else { break }
      position += 1
      skipSpace()
    }
    guard position < end else { throw RecordProblem("ends in the middle", at: 0) }
    try expect(bracket, "members are separated by commas")
  }

  private mutating func skipText() throws(RecordProblem) {
    position += 1
    var hasEscapes = false
    _ = try scanText(&hasEscapes)
  }

  /// The place behind an escape.
  ///
  /// - Parameter place: that of the character behind the backslash.
  func endOfEscape(_ place: Int) throws(RecordProblem) -> Int {
    guard place < end else { throw RecordProblem("has a text without an end", at: 0) }
    switch start[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 1
    case UInt8(ascii: "u"):
      guard place + 4 < end,
        (place + 1...place + 4).allSatisfy({ JSONText.hexDigit(start[$0]) != nil })
      else { throw RecordProblem("has an escape that is no JSON", at: 0) }
      return place + 5
    default:
      throw RecordProblem("has an escape that is no JSON", at: 0)
    }
  }
}
