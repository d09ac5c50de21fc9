/// A scanner of a terminal's bytes, which distinguishes the Escape key from the sequences of other
/// keys and the terminal itself.
struct KeyScanner {
  enum Token {
    case byte(UInt8)
    /// The Escape key, alone or twice.
    case escape
    /// A sequence by its last byte and its first number; -1 for a terminal's report, such as a click.
    case sequence(final: UInt8, number: Int)
  }

  private enum State: Equatable {
    case ground
    /// The next byte follows ESC, which alone is the Escape key.
    case escape
    /// The next byte is in `ESC [ … final byte` (ECMA-48, section 5.4) with this first number.
    case control(number: Int, isFirst: Bool)
    /// The next byte follows `ESC O`, and ends the sequence.
    case single
    /// The next byte belongs to a string that BEL or `ESC \` ends, such as a terminal's report.
    case string
    case stringEscape
  }

  private var state = State.ground

  /// True if a sequence has begun; the next byte, or a pause, determines the key.
  var isUnfinished: Bool { state != .ground }

  /// Reads a byte; returns what it completes, or nil.
  mutating func read(_ byte: UInt8) -> Token? {
    switch state {
    case .ground:
      if byte != 0x1B { return .byte(byte) }
      state = .escape
    case .escape: return readEscaped(byte)
    case .control(let number, let isFirst): return readControl(byte, number, isFirst)
    case .single:
      state = .ground
      return .sequence(final: byte, number: 0)
    case .string:
      if byte == 0x07 { state = .ground } else if byte == 0x1B { state = .stringEscape }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .ground : .string
    }
    return nil
  }

  /// Ends a sequence that no byte continued in time; returns the Escape key for ESC alone, else nil.
  mutating func readSilence() -> Token? {
    defer { state = .ground }
    return state == .escape ? .escape : nil
  }

  private mutating func readEscaped(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B:
      // Escape was pressed twice.
      state = .ground
      return .escape
    case UInt8(ascii: "["): state = .control(number: 0, isFirst: true)
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    default: state = .ground
    }
    return nil
  }

  private mutating func readControl(_ byte: UInt8, _ number: Int, _ isFirst: Bool) -> Token? {
    switch byte {
    case 0x30...0x39:
      let digit = Int(byte - 0x30)
      state = .control(
        number: isFirst ? min(number * 10 + digit, 1000) : number, isFirst: isFirst)
    case 0x1B: state = .escape
    case 0x40...0x7E:
      state = .ground
      return .sequence(final: byte, number: number)
    case 0x3C...0x3F: state = .control(number: -1, isFirst: false)
    default: state = .control(number: number, isFirst: false)
    }
    return nil
  }
}
