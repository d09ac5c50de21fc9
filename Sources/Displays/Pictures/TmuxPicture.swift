/// A picture of kitty's graphics inside tmux.
///
/// tmux hands the picture on without looking at it, and keeps one character for each cell of it as it
/// keeps any text. kitty shows the picture's cells in their place, so it moves, is covered and goes
/// away as text does (kitty's "Unicode placeholders").
struct TmuxPicture {
  let text: String

  /// The number of the picture, which is the colour of its characters. tmux writes the first sixteen
  /// colours in other ways.
  private static let number = 117
  private static let place: Character = "\u{10EEEE}"
  /// The marks that say a row or a column, from 0.
  private static let marks: [Unicode.Scalar] = [
    "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}",
    "\u{346}", "\u{34A}", "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}",
  ]

  /// - Parameters:
  ///   - format: kitty's keys for what the bytes are.
  ///   - rows: no more than there are marks.
  init(_ format: String, _ bytes: [UInt8], _ columns: Int, _ rows: Int) {
    let rows = min(rows, Self.marks.count)
    let keys = "a=T,U=1,\(format),i=\(Self.number),q=2,c=\(columns),r=\(rows),"
    let picture = PictureLanguage.kittyPieces(keys, bytes).map(Self.passed).joined()
    let lines = (0..<rows).map { row in
      // The first cell says where it is; those behind it count on.
      var line = "\(Self.place)"
      line.unicodeScalars.append(Self.marks[row])
      line.unicodeScalars.append(Self.marks[0])
      return line + String(repeating: Self.place, count: columns - 1)
    }
    text =
      picture + "\u{1B}[38;5;\(Self.number)m"
      + lines.joined(separator: "\u{1B}[\(columns)D\u{1B}[B") + "\u{1B}[39m"
  }

  /// Removes the picture from the memory of the terminal around tmux.
  static let removal = passed("_Ga=d,d=I,i=\(number),q=2")

  /// A sequence as tmux takes one for the terminal around it: each escape is written twice.
  private static func passed(_ sequence: String) -> String {
    "\u{1B}Ptmux;\u{1B}\u{1B}\(sequence)\u{1B}\u{1B}\\\u{1B}\\"
  }
}
