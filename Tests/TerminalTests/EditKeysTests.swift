import Terminal
import Testing

@Suite struct EditKeysTests {
  private func keys(_ bytes: [UInt8]) -> [EditKeys.Key] {
    var decoder = EditKeys()
    var keys = bytes.compactMap { decoder.read($0) }
    if decoder.isUnfinished, let last = decoder.readSilence() { keys.append(last) }
    return keys
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}OA", .up), ("\u{1B}[H", .first),
      ("\u{1B}OF", .last), ("\u{1B}[1~", .first), ("\u{1B}[4~", .last), ("\u{1B}[5~", .pageUp),
      ("\u{1B}[6~", .pageDown), ("\u{1B}[1;5A", .up), ("\t", .mark), ("\u{1B}[Z", .markUpwards),
      ("\u{1}", .markAll), ("\r", .accept),
      ("\n", .accept), ("\u{1B}OM", .accept), ("\u{1B}", .leave), ("\u{1B}\u{1B}", .leave),
      ("\u{4}", .leave), ("\u{7F}", .erase), ("\u{8}", .erase), ("\u{15}", .eraseAll),
      ("\u{E}", .down), ("\u{10}", .up), ("a", .text("a")), (" ", .text(" ")), ("é", .text("é")),
      ("漢", .text("漢")), ("📷", .text("📷")),
    ] as [(String, EditKeys.Key)])
  func aKeyIsKnownByItsBytes(_ text: String, _ key: EditKeys.Key) {
    #expect(keys(Array(text.utf8)) == [key])
  }

  @Test(arguments: [
    "\u{1B}[3~x", "\u{1B}[200~x", "\u{1B}]11;rgb:0/0/0\u{7}x", "\u{1B}]11;rgb:0/0/0\u{1B}\\x",
    "\u{1B}_Gi=1;OK\u{1B}\\x", "\u{1B}[<0;1;1Mx", "\u{1B}[?62;4cx", "\u{1B}fx", "\u{2}x",
  ])
  func otherSequencesAreNoKeys(_ text: String) {
    #expect(keys(Array(text.utf8)) == [.text("x")])
  }

  @Test(
    arguments: [
      [0xFF, 0x78], [0xC3, 0x78], [0xE2, 0x82, 0x78], [0xED, 0xA0, 0x80, 0x78], [0x80, 0x78],
      [0xC0, 0x78], [0xF8, 0x78],
    ] as [[UInt8]])
  func bytesThatAreNoTextAreNoKeys(_ bytes: [UInt8]) {
    #expect(keys(bytes) == [.text("x")])
  }
}
