/// Black capital letters on white, drawn as strokes, which programs that recognise text can read.
///
///     let picture = StrokeText("BOARDING PASS", "GATE C").picture
///
/// It has the letters from A to Y without J, Q and X, and spaces.
package struct StrokeText: Sendable, Hashable {
  package let lines: [String]
  /// The pixels between two points of the grid that letters are drawn on.
  package var unit = 6

  private static let letterWidth = 6
  private static let lineHeight = 11
  private static let margin = 4
  /// Half a stroke, in units.
  private static let thickness = 0.45

  package init(_ lines: String...) {
    self.init(lines: lines)
  }

  package init(lines: [String]) {
    self.lines = lines
  }

  package var width: Int {
    ((lines.map(\.count).max() ?? 0) * Self.letterWidth + 2 * Self.margin) * unit
  }

  package var height: Int { (lines.count * Self.lineHeight + 2 * Self.margin) * unit }

  package var picture: PNGPicture {
    PNGPicture(width: width, height: height) {
      $0.mosaic = Mosaic(columns: width, colors: pixels.map { RGB($0, $0, $0) })
    }
  }

  private var pixels: [UInt8] {
    var pixels = [UInt8](repeating: 255, count: width * height)
    for (row, line) in lines.enumerated() {
      for (column, letter) in line.enumerated() {
        let left = (Self.margin + column * Self.letterWidth) * unit
        let top = (Self.margin + row * Self.lineHeight) * unit
        for stroke in Self.strokes[letter] ?? [] { draw(stroke, left, top, &pixels) }
      }
    }
    return pixels
  }

  private func draw(_ stroke: Stroke, _ left: Int, _ top: Int, _ pixels: inout [UInt8]) {
    let scaled = stroke.scaled(by: Double(unit))
    for y in -unit...7 * unit {
      for x in -unit...5 * unit {
        let distance = scaled.distance(x: Double(x), y: Double(y)) - Self.thickness * Double(unit)
        let shade = UInt8(max(0, min(255, distance * 255)))
        let place = (top + y) * width + left + x
        pixels[place] = min(pixels[place], shade)
      }
    }
  }

  /// A straight line between two points.
  private struct Stroke: Hashable {
    let start: (x: Double, y: Double)
    let end: (x: Double, y: Double)

    init(start: (x: Double, y: Double), end: (x: Double, y: Double)) {
      self.start = start
      self.end = end
    }

    /// - Parameter text: two points of two digits each, such as `0046`.
    init(_ text: Substring) {
      let digits = text.compactMap(\.wholeNumberValue).map(Double.init)
      self.init(start: (digits[0], digits[1]), end: (digits[2], digits[3]))
    }

    static func == (left: Stroke, right: Stroke) -> Bool {
      left.start == right.start && left.end == right.end
    }

    func hash(into hasher: inout Hasher) {
      for value in [start.x, start.y, end.x, end.y] { hasher.combine(value) }
    }

    func scaled(by unit: Double) -> Stroke {
      Stroke(start: (start.x * unit, start.y * unit), end: (end.x * unit, end.y * unit))
    }

    func distance(x: Double, y: Double) -> Double {
      let (width, height) = (end.x - start.x, end.y - start.y)
      let square = width * width + height * height
      let along = ((x - start.x) * width + (y - start.y) * height) / square
      let share = max(0, min(1, along))
      let (dx, dy) = (x - start.x - share * width, y - start.y - share * height)
      return (dx * dx + dy * dy).squareRoot()
    }
  }

  /// On a grid of five columns and seven rows.
  private static let strokes: [Character: [Stroke]] = [
    "A": "0620 2046 1434", "B": "0006 0030 3041 4142 4233 3303 3344 4445 4536 3606",
    "C": "4130 3010 1001 0105 0516 1636 3645", "D": "0006 0020 2042 4244 4426 2606",
    "E": "4000 0006 0646 0333", "F": "4000 0006 0333",
    "G": "4130 3010 1001 0105 0516 1636 3645 4543 4323", "H": "0006 4046 0343", "I": "2026",
    "K": "0006 4003 1346", "L": "0006 0646", "M": "0600 0023 2340 4046", "N": "0600 0046 4640",
    "O": "1030 3041 4145 4536 3616 1605 0501 0110", "P": "0006 0030 3041 4142 4233 3303",
    "R": "0006 0030 3041 4142 4233 3303 2346",
    "S": "4130 3010 1001 0102 0213 1333 3344 4445 4536 3616 1605", "T": "0040 2026",
    "U": "0005 0516 1636 3645 4540", "V": "0026 2640", "W": "0016 1623 2336 3640",
    "Y": "0023 4023 2326",
  ].mapValues { $0.split(separator: " ").map(Stroke.init) }
}
