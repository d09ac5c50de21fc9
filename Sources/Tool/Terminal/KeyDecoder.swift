/// A decoder of a terminal's bytes into answers, which distinguishes the Escape key from the
/// sequences of other keys and the terminal itself.
package struct KeyDecoder {
  /// A key that answers a question.
  package enum Key: Hashable, Sendable {
    case accept, dismiss
    /// A letter of the question's answers, in lower case.
    case letter(UInt8)
  }

  private enum State {
    case ground
    /// The next byte follows ESC, which alone is the Escape key.
    case escape
    /// The next byte belongs to `ESC [ … final byte` (ECMA-48, section 5.4).
    case control
    /// The next byte follows `ESC O`, and ends the sequence.
    case single
    /// The next byte belongs to a string that BEL or `ESC \` ends, such as a terminal's report.
    case string
    case stringEscape
  }

  private var state = State.ground
  private let letters: [UInt8]

  /// Creates a decoder; `letters`, in lower case, answer the question besides the usual keys.
  package init(letters: [UInt8] = []) {
    self.letters = letters
  }

  /// True if a sequence has begun; the next byte, or a pause, determines the key.
  package var isUnfinished: Bool { state != .ground }

  /// Reads a byte; returns the key that it completes, or nil.
  package mutating func read(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return readGround(byte)
    case .escape: return readEscaped(byte)
    case .control:
      if byte == 0x1B {
        state = .escape
      } else if (0x40...0x7E).contains(byte) {
        state = .ground
      }
    case .single: state = .ground
    case .string:
      if byte == 0x07 {
        state = .ground
      } else if byte == 0x1B {
        state = .stringEscape
      }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .ground : .string
    }
    return nil
  }

  /// Ends a sequence that no byte continued in time; returns ``Key/dismiss`` for ESC alone, or nil.
  package mutating func readSilence() -> Key? {
    defer { state = .ground }
    return state == .escape ? .dismiss : nil
  }

  private mutating func readGround(_ byte: UInt8) -> Key? {
    if letters.contains(byte | 0x20), (0x41...0x7A).contains(byte) { return .letter(byte | 0x20) }
    switch byte {
    case 0x0A, 0x0D: return .accept
    // Ctrl-D, "q" and "n".
    case 0x04, 0x51, 0x71, 0x4E, 0x6E: return .dismiss
    case 0x1B:
      state = .escape
      return nil
    default: return nil
    }
  }

  private mutating func readEscaped(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B:
      // Escape was pressed twice.
      state = .ground
      return .dismiss
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    default: state = .ground
    }
    return nil
  }
}
