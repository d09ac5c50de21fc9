import Platform
import Samples
import Testing

@Suite struct ByteBufferTests {
  private func written(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 1)
    write(&buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test func stringsReadBackAsTheyWere() {
    var generator = SeededGenerator(seed: 61)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 0...50, using: &generator)).map { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &generator)) ?? "?"
      }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(SlowJSON(written { $0.append(string: text) }) == .text(text))
    }
  }

  @Test func aPlainTextIsRecognizedAtEveryLengthAndPlace() {
    func isPlain(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { $0.isPlain } }
    let harmless = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F] as [UInt8]
    for count in 0...40 {
      let text = (0..<count).map { harmless[$0 % harmless.count] }
      #expect(isPlain(text))
      for place in text.indices {
        for special in [0x00, 0x1F, 0x22, 0x5C, 0x80, 0xFF] as [UInt8] {
          var text = text
          text[place] = special
          #expect(!isPlain(text), "\(special) at \(place) of \(count)")
        }
      }
    }
  }

  @Test func onlyWhatHasToBeIsEscaped() {
    #expect(
      written { $0.append(string: "a/é\u{7F}\"\\\n\r\t\u{0}\u{1F}") }
        == #""a/é\#u{7F}\"\\\n\r\t\u0000\u001f""#)
    #expect(written { $0.append(string: "") } == "\"\"")
  }

  @Test func aLineForATerminalMeansTheSameAndMisleadsNobody() {
    for value in (0..<UInt32(0x3100)).map({ $0 }) + Array(0xE0000...0xE0080) + [0xFEFF, 0x1F600] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      let line = written { $0.append(string: text) }
      let shown = written { buffer in
        var line = line
        line.withUTF8 { buffer.append(shown: UnsafeRawBufferPointer($0)) }
      }
      #expect(SlowJSON(shown) == .text(text), "\(value)")
      #expect(!shown.unicodeScalars.contains { $0.misleadsTerminals }, "\(value)")
    }
    #expect(
      written { buffer in
        Array("Käse\n".utf8).withUnsafeBytes { buffer.append(shown: $0) }
      } == "Käse\n")
  }

  @Test func numbersReadBackAsTheyWere() {
    var generator = SeededGenerator(seed: 62)
    for _ in 0..<5000 {
      let bits = Double(bitPattern: generator.next())
      let decimal = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 1e5
      for number in [bits, decimal] where number.isFinite {
        let text = written { $0.append(number) }
        #expect(SlowJSON(text) == .number(text))
        #expect(Double(text) == number)
        #expect(number.magnitude > 1e9 || text == "\(number)" || "\(text).0" == "\(number)")
      }
      let whole = Int64(bitPattern: generator.next())
      #expect(written { $0.append(whole) } == "\(whole)")
    }
    for whole in [Int64.min, -10, -1, 0, 9, 10, 99, 100, .max] {
      #expect(written { $0.append(whole) } == "\(whole)")
    }
    #expect(written { $0.append(0.1) } == "0.1")
    #expect(written { $0.append(-2.0) } == "-2")
    #expect(written { $0.append(1e-5) } == "1e-05")
  }

  @Test func commasStandBetween() {
    let text = written { buffer in
      buffer.append(UInt8(ascii: "{"))
      buffer.append(key: "a")
      buffer.append(true)
      buffer.append(key: "b")
      buffer.append(UInt8(ascii: "["))
      for whole in 1...3 {
        buffer.separate(after: "[")
        buffer.append(Int64(whole))
      }
      buffer.append("]}")
    }
    #expect(text == #"{"a":true,"b":[1,2,3]}"#)
  }

  @Test func base64ReadsBackAsItWas() {
    var generator = SeededGenerator(seed: 63)
    for count in 0..<200 {
      let bytes = generator.bytes(count: count)
      let text = written { buffer in bytes.withUnsafeBytes { buffer.append(base64: $0) } }
      let decoded = Array(text.utf8.dropFirst().dropLast()).withUnsafeBytes { Base64.decode($0) }
      #expect(decoded == bytes)
    }
    #expect(written { $0.append(base64: UnsafeRawBufferPointer(start: nil, count: 0)) } == "\"\"")
  }

  @Test func aShortenedBufferGoesOnThere() {
    let text = written { buffer in
      buffer.append("abc")
      buffer.truncate(to: 1)
      buffer.append(text: "é")
    }
    #expect(text == "aé")
  }
}
