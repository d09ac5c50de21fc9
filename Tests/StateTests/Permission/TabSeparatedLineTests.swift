import Samples
import Testing

@testable import State

@Suite struct TabSeparatedLineTests {
  @Test func fieldsOfAnyBytesComeBack() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let fields = (0...Int.random(in: 0...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      let bytes = TabSeparatedLine(fields).bytes
      #expect(bytes.last == 0x0A && bytes.dropLast().allSatisfy { $0 >= 0x20 || $0 == 0x09 })
      #expect(TabSeparatedLine(bytes.dropLast())?.fields == fields)
    }
  }

  @Test(arguments: ["a%", "a%4", "a%4g", "a%41", "a%0A", "a%7F", "a\u{1}", "a\r"])
  func otherSpellingsAreNone(_ line: String) {
    #expect(TabSeparatedLine(line.utf8) == nil)
  }
}
