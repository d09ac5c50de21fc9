/// A decoder of a terminal's bytes into answers.
package struct KeyDecoder {
  /// A key that answers a question.
  package enum Key: Hashable, Sendable {
    case accept, dismiss
    /// A letter of the question's answers, in lower case.
    case letter(UInt8)
  }

  private var scanner = KeyScanner()
  private let letters: [UInt8]

  /// Creates a decoder; `letters`, in lower case, answer the question besides the usual keys.
  package init(letters: [UInt8] = []) {
    self.letters = letters
  }

  /// True if a sequence has begun; the next byte, or a pause, determines the key.
  package var isUnfinished: Bool { scanner.isUnfinished }

  /// Reads a byte; returns the key that it completes, or nil.
  package mutating func read(_ byte: UInt8) -> Key? {
    let token = scanner.read(byte)
    return key(token)
  }

  /// Ends a sequence that no byte continued in time; returns ``Key/dismiss`` for ESC alone, or nil.
  package mutating func readSilence() -> Key? {
    scanner.readSilence() == nil ? nil : .dismiss
  }

  private func key(_ token: KeyScanner.Token?) -> Key? {
    switch token {
    case .byte(let byte) where letters.contains(byte | 0x20) && (0x41...0x7A).contains(byte):
      .letter(byte | 0x20)
    case .byte(0x0A), .byte(0x0D): .accept
    // Ctrl-D, "q" and "n".
    case .escape, .byte(0x04), .byte(0x51), .byte(0x71), .byte(0x4E), .byte(0x6E): .dismiss
    case .byte, .sequence, nil: nil
    }
  }
}
