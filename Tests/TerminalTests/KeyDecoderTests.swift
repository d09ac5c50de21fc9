import Terminal
import Testing

@Suite struct KeyDecoderTests {
  /// Returns the keys of a burst of bytes that is followed by silence.
  private func keys(_ text: String) -> [KeyDecoder.Key] {
    var decoder = KeyDecoder()
    var keys = text.utf8.compactMap { decoder.read($0) }
    if decoder.isUnfinished, let key = decoder.readSilence() { keys.append(key) }
    return keys
  }

  @Test(arguments: ["\r", "\n"])
  func `Return accepts`(text: String) {
    #expect(keys(text) == [.accept])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}\u{1B}", "q", "Q", "n", "N", "\u{4}"])
  func `Escape, q, n and Ctrl-D dismiss`(text: String) {
    #expect(keys(text) == [.dismiss])
  }

  @Test(
    arguments: [
      "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}[15~", "\u{1B}n",
      "\u{1B}]11;rgb:1e1e/nnnn/qqqq\u{7}", "\u{1B}]11;rgb:qq\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
      "x", " ", "y", "é", "\u{7F}", "日",
    ])
  func `other keys and reports of the terminal answer nothing`(text: String) {
    #expect(keys(text) == [])
    #expect(keys(text + "\r") == [.accept])
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]nq"])
  func `a key behind an unfinished sequence counts after a silence`(text: String) {
    var decoder = KeyDecoder()
    for byte in text.utf8 { #expect(decoder.read(byte) == nil) }
    #expect(decoder.readSilence() == nil)
    #expect(!decoder.isUnfinished)
    #expect(decoder.read(0x0D) == .accept)
  }
}
