/// The pseudo-terminal of a program under test.
package struct Terminal: Sendable {
  package var columns: UInt16
  package var rows: UInt16
  /// True if standard output is the terminal too, and not a pipe.
  package var showsOutput: Bool

  package init(columns: UInt16 = 80, rows: UInt16 = 24, showsOutput: Bool = true) {
    self.columns = columns
    self.rows = rows
    self.showsOutput = showsOutput
  }
}
