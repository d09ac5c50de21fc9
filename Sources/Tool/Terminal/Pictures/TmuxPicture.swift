/// A picture by kitty's graphics protocol inside tmux ("Unicode placeholders"). tmux stores a
/// character for each cell of the picture, and kitty draws the picture over these characters, so
/// that it moves, is covered and disappears like text.
struct TmuxPicture {
  let text: String

  /// The picture's number and the characters' colour; tmux encodes colours below 16 differently.
  private static let number = 117
  private static let place: Character = "\u{10EEEE}"
  /// The combining characters that encode a row or a column, from 0.
  private static let marks: [Unicode.Scalar] = [
    "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}",
    "\u{346}", "\u{34A}", "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}",
  ]

  /// Creates a picture from bytes in a format, given as kitty's keys, with at most as many rows as
  /// `marks`.
  init(_ format: String, _ bytes: [UInt8], _ columns: Int, _ rows: Int) {
    let rows = min(rows, Self.marks.count)
    let keys = "a=T,U=1,\(format),i=\(Self.number),q=2,c=\(columns),r=\(rows),"
    let picture = GraphicsProtocol.kittyPieces(keys, bytes).map(Self.passed).joined()
    let lines = (0..<rows).map { row in
      // The first cell has its row and column; later ones follow it.
      var line = "\(Self.place)"
      line.unicodeScalars.append(Self.marks[row])
      line.unicodeScalars.append(Self.marks[0])
      return line + String(repeating: Self.place, count: columns - 1)
    }
    text =
      picture + "\u{1B}[38;5;\(Self.number)m"
      + lines.joined(separator: "\u{1B}[\(columns)D\u{1B}[B") + "\u{1B}[39m"
  }

  /// The sequence that removes the picture from the memory of the outer terminal.
  static let removal = passed("_Ga=d,d=I,i=\(number),q=2")

  /// Returns a sequence that tmux passes to the outer terminal, with each escape doubled.
  private static func passed(_ sequence: String) -> String {
    "\u{1B}Ptmux;\u{1B}\u{1B}\(sequence)\u{1B}\u{1B}\\\u{1B}\\"
  }
}
