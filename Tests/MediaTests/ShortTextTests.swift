import Media
import Testing

@Suite struct ShortTextTests {
  @Test func endsAreTrimmedAndTheFirstNULEnds() {
    #expect(ShortText("  Canon EOS \0junk").string == "Canon EOS")
    #expect(ShortText(" \t ").isEmpty)
    for unseen: [UInt8] in [[0x8C], [0x01, 0x7F, 0x20, 0x1B], [0x80, 0x9F]] {
      #expect(unseen.withUnsafeBytes { ShortText($0) }.isEmpty)
    }
    #expect(ShortText("\u{3042}").string == "\u{3042}")
    #expect(ShortText().string == "")
  }

  @Test func longTextIsCutBetweenCharacters() {
    let text = String(repeating: "a", count: ShortText.capacity - 1) + "é and more"
    #expect(ShortText(text).string == String(repeating: "a", count: ShortText.capacity - 1))
    let fits = String(repeating: "é", count: ShortText.capacity / 2)
    #expect(ShortText(fits + "é").string == fits)
  }

  @Test func bytesThatAreNotUTF8AreLatin1() {
    let bytes: [UInt8] = [0x43, 0x61, 0x66, 0xE9]
    #expect(bytes.withUnsafeBytes { ShortText($0) }.string == "Café")
  }

  @Test func comparesBytes() {
    #expect(ShortText("Apple").equals("Apple"))
    #expect(!ShortText("Apple").equals("Appl"))
    #expect(ShortText("Apple") == "Apple")
  }
}
