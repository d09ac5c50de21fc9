/// The text that the user sees on a terminal after some output: two screens, lines that wrap, and
/// the escape sequences that a list uses.
package struct TerminalGrid {
  private var main: Screen
  private var other: Screen
  package private(set) var isOnOther = false
  private var wraps = true
  /// Sequences that it does not know.
  package private(set) var unknown: [String] = []
  /// The pictures that are to be seen.
  package private(set) var pictures: [Picture] = []

  /// A picture whose upper left corner is in a row; kitty's stay until they are deleted.
  package struct Picture: Equatable {
    package var row: Int
    package let isKitty: Bool

    package init(row: Int, isKitty: Bool) {
      self.row = row
      self.isKitty = isKitty
    }
  }

  private struct Screen {
    var rows: [[Character]]
    /// For each row, true if it continues in the next.
    var wraps: [Bool] = []
    var row = 0
    var column = 0
    var saved = (row: 0, column: 0)
  }

  package init(columns: Int, rows: Int) {
    let empty = [[Character]](repeating: Array(repeating: " ", count: columns), count: rows)
    main = Screen(rows: empty, wraps: Array(repeating: false, count: rows))
    other = main
  }

  /// The lines of the screen that is shown, without the spaces at their ends and the empty ones below.
  package var lines: [String] {
    var lines = screen.rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Wraps all lines again, as most terminals do when their window is made narrower or wider.
  package mutating func resize(columns: Int) {
    var lines: [[Character]] = [[]]
    var cursor = (line: 0, column: 0)
    for (number, row) in screen.rows.enumerated() {
      if number == screen.row {
        cursor = (lines.count - 1, lines[lines.count - 1].count + screen.column)
      }
      lines[lines.count - 1] += row
      if !screen.wraps[number] { lines.append([]) }
    }
    lines.removeLast()
    var screen = self.screen
    let height = screen.rows.count
    (screen.rows, screen.wraps) = ([], [])
    for (number, line) in lines.enumerated() {
      if number == cursor.line {
        screen.row = screen.rows.count + cursor.column / columns
        screen.column = cursor.column % columns
      }
      var end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      if number == cursor.line { end = max(end, cursor.column) }
      for start in stride(from: 0, to: max(1, end), by: columns) {
        let row = line[start..<max(start, min(end, start + columns))]
        screen.rows.append(row + Array(repeating: " ", count: columns - row.count))
        screen.wraps.append(start + columns < end)
      }
    }
    let excess = max(0, screen.row - height + 1)
    screen.rows.removeFirst(excess)
    screen.wraps.removeFirst(excess)
    screen.row -= excess
    screen.rows = Array(screen.rows.prefix(height))
    screen.wraps = Array(screen.wraps.prefix(height))
    self.screen = screen
  }

  private var screen: Screen {
    get { isOnOther ? other : main }
    set { if isOnOther { other = newValue } else { main = newValue } }
  }

  package mutating func show(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": readSequence(&rest)
      case "\r": screen.column = 0
      case "\n": feedLine()
      case "\u{8}": screen.column = max(0, screen.column - 1)
      case "\u{7}": break
      default: put(Character(scalar))
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = screen.rows[0].count
    if screen.column >= width {
      if wraps {
        screen.wraps[screen.row] = true
        screen.column = 0
        feedLine()
      } else {
        screen.column = width - 1
      }
    }
    screen.rows[screen.row][screen.column] = character
    screen.column += 1
  }

  private mutating func feedLine() {
    if screen.row < screen.rows.count - 1 {
      screen.row += 1
    } else {
      screen.rows.removeFirst()
      screen.wraps.removeFirst()
      for place in pictures.indices { pictures[place].row -= 1 }
      screen.rows.append(Array(repeating: " ", count: screen.rows[0].count))
      screen.wraps.append(false)
    }
  }

  private mutating func readSequence(_ rest: inout Substring.UnicodeScalarView.SubSequence) {
    switch rest.popFirst() {
    case "7": screen.saved = (screen.row, screen.column)
    case "8": (screen.row, screen.column) = screen.saved
    case "\\": break
    case let introducer? where "_]P".unicodeScalars.contains(introducer):
      // A string, such as a picture.
      var text = String(introducer)
      while let scalar = rest.popFirst(), scalar != "\u{7}" {
        if scalar == "\u{1B}" {
          _ = rest.popFirst()
          break
        }
        text.unicodeScalars.append(scalar)
      }
      note(text)
    case "[":
      var parameters = ""
      while let scalar = rest.popFirst() {
        if ("@"..."~").contains(scalar) { return control(scalar, parameters) }
        parameters.unicodeScalars.append(scalar)
      }
    case let other: unknown.append("ESC \(other.map(String.init) ?? "")")
    }
  }

  private mutating func note(_ text: String) {
    if text.hasPrefix("_Ga=d") {
      pictures.removeAll { $0.isKitty }
    } else if text.hasPrefix("_Ga=T") {
      pictures.append(Picture(row: screen.row, isKitty: true))
    } else if text.hasPrefix("]1337;File") || text.hasPrefix("P") {
      pictures.append(Picture(row: screen.row, isKitty: false))
    }
  }

  private mutating func control(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    let width = screen.rows[0].count
    switch (final, parameters) {
    case ("H", _):
      screen.row = min(screen.rows.count, max(1, numbers.first ?? 1)) - 1
      screen.column = min(width, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case ("A", _): screen.row = max(0, screen.row - (numbers.first ?? 1))
    case ("B", _):
      screen.row = min(screen.rows.count - 1, screen.row + (numbers.first ?? 1))
    case ("D", _): screen.column = max(0, screen.column - (numbers.first ?? 1))
    // Questions to the terminal.
    case ("m", _), ("c", ""), ("q", ">0"), ("t", "16"), ("S", "?1;1;0"): break
    case ("K", ""): eraseLine()
    case ("J", ""):
      eraseLine()
      let row = screen.row
      pictures.removeAll { !$0.isKitty && $0.row >= row }
      for row in screen.rows.indices where row > screen.row {
        screen.rows[row] = Array(repeating: " ", count: width)
        screen.wraps[row] = false
      }
    case ("h", "?1049"):
      isOnOther = true
      other = Screen(
        rows: Array(repeating: Array(repeating: " ", count: width), count: main.rows.count),
        wraps: Array(repeating: false, count: main.rows.count))
    case ("l", "?1049"): isOnOther = false
    case ("h", "?7"): wraps = true
    case ("l", "?7"): wraps = false
    default: unknown.append("ESC [\(parameters)\(final)")
    }
  }

  private mutating func eraseLine() {
    screen.wraps[screen.row] = false
    for column in screen.rows[screen.row].indices where column >= screen.column {
      screen.rows[screen.row][column] = " "
    }
  }
}
