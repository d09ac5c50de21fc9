import Testing

@testable import Sessions

@Suite struct PickNoteTests {
  private func record(_ text: String, with note: PickNote) -> String {
    var bytes = Array(text.utf8)
    note.add(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aNoteWithoutWordsChangesNothing() {
    #expect(record(#"{"v":1}"#, with: PickNote()) == #"{"v":1}"#)
  }

  @Test func aPartAndAMarkAreMembers() {
    #expect(
      record(#"{"v":1}"#, with: PickNote(crop: [0, 0.25, 1, 0.5], mark: "3"))
        == #"{"v":1,"crop":[0.0,0.25,1.0,0.5],"prompt":{"choice":"3"}}"#)
  }

  @Test(arguments: [
    (
      #"{"v":1,"prompt":{"rule":"a","outcome":"accepted"},"x":2}"#,
      #"{"v":1,"prompt":{"choice":"5","rule":"a","outcome":"accepted"},"x":2}"#
    ),
    (#"{"prompt":{},"x":2}"#, #"{"prompt":{"choice":"5"},"x":2}"#),
    (
      #"{"prompt":{"rule":"a","choice":"1"}}"#, #"{"prompt":{"rule":"a","choice":"5"}}"#
    ),
  ])
  func aMarkGoesIntoThePromptThatIsThere(_ text: String, _ marked: String) {
    #expect(record(text, with: PickNote(mark: "5")) == marked)
  }
}
