import Terminal
import Testing

@Suite struct TerminalTextTests {
  @Test(
    arguments: [
      ("\u{1B}[2J", "\\x1b[2J"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{0}\u{7}", "\\x00\\x07"),
      ("\u{7F}", "\\x7f"), ("\u{9B}31m", "\\x9b31m"), ("\r\n", "\\r\\n"),
      ("\u{202A}\u{202E}", "\\u{202a}\\u{202e}"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
      ("\u{200E}\u{200F}\u{61C}", "\\u{200e}\\u{200f}\\u{61c}"),
      ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
      ("\u{200B}\u{FEFF}", "\\u{200b}\\u{feff}"),
      ("e\u{202E}\u{301}", "e\\u{202e}\u{301}"), ("\u{85}", "\\x85"),
      ("a\u{E0041}", "a\\u{e0041}"), ("\u{34F}\u{115F}\u{FFA0}", "\\u{34f}\\u{115f}\\u{ffa0}"),
    ])
  func `spells out what a terminal must not see`(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
  }

  @Test(arguments: [
    "IMG_2908.PNG", "Schnappschuss – Käse.png", "スクリーンショット.png", "👩‍👩‍👧.jpg", "می‌خواهم",
  ])
  func `leaves ordinary names alone`(name: String) {
    #expect(TerminalText.escaped(name) == name)
  }

  @Test func `shows bytes that are not UTF-8 as the replacement character`() {
    let name = String(decoding: [0x61, 0xFF, 0x62] as [UInt8], as: UTF8.self)
    #expect(TerminalText.escaped(name) == "a\u{FFFD}b")
  }

  @Test func `nothing that commands, breaks or reorders a line passes`() {
    // The last control character, line end and bidirectional control are below.
    for value in 0..<UInt32(0x3000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for shown in TerminalText.escaped(String(Character(scalar))).unicodeScalars {
        let category = shown.properties.generalCategory
        #expect(![.control, .lineSeparator, .paragraphSeparator].contains(category))
        #expect(!shown.properties.isBidiControl)
      }
    }
  }

  @Test(
    arguments: [
      ("", 0), ("abc", 3), ("Käse", 4), ("Ka\u{308}se", 4), ("スクショ", 8), ("한글", 4),
      ("中.png", 6), ("👍", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("…", 1), ("ﬀ", 1), ("Ｆ", 2), ("ｱ", 1),
    ])
  func `counts columns`(text: String, columns: Int) {
    #expect(TerminalText.columns(of: text) == columns)
  }

  @Test(
    arguments: [
      ("Screenshot.png", 14, "Screenshot.png"), ("Screenshot.png", 11, "Scree…t.png"),
      ("Screenshot.png", 2, "S…"), ("Screenshot.png", 1, "…"), ("Screenshot.png", 0, ""),
      ("スクリーンショット", 9, "スク…ット"), ("スクリーンショット", 8, "スク…ト"), ("ab", 2, "ab"),
    ])
  func `shortens in the middle`(text: String, columns: Int, shown: String) {
    #expect(TerminalText.shortened(text, to: columns) == shown)
  }

  @Test func `never gets wider than asked for`() {
    for text in [
      "Screenshot from 2024.png", "スクリーンショット 2024.png", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "e\u{301}\u{301}e\u{301}e",
    ] {
      for columns in 0..<40 {
        #expect(TerminalText.columns(of: TerminalText.shortened(text, to: columns)) <= columns)
      }
    }
  }
}
