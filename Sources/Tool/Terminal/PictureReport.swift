/// A terminal's answers to queries about its support for pictures.
///
/// ```swift
/// var report = PictureReport()
/// output.write(PictureReport.question)
/// while !report.isComplete, let byte = next() { report.read(byte) }
/// ```
///
/// Every terminal answers the last query, so a missing answer to another one means no support.
/// Bytes outside answers, such as those of keys, are skipped.
package struct PictureReport: Sendable {
  /// True if the terminal supports kitty's graphics.
  package private(set) var hasKitty = false
  /// True if the terminal supports sixels.
  package private(set) var hasSixel = false
  /// The terminal's name and version; empty if it doesn't report them.
  package private(set) var name = ""
  /// The size of a cell in pixels; nil if the terminal doesn't report it.
  package private(set) var cell: (width: Int, height: Int)?
  /// The number of colours that sixels may have at once; nil if it was not queried or reported.
  package private(set) var colors: Int?
  /// True if the last query was answered.
  package private(set) var isComplete = false

  private var sequence: [UInt8] = []
  private static let longest = 256

  package init() {}

  /// True if tmux answers instead of the outer terminal.
  package var isOfTmux: Bool { name.hasPrefix("tmux ") }

  /// The query for the name, the size of a cell, and the device attributes, which include sixels.
  package static let question = "\u{1B}[>0q\u{1B}[16t\u{1B}[c"
  /// The query for kitty's graphics, which tmux would take for a title, and the device attributes.
  package static let questionForKitty =
    "\u{1B}_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  /// The query for the number of a sixel terminal's colours, and the device attributes.
  package static let questionForColors = "\u{1B}[?1;1;0S\u{1B}[c"

  /// Resets the report for the answers to another query.
  package mutating func askAgain() {
    isComplete = false
    sequence = []
  }

  /// Reads a byte of the answers.
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

  /// True if the sequence is a string, which continues until a terminator.
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
      // The first number is the level, and may be 4 itself: on a VT132.
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
