/// A decoder of a terminal's bytes into the keys of a list that typing filters.
package struct EditKeys {
  /// A key of the list.
  package enum Key: Hashable, Sendable {
    /// A character, or a part of one that the next keys complete.
    case text(String)
    case accept, leave
    /// Tab marks the row and goes down, Shift-Tab marks it and goes up, Ctrl-A marks all rows.
    case mark, markUpwards, markAll
    case up, down, pageUp, pageDown, first, last
    case erase, eraseAll
  }

  private enum State {
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
    case character([UInt8], missing: Int)
  }

  private var state = State.ground

  package init() {}

  /// True if a sequence has begun; the next byte, or a pause, determines the key.
  package var isUnfinished: Bool {
    if case .ground = state { return false }
    return true
  }

  /// Reads a byte; returns the key that it completes, or nil.
  package mutating func read(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return readGround(byte)
    case .escape: return readEscaped(byte)
    case .control(let number, let isFirst): return readControl(byte, number, isFirst)
    case .single:
      state = .ground
      return Self.key(final: byte, 0)
    case .string:
      if byte == 0x07 { state = .ground } else if byte == 0x1B { state = .stringEscape }
      return nil
    case .stringEscape:
      state = byte == UInt8(ascii: "\\") ? .ground : .string
      return nil
    case .character(let bytes, let missing): return readCharacter(bytes + [byte], missing - 1)
    }
  }

  /// Ends a sequence that no byte continued in time; returns ``Key/leave`` for ESC alone, else nil.
  package mutating func readSilence() -> Key? {
    defer { state = .ground }
    if case .escape = state { return .leave }
    return nil
  }

  private mutating func readGround(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0A, 0x0D: return .accept
    case 0x01: return .markAll  // Ctrl-A
    case 0x09: return .mark
    case 0x04: return .leave  // Ctrl-D
    case 0x08, 0x7F: return .erase
    case 0x0E: return .down  // Ctrl-N
    case 0x10: return .up  // Ctrl-P
    case 0x15: return .eraseAll  // Ctrl-U
    case 0x1B: state = .escape
    case 0x20...0x7E: return .text(String(UnicodeScalar(byte)))
    case 0xC2...0xDF: state = .character([byte], missing: 1)
    case 0xE0...0xEF: state = .character([byte], missing: 2)
    case 0xF0...0xF4: state = .character([byte], missing: 3)
    default: break
    }
    return nil
  }

  private mutating func readEscaped(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B:
      // Escape was pressed twice.
      state = .ground
      return .leave
    case UInt8(ascii: "["): state = .control(number: 0, isFirst: true)
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    default: state = .ground
    }
    return nil
  }

  private mutating func readControl(_ byte: UInt8, _ number: Int, _ isFirst: Bool) -> Key? {
    switch byte {
    case 0x30...0x39:
      let digit = Int(byte - 0x30)
      state = .control(
        number: isFirst ? min(number * 10 + digit, 1000) : number, isFirst: isFirst)
    case 0x1B: state = .escape
    case 0x40...0x7E:
      state = .ground
      return Self.key(final: byte, number)
    // A terminal's report, such as a click.
    case 0x3C...0x3F: state = .control(number: -1, isFirst: false)
    default: state = .control(number: number, isFirst: false)
    }
    return nil
  }

  private mutating func readCharacter(_ bytes: [UInt8], _ missing: Int) -> Key? {
    guard let last = bytes.last, (0x80...0xBF).contains(last) else {
      state = .ground
      return bytes.last.flatMap { readGround($0) }
    }
    guard missing == 0 else {
      state = .character(bytes, missing: missing)
      return nil
    }
    state = .ground
    return String(validating: bytes, as: UTF8.self).map { .text($0) }
  }

  /// Returns the key of a sequence from its last byte and first number, as xterm sends them.
  private static func key(final byte: UInt8, _ number: Int) -> Key? {
    guard number >= 0 else { return nil }
    return switch (byte, number) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .first
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .last
    case (UInt8(ascii: "~"), 5): .pageUp
    case (UInt8(ascii: "~"), 6): .pageDown
    case (UInt8(ascii: "M"), 0): .accept  // Enter of the number pad
    case (UInt8(ascii: "Z"), _): .markUpwards  // Shift-Tab
    default: nil
    }
  }
}
