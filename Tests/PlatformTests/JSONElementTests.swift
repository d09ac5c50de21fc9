import Platform
import Samples
import Testing

@Suite struct JSONElementTests {
  private func problem(_ bytes: [UInt8], deepest: Int = 64) -> JSONProblem? {
    bytes.withUnsafeBytes { bytes in
      do throws(JSONProblem) {
        _ = try JSONElement(checking: bytes, deepest: deepest)
        return nil
      } catch { return error }
    }
  }

  private func problem(_ text: String, deepest: Int = 64) -> JSONProblem? {
    problem(Array(text.utf8), deepest: deepest)
  }

  private func read<Value>(_ text: String, _ read: (JSONElement) throws -> Value) throws -> Value {
    try Array(text.utf8).withUnsafeBytes {
      try read(try JSONElement(checking: $0, deepest: 64))
    }
  }

  /// The whole of a value, by the ways that a reader has.
  private func tree(_ element: JSONElement) throws -> SlowJSON {
    switch element.kind {
    case .yes, .no, .null: .word(String(decoding: element.bytes, as: UTF8.self))
    case .integer, .number: .number(String(decoding: element.bytes, as: UTF8.self))
    case .text, .escapedText: .text(try #require(element.string))
    case .list: .list(try element.elements.map(tree))
    case .object:
      .object(
        try element.members.map {
          SlowJSON.Member(name: try #require($0.name.string), value: try tree($0.value))
        })
    }
  }

  @Test func readsWhatTheOracleReads() throws {
    var texts = RandomTexts(seed: 51)
    for _ in 0..<3000 {
      let text = texts.next()
      #expect(try read(text, tree) == SlowJSON(text), "\(text)")
    }
  }

  @Test func judgesDamagedTextsAsTheOracleDoes() throws {
    var texts = RandomTexts(seed: 52)
    var accepted = 0
    for _ in 0..<6000 {
      let text = texts.damaged()
      let expected = SlowJSON(text)
      let found = problem(text) == nil ? try read(text, tree) : nil
      guard found == expected else {
        Issue.record("the oracle says \(expected.map { "\($0)" } ?? "no JSON") of \(text)")
        return
      }
      accepted += expected == nil ? 0 : 1
    }
    #expect((500..<5500).contains(accepted))
  }

  @Test func aTextThatWasCutIsNoJSON() {
    let whole = Array(#"{"a":[1,{"b":"\u00e9 \"x\""}],"c":true,"d":null}"#.utf8)
    #expect(problem(whole) == nil)
    for count in 0..<whole.count { #expect(problem(Array(whole[..<count])) != nil, "\(count)") }
  }

  @Test func anyBytesAreJudged() {
    var generator = SeededGenerator(seed: 53)
    for _ in 0..<2000 {
      var bytes = Array(#"{"a":["\ud83d\ude00",-1.5e-3,{"b":false}]}"#.utf8)
      for _ in 0..<4 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      guard problem(bytes) == nil else { continue }
      bytes.withUnsafeBytes { bytes in
        let element = try? JSONElement(checking: bytes, deepest: 64)
        #expect(element.flatMap { try? tree($0) } != nil)
      }
    }
  }

  @Test(arguments: [
    "0", "-0", "1.0", "1e5", "1E+5", "1e-5", "-1.25e10", "\"\"", "[]", "{}", " [ ] ", "\n{\t}\r",
    "true", "false", "null", #""\u0000""#, #""\ud800""#, #""\udc00\ud800""#, "\"\u{7F}\"",
    "\"\u{10FFFF}\"", "[[],[[]]]", #"{"":0}"#, #"{"a":1,"a":2}"#, "1e400",
  ])
  func isJSON(_ text: String) {
    #expect(problem(text) == nil)
  }

  @Test(
    arguments: [
      ("", .value, 0), (" ", .value, 1), ("01", .value, 0), ("-", .value, 0), ("+1", .value, 0),
      (".5", .value, 0), ("1.", .value, 0), ("1e", .value, 0), ("1e+", .value, 0),
      ("0x1", .rest, 1),
      ("NaN", .value, 0), ("Infinity", .value, 0), ("True", .value, 0), ("nul", .value, 0),
      ("nulll", .rest, 4), ("[1,]", .value, 3), ("[,1]", .value, 1), ("[1 2]", .elementEnd, 3),
      ("[1", .elementEnd, 2), ("{\"a\":1,}", .name, 7), ("{,}", .name, 1), ("{a:1}", .name, 1),
      ("{\"a\" 1}", .colon, 5), ("{\"a\":}", .value, 5), ("{\"a\":1 \"b\":2}", .memberEnd, 7),
      ("{\"a\":1]", .memberEnd, 6), ("\"a", .textEnd, 2), ("\"a\\", .textEnd, 3),
      ("\"\\\"", .textEnd, 3), ("\"a\nb\"", .controlCharacter, 2),
      ("\"\u{1F}\"", .controlCharacter, 1), (#""\x""#, .escape, 2), (#""\u12"#, .escape, 5),
      (#""\u12g4""#, .escape, 5), (#""\U0041""#, .escape, 2), ("'a'", .value, 0),
      ("[] []", .rest, 3),
      ("/**/1", .value, 0), ("\u{FEFF}1", .value, 0), ("\u{A0}1", .value, 0), ("\u{B}1", .value, 0),
    ] as [(String, JSONProblem.Fault, Int)])
  func saysWhatIsWrongAndWhere(_ text: String, _ fault: JSONProblem.Fault, _ place: Int) {
    #expect(problem(text) == JSONProblem(fault, at: place))
  }

  @Test func noMoreLevelsThanAreAllowed() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels - 1) + "1" + String(repeating: "]", count: levels - 1)
    }
    #expect(problem(nested(16), deepest: 16) == nil)
    #expect(problem(nested(17), deepest: 16) == JSONProblem(.nesting, at: 16))
    #expect(
      problem(String(repeating: "{\"a\":", count: 100_000)) == JSONProblem(.nesting, at: 64 * 5))
  }

  @Test func ofMembersWithOneNameTheCallerChooses() throws {
    let text = #"{"a":1,"b":2,"a":3}"#
    #expect(try read(text) { $0[first: "a"]?.whole } == 1)
    #expect(try read(text) { $0[last: "a"]?.whole } == 3)
    #expect(try read(text) { $0[first: "c"] == nil && $0[last: "c"] == nil })
    #expect(try read("[\"a\",1]") { $0[first: "a"] == nil })
  }

  @Test func valuesAreOfOneKind() throws {
    #expect(try read("9223372036854775807") { $0.whole } == .max)
    #expect(try read("-9223372036854775808") { $0.whole } == .min)
    for text in ["9223372036854775808", "-9223372036854775809", "1.0", "1e2", "\"1\"", "true"] {
      #expect(try read(text) { $0.whole } == nil)
    }
    #expect(try read("\"-1.5\"") { $0.number } == -1.5)
    for text in ["1e400", "\"nan\"", "\"0x10\"", "\"\"", "\"\\u0031\"", "null", "[1]"] {
      #expect(try read(text) { $0.number } == nil)
    }
    #expect(try read("[true,false,1]") { $0.elements.map(\.flag) } == [true, false, nil])
    #expect(try read("{\"a\":1}") { Array($0.elements).isEmpty && $0.string == nil })
  }

  @Test func whatIsNoUTF8IsReplaced() throws {
    let bytes: [UInt8] = [0x22, 0x61, 0xFF, 0x5C, 0x6E, 0xC3, 0x22]
    let text = try bytes.withUnsafeBytes { try JSONElement(checking: $0, deepest: 1).string }
    #expect(text == "a\u{FFFD}\n\u{FFFD}")
  }
}
