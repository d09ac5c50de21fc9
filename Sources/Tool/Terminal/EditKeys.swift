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

  private var scanner = KeyScanner()
  /// The first bytes of a character, and the number of those that are missing.
  private var character: (bytes: [UInt8], missing: Int) = ([], 0)

  package init() {}

  /// True if a sequence has begun; the next byte, or a pause, determines the key.
  package var isUnfinished: Bool { scanner.isUnfinished || character.missing > 0 }

  /// Reads a byte; returns the key that it completes, or nil.
  package mutating func read(_ byte: UInt8) -> Key? {
    if character.missing > 0 {
      if (0x80...0xBF).contains(byte) { return readCharacter(byte) }
      character.missing = 0
    }
    return switch scanner.read(byte) {
    case .byte(let byte): key(byte)
    case .escape: .leave
    case .sequence(let last, let number): Self.key(final: last, number)
    case nil: nil
    }
  }

  /// Ends a sequence that no byte continued in time; returns ``Key/leave`` for ESC alone, else nil.
  package mutating func readSilence() -> Key? {
    character.missing = 0
    return scanner.readSilence() == nil ? nil : .leave
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0A, 0x0D: return .accept
    case 0x01: return .markAll  // Ctrl-A
    case 0x09: return .mark
    case 0x04: return .leave  // Ctrl-D
    case 0x08, 0x7F: return .erase
    case 0x0E: return .down  // Ctrl-N
    case 0x10: return .up  // Ctrl-P
    case 0x15: return .eraseAll  // Ctrl-U
    case 0x20...0x7E: return .text(String(UnicodeScalar(byte)))
    case 0xC2...0xDF: character = ([byte], 1)
    case 0xE0...0xEF: character = ([byte], 2)
    case 0xF0...0xF4: character = ([byte], 3)
    default: break
    }
    return nil
  }

  private mutating func readCharacter(_ byte: UInt8) -> Key? {
    character.bytes.append(byte)
    character.missing -= 1
    guard character.missing == 0 else { return nil }
    return String(validating: character.bytes, as: UTF8.self).map { .text($0) }
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
