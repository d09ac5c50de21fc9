package import Pipeline

/// The colours in which a terminal shows characters.
package enum BlockColors: Hashable, Sendable {
  /// 24 bits for each colour.
  case full
  /// The 256 colours of xterm.
  case indexed

  /// Chooses the colours by `COLORTERM` and `TERM`; nil if the terminal has fewer.
  package init?(environment variable: (String) -> String?) {
    if ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "") {
      self = .full
    } else if variable("TERM")?.contains("256color") == true {
      self = .indexed
    } else {
      return nil
    }
  }

  /// Returns the parameters of Select Graphic Rendition behind 38 or 48.
  fileprivate func parameters(_ color: BlockText.Color) -> String {
    switch self {
    case .full: "2;\(color.red);\(color.green);\(color.blue)"
    case .indexed: "5;\(Self.index(of: color))"
    }
  }

  /// The levels of a channel in xterm's cube of 216 colours, which begins at 16; 24 greys follow it.
  private static let levels = [0, 95, 135, 175, 215, 255]

  private static func index(of color: BlockText.Color) -> Int {
    let parts = [color.red, color.green, color.blue]
    let steps = parts.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let grey = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int {
      zip(parts, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }
    let isGrey =
      distance(Array(repeating: 8 + 10 * grey, count: 3)) < distance(steps.map { levels[$0] })
    return isGrey ? 232 + grey : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }
}

/// A picture as rows of half blocks: each cell shows two pixels, one above the other.
package struct BlockText {
  /// The text of each row; ends with the usual colours.
  package let rows: [String]
  private let columns: Int

  fileprivate struct Color: Hashable {
    var red = 0
    var green = 0
    var blue = 0
  }

  /// Creates the text of a picture that covers `columns` × `rows` cells.
  package init(_ picture: OfferPicture, columns: Int, rows: Int, _ colors: BlockColors) {
    self.columns = columns
    self.rows = (0..<rows).map { row in
      let upper = Self.colors(of: picture, row * 2, columns, rows * 2)
      let lower = Self.colors(of: picture, row * 2 + 1, columns, rows * 2)
      var text = ""
      for (top, bottom) in zip(upper, lower) {
        switch (top, bottom) {
        case (let top?, let bottom?):
          let (front, back) = (colors.parameters(top), colors.parameters(bottom))
          text += "\u{1B}[38;\(front);48;\(back)m▀"
        case (let top?, nil): text += "\u{1B}[0;38;\(colors.parameters(top))m▀"
        case (nil, let bottom?): text += "\u{1B}[0;38;\(colors.parameters(bottom))m▄"
        case (nil, nil): text += "\u{1B}[0m "
        }
      }
      return text + "\u{1B}[0m"
    }
  }

  /// The sequences that draw the rows from the cursor's cell downwards, without a line feed.
  var escapes: String { rows.joined(separator: "\u{1B}[\(columns)D\u{1B}[B") }

  /// Returns the mean colours of the pixels in each part of a row; nil where most are transparent.
  private static func colors(
    of picture: OfferPicture, _ row: Int, _ columns: Int, _ rows: Int
  ) -> [Color?] {
    let lines = part(row, of: rows, picture.height)
    let channels = picture.hasAlpha ? 4 : 3
    return (0..<columns).map { column in
      let places = part(column, of: columns, picture.width)
      var (color, count) = (Color(), 0)
      for line in lines {
        for place in places {
          let pixel = (line * picture.width + place) * channels
          if picture.hasAlpha, picture.pixels[pixel + 3] < 128 { continue }
          color.red += Int(picture.pixels[pixel])
          color.green += Int(picture.pixels[pixel + 1])
          color.blue += Int(picture.pixels[pixel + 2])
          count += 1
        }
      }
      guard count * 2 >= lines.count * places.count else { return nil }
      return Color(red: color.red / count, green: color.green / count, blue: color.blue / count)
    }
  }

  /// Returns the range of pixels of part `number`, from 0, of `count` equal parts of a side of
  /// `length` pixels. It has at least one pixel, so parts overlap if there are more than pixels.
  private static func part(_ number: Int, of count: Int, _ length: Int) -> Range<Int> {
    let start = min(number * length / count, length - 1)
    return start..<max(start + 1, (number + 1) * length / count)
  }
}
