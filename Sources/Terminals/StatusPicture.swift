/// A picture above the line at the bottom of a terminal, as escape sequences.
package struct StatusPicture: Hashable, Sendable {
  private let drawing: String
  private let removal: String
  /// The rows of the terminal that it takes.
  let rows: Int

  /// - Parameters:
  ///   - drawing: draws it with its upper left corner at the cursor, within its rows.
  ///   - removal: takes away what erasing its cells does not.
  package init(drawing: String, removal: String, rows: Int) {
    self.drawing = drawing
    self.removal = removal
    self.rows = rows
  }

  /// Makes room from the line of the cursor on, draws, and leaves the cursor in the line below.
  var shown: String {
    String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\r\u{1B}7" + drawing
      + "\u{1B}8\u{1B}[\(rows)B\r"
  }

  /// Erases it with all that is below, and leaves the cursor where it began.
  ///
  /// It first ends a string that a picture broken off may have left open.
  ///
  /// - Parameter rowsBelow: how far below its last row the cursor is.
  func erased(rowsBelow: Int) -> String {
    "\u{1B}\\\r\u{1B}[\(rows + rowsBelow)A" + removal + "\u{1B}[J"
  }
}
