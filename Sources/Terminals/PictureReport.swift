/// A terminal's answers to the questions whether and how it shows pictures.
///
/// ```swift
/// var report = PictureReport()
/// output.write(PictureReport.question)
/// while !report.isComplete, let byte = next() { report.read(byte) }
/// ```
///
/// Every terminal answers the last of the questions, so that a missing answer to another is one as
/// well. Bytes that are no answer, such as those of keys, are passed over.
package struct PictureReport: Sendable {
  /// Whether it understands kitty's graphics.
  package private(set) var hasKitty = false
  /// Whether it understands sixels.
  package private(set) var hasSixel = false
  /// Its name and version; empty where it does not tell.
  package private(set) var name = ""
  /// The size of a cell in pixels; nil where it does not tell.
  package private(set) var cell: (width: Int, height: Int)?
  /// The number of colours that sixels may have at once; nil where it was not asked or does not tell.
  package private(set) var colors: Int?
  /// Whether the last question was answered.
  package private(set) var isComplete = false

  private var sequence: [UInt8] = []
  private static let longest = 256

  package init() {}

  /// Whether tmux answers instead of the terminal around it.
  package var isOfTmux: Bool { name.hasPrefix("tmux ") }

  /// The name, the size of a cell, and last the attributes of the device, with sixels.
  package static let question = "\u{1B}[>0q\u{1B}[16t\u{1B}[c"
  /// Kitty's graphics, and the attributes once more; tmux would make a title of it.
  package static let questionForKitty =
    "\u{1B}_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  /// The number of colours, for a terminal with sixels, and the attributes once more.
  package static let questionForColors = "\u{1B}[?1;1;0S\u{1B}[c"

  /// Waits for the answers to another question.
  package mutating func askAgain() {
    isComplete = false
    sequence = []
  }

  package mutating func read(_ byte: UInt8) {
    let isEscape = byte == 0x1B
    if sequence.isEmpty || isEscape && !isString {
      sequence = isEscape ? [byte] : []
      return
    }
    sequence.append(byte)
    guard isEnded(by: byte) else {
      if sequence.count > Self.longest { sequence = [] }
      return
    }
    note(String(decoding: sequence.dropFirst(), as: UTF8.self))
    sequence = []
  }

  /// Whether the sequence goes on until a terminator.
  private var isString: Bool { sequence.count > 1 && "_P]".utf8.contains(sequence[1]) }

  private func isEnded(by byte: UInt8) -> Bool {
    if isString { return byte == 0x07 || sequence.suffix(2) == [0x1B, UInt8(ascii: "\\")] }
    if sequence.count == 2 { return byte != UInt8(ascii: "[") }
    return (0x40...0x7E).contains(byte)
  }

  private mutating func note(_ answer: String) {
    let text = answer.dropLast(answer.hasSuffix("\u{1B}\\") ? 2 : 1)
    if answer.hasPrefix("_Gi=1") {
      hasKitty = text.hasSuffix(";OK")
    } else if text.hasPrefix("P>|") {
      name = String(text.dropFirst(3))
    } else if answer.hasPrefix("[?"), answer.hasSuffix("c") {
      // The first number is the level; a VT132 has 4 there.
      hasSixel = text.dropFirst(2).split(separator: ";").dropFirst().contains("4")
      isComplete = true
    } else if answer.hasPrefix("[?1;0;"), answer.hasSuffix("S") {
      colors = Int(text.dropFirst(6))
    } else if answer.hasPrefix("[6;"), answer.hasSuffix("t") {
      let numbers = text.dropFirst(3).split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return }
      cell = (width: numbers[1], height: numbers[0])
    }
  }
}
