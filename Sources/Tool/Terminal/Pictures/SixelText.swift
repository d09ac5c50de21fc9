internal import Pipeline

/// The colours of a terminal's sixels: as many levels of red, green and blue as it can show.
package struct SixelPalette: Hashable, Sendable {
  let levels: Int

  /// Creates a palette for a number of colours at once; nil with fewer than eight.
  package init?(colors: Int) {
    guard let levels = (2...6).last(where: { $0 * $0 * $0 <= colors }) else { return nil }
    self.levels = levels
  }

  var count: Int { levels * levels * levels }

  /// The sequences that define the colours, in per cent.
  var definitions: String {
    (0..<count).map { number in
      let parts = [number / levels / levels, number / levels % levels, number % levels]
      return "#\(number);2;"
        + parts.map { "\($0 * 100 / (levels - 1))" }.joined(separator: ";")
    }.joined()
  }

  /// Returns the nearest level for a value from 0 to 255, and the value of that level.
  func step(of value: Int) -> (number: Int, shown: Int) {
    let number = (max(0, min(255, value)) * (levels - 1) + 127) / 255
    return (number, number * 255 / (levels - 1))
  }
}

/// A picture as sixels, reduced if too large; errors of colour are diffused to the pixels around,
/// so that few colours look like many.
struct SixelText {
  let text: String

  /// The rows of pixels in one row of sixels.
  private static let band = 6

  /// Creates the sixels of a picture; `width` and `height` are its greatest size in pixels.
  init(_ picture: OfferPicture, width: Int, height: Int, _ palette: SixelPalette) {
    let scale = min(
      1, Double(width) / Double(picture.width), Double(height) / Double(picture.height))
    let columns = max(1, Int(Double(picture.width) * scale))
    let rows = max(1, Int(Double(picture.height) * scale))
    let numbers = Self.numbers(of: picture, columns, rows, palette)
    var text = "\u{1B}P0;1q\"1;1;\(columns);\(rows)" + palette.definitions
    for top in stride(from: 0, to: rows, by: Self.band) {
      if top > 0 { text += "-" }
      text += Self.sixels(numbers, columns, top..<min(rows, top + Self.band))
    }
    self.text = text + "\u{1B}\\"
  }

  /// Returns the number of each pixel's colour; -1 for a transparent pixel.
  private static func numbers(
    of picture: OfferPicture, _ columns: Int, _ rows: Int, _ palette: SixelPalette
  ) -> [Int] {
    let channels = picture.hasAlpha ? 4 : 3
    var numbers = [Int](repeating: -1, count: columns * rows)
    // The errors of colour of this row and the next, for three channels, with a pixel of margin.
    var errors = [[Int]](repeating: Array(repeating: 0, count: (columns + 2) * 3), count: 2)
    for row in 0..<rows {
      let line = row * picture.height / rows * picture.width
      for column in 0..<columns {
        let pixel = (line + column * picture.width / columns) * channels
        if picture.hasAlpha, picture.pixels[pixel + 3] < 128 { continue }
        var number = 0
        for channel in 0..<3 {
          let at = (column + 1) * 3 + channel
          let wanted = Int(picture.pixels[pixel + channel]) + errors[0][at] / 16
          let step = palette.step(of: wanted)
          number = number * palette.levels + step.number
          // The weights of Floyd and Steinberg.
          let off = max(0, min(255, wanted)) - step.shown
          errors[0][at + 3] += off * 7
          errors[1][at - 3] += off * 3
          errors[1][at] += off * 5
          errors[1][at + 3] += off
        }
        numbers[row * columns + column] = number
      }
      errors = [errors[1], Array(repeating: 0, count: (columns + 2) * 3)]
    }
    return numbers
  }

  /// Returns the sixels of up to six rows of pixels, one colour after the other.
  private static func sixels(_ numbers: [Int], _ columns: Int, _ rows: Range<Int>) -> String {
    var lines: [Int: [UInt8]] = [:]
    for (bit, row) in rows.enumerated() {
      for column in 0..<columns where numbers[row * columns + column] >= 0 {
        lines[numbers[row * columns + column], default: Array(repeating: 0, count: columns)][
          column] |= 1 << UInt8(bit)
      }
    }
    return lines.sorted { $0.key < $1.key }.map { "#\($0.key)" + packed($0.value) }
      .joined(separator: "$")
  }

  /// Returns sixels as characters, with counts for repeated ones.
  private static func packed(_ sixels: [UInt8]) -> String {
    var text = ""
    var rest = sixels[...]
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      rest = rest.dropFirst(count)
      let character = String(UnicodeScalar(first + 63))
      text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
    }
    return text
  }
}
