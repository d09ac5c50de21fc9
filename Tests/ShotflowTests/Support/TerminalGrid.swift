/// What a person sees on a terminal after some output: two screens, lines that wrap, and the escape
/// sequences that a list uses.
struct TerminalGrid {
  private var main: Screen
  private var other: Screen
  private(set) var isOnOther = false
  private var wraps = true
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []

  private struct Screen {
    var rows: [[Character]]
    var row = 0
    var column = 0
    var saved = (row: 0, column: 0)
  }

  init(columns: Int, rows: Int) {
    let empty = [[Character]](repeating: Array(repeating: " ", count: columns), count: rows)
    main = Screen(rows: empty)
    other = main
  }

  /// The lines of the screen that is shown, without the spaces at their ends and the empty ones below.
  var lines: [String] {
    var lines = screen.rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private var screen: Screen {
    get { isOnOther ? other : main }
    set { if isOnOther { other = newValue } else { main = newValue } }
  }

  mutating func show(_ text: String) {
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
      screen.rows.append(Array(repeating: " ", count: screen.rows[0].count))
    }
  }

  private mutating func readSequence(_ rest: inout Substring.UnicodeScalarView.SubSequence) {
    switch rest.popFirst() {
    case "7": screen.saved = (screen.row, screen.column)
    case "8": (screen.row, screen.column) = screen.saved
    case "_", "]":
      // A string, such as a picture.
      while let scalar = rest.popFirst(), scalar != "\u{7}" {
        if scalar == "\u{1B}" {
          _ = rest.popFirst()
          break
        }
      }
    case "[":
      var parameters = ""
      while let scalar = rest.popFirst() {
        if ("@"..."~").contains(scalar) { return control(scalar, parameters) }
        parameters.unicodeScalars.append(scalar)
      }
    case let other: unknown.append("ESC \(other.map(String.init) ?? "")")
    }
  }

  private mutating func control(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    let width = screen.rows[0].count
    switch (final, parameters) {
    case ("H", _):
      screen.row = min(screen.rows.count, max(1, numbers.first ?? 1)) - 1
      screen.column = min(width, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case ("K", ""): eraseLine()
    case ("J", ""):
      eraseLine()
      for row in screen.rows.indices where row > screen.row {
        screen.rows[row] = Array(repeating: " ", count: width)
      }
    case ("h", "?1049"):
      isOnOther = true
      other = Screen(
        rows: Array(repeating: Array(repeating: " ", count: width), count: main.rows.count))
    case ("l", "?1049"): isOnOther = false
    case ("h", "?7"): wraps = true
    case ("l", "?7"): wraps = false
    default: unknown.append("ESC [\(parameters)\(final)")
    }
  }

  private mutating func eraseLine() {
    for column in screen.rows[screen.row].indices where column >= screen.column {
      screen.rows[screen.row][column] = " "
    }
  }
}
