internal import Platform

/// The size of a terminal, in cells.
package struct TerminalSize: Hashable {
  /// The width in cells.
  package var columns = 80
  /// The height in cells.
  package var rows = 24
  /// The width of a cell in pixels; a common one if the terminal doesn't report it.
  package var cellWidth = 8
  /// The height of a cell in pixels.
  package var cellHeight = 16
  /// True if the terminal reported the size of its cells.
  package var hasKnownCells = false

  /// Reads the size of the terminal of a descriptor; the default if it has none.
  package init(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return }
    (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    if size.ws_xpixel >= size.ws_col, size.ws_ypixel >= size.ws_row {
      cellWidth = Int(size.ws_xpixel) / columns
      cellHeight = Int(size.ws_ypixel) / rows
      hasKnownCells = true
    }
  }

  /// Returns the most columns and rows within an area that a picture covers in its aspect ratio.
  package func cells(
    of picture: (width: Int, height: Int), within area: (columns: Int, rows: Int)
  ) -> (columns: Int, rows: Int) {
    let scale = min(
      Double(area.columns * cellWidth) / Double(picture.width),
      Double(area.rows * cellHeight) / Double(picture.height))
    return (
      Self.cells(Double(picture.width) * scale, cellWidth, area.columns),
      Self.cells(Double(picture.height) * scale, cellHeight, area.rows)
    )
  }

  private static func cells(_ length: Double, _ cell: Int, _ most: Int) -> Int {
    max(1, min(most, Int((length / Double(cell)).rounded())))
  }
}
