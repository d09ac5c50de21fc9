import Testing

@testable import Page

@Suite struct ChoiceTests {
  @Test func aChoiceIsWrittenAgainFromWhatWasRead() throws {
    let body =
      #" {"chosen": [ {"index":7,"x":1,"mark":"4"}, {"crop":[0,0.5,1,0.25],"index":0} ]} "#
    let choice = try Choice(Array(body.utf8), limit: 0)
    #expect(
      choice.members
        == #""choose":[{"index":7,"mark":"4"},{"index":0,"crop":[0.0,0.5,1.0,0.25]}]"#)
    #expect(try Choice(Array(#"{"chosen":[]}"#.utf8), limit: 1).members == #""choose":[]"#)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"chosen":{}}"#, #"{"chosen":[0]}"#, #"{"chosen":[{}]}"#,
    #"{"chosen":[{"index":0.5}]}"#, #"{"chosen":[{"index":"0"}]}"#,
    #"{"chosen":[{"index":-1}]}"#, #"{"chosen":[{"index":0},{"index":0}]}"#,
    #"{"chosen":[{"index":0,"crop":0}]}"#, #"{"chosen":[{"index":0,"crop":[0,0,1,1,1]}]}"#,
    #"{"chosen":[{"index":0,"crop":[0,0,1,-1]}]}"#, #"{"chosen":[{"index":0,"mark":4}]}"#,
    #"{"chosen":[{"index":0,"mark":"x"}]}"#,
    #"{"chosen":[{"index":0},{"index":1},{"index":2}]}"#,
  ])
  func anythingElseIsRefused(_ body: String) {
    #expect(throws: HTTPProblem.self) { try Choice(Array(body.utf8), limit: 2) }
  }

  @Test func aButtonIsNamedByItsNumber() throws {
    let body = Array(#"{"answer":1}"#.utf8)
    #expect(try Choice(answer: body, of: 2).members == #""answer":1"#)
  }

  @Test(arguments: [
    "", "{}", "1", #"{"answer":2}"#, #"{"answer":-1}"#, #"{"answer":"0"}"#, #"{"answer":0.5}"#,
    #"{"answer":{"answer":{"answer":0}}}"#, #"{"answer":99999999999999999999}"#,
  ])
  func noOtherNumberIsOne(_ body: String) {
    #expect(throws: HTTPProblem.self) { try Choice(answer: Array(body.utf8), of: 2) }
  }
}
