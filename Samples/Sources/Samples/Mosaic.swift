/// The content of a sample picture: a grid of flat colours, stretched over the picture.
///
/// Flat cells keep even a panorama small, and a thumbnail of one is still easy to check.
package struct Mosaic: Sendable, Hashable {
  package let columns: Int
  package let rows: Int
  /// Row by row, `columns * rows` of them.
  package let colors: [RGB]

  package init(columns: Int, colors: [RGB]) {
    precondition(columns > 0 && colors.count >= columns, "a mosaic has at least one row")
    precondition(colors.count.isMultiple(of: columns), "a mosaic's rows have one length")
    self.columns = columns
    self.rows = colors.count / columns
    self.colors = colors
  }

  package init(seed: UInt64, columns: Int = 8, rows: Int = 8) {
    var generator = SeededGenerator(seed: seed)
    let colors = (0..<columns * rows).map { _ in
      let bits = generator.next()
      return RGB(
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits >> 16))
    }
    self.init(columns: columns, colors: colors)
  }

  package init(solid color: RGB) {
    self.init(columns: 1, colors: [color])
  }

  /// Returns the colour at a place in a picture of a size.
  package func color(x: Int, y: Int, width: Int, height: Int) -> RGB {
    colors[y * rows / height * columns + x * columns / width]
  }

  /// The same colours, moved on by some cells: the next frame of an animation.
  func shifted(by cells: Int) -> Mosaic {
    let start = cells % colors.count
    return Mosaic(columns: columns, colors: Array(colors[start...] + colors[..<start]))
  }
}
