internal import Pipeline

/// The content of the terminal during a choice: a line of help, rows of the list, and the prompt.
struct ChooserFrame {
  private let screen: ChooserScreen
  private let pictures: AssetPictures?
  private var size: TerminalSize
  private var turns = 0
  private var top = 0
  /// The asset whose picture was requested last.
  private var pictured: Int?
  /// The number of pauses in typing since the list last changed.
  private var silences = 0

  /// The number of rows of a list that is printed line by line.
  private static let plainRows = 15
  /// The size in characters below which a terminal shows no pictures.
  private static let smallest = (columns: 60, rows: 10)
  /// The number of pauses of ``KeyReader/attention`` in typing before a picture is drawn.
  private static let rest = 3

  init(on screen: ChooserScreen, _ pictures: AssetPictures?) {
    self.screen = screen
    self.pictures = pictures
    size = screen.size
  }

  mutating func show(_ session: AssetChooser.Session) {
    size = screen.size
    turns = screen.turns
    silences = 0
    removePicture()
    let selection = session.selection
    let width = showsPictures ? size.columns - pictureColumns - 1 : size.columns - 1
    let room = screen.isPainted ? max(0, size.rows - 2) : Self.plainRows
    let shown = max(1, room)
    top = max(0, min(top, selection.matches.count - shown, selection.cursor))
    if selection.cursor >= top + shown { top = selection.cursor - shown + 1 }
    var lines: [String] = []
    if !screen.isPainted || size.rows >= 3 {
      lines.append(
        fitting(session.notice.map { [$0] } ?? help(session), size.columns - 1))
    }
    if !screen.isPainted || size.rows >= 2 {
      lines += selection.matches[top...].prefix(shown).map { row(of: $0, selection, width) }
    }
    // The last line stays at the bottom.
    while screen.isPainted, lines.count < size.rows - 1 { lines.append("") }
    screen.show(lines, last: prompt(session), isTyping: session.isTyping)
  }

  /// Removes a picture, which leaving the alternate screen may not do.
  mutating func close() {
    removePicture()
    screen.endLine()
  }

  private mutating func removePicture() {
    if let pictures, pictured != nil { screen.paint(pictures.removal, row: 1, column: 1) }
    pictured = nil
  }

  /// Draws the list again if the terminal was resized, or used by another program meanwhile.
  mutating func adapt(_ session: AssetChooser.Session) {
    if screen.isPainted, screen.size != size || screen.turns != turns { show(session) }
  }

  mutating func showPicture(_ session: AssetChooser.Session) {
    guard let pictures, showsPictures, let current = session.selection.current, pictured != current
    else { return }
    silences += 1
    guard silences >= Self.rest else { return }
    pictured = current
    let area = (columns: pictureColumns, rows: size.rows - 3)
    guard let escapes = pictures.escapes(current, area, size) else { return }
    screen.paint(escapes, row: 2, column: size.columns - pictureColumns)
  }

  /// Returns wordings of the line that explains the keys as they work now, the longest first.
  private func help(_ session: AssetChooser.Session) -> [String] {
    guard screen.isPainted else {
      return [
        "Numbers such as 1 3-5 mark rows, /text filters, Enter alone ends, Esc cancels",
        "Numbers, Enter, Esc",
      ]
    }
    let marks = session.text.isEmpty ? "Tab or Space marks" : "Tab marks"
    let marked = session.selection.chosen.count
    let end =
      marked > 0
      ? "takes the \(marked) marked" : session.mayEndEmpty ? "takes none" : "takes this row"
    return [
      "Type to filter, \(marks), Shift-Tab marks upwards, Ctrl-A marks all, Ctrl-U clears the text,"
        + " Enter \(end), Esc cancels",
      "Type to filter, \(marks), Enter \(end), Esc cancels",
      "Tab, Enter, Esc",
    ]
  }

  private var showsPictures: Bool {
    pictures != nil && screen.isPainted && size.columns >= Self.smallest.columns
      && size.rows >= Self.smallest.rows
  }

  private var pictureColumns: Int { min(40, size.columns / 3) }

  private func row(of place: Int, _ selection: AssetSelection, _ width: Int) -> String {
    let asset = selection.assets[place]
    let mark = place == selection.current && screen.isPainted ? ">" : " "
    let chosen = selection.number(of: place).map { "\($0)*" } ?? ""
    let numbers =
      Self.padded(chosen, to: "\(max(1, selection.chosen.count))".utf8.count + 1) + " "
      + Self.padded("\(place + 1)", to: "\(selection.assets.count)".utf8.count)
    let date = asset.day ?? "no date   "
    return TerminalText.shortened(
      "\(mark)\(numbers)  \(date)  \(TerminalText.escaped(asset.filename))", to: max(1, width))
  }

  private func prompt(_ session: AssetChooser.Session) -> String {
    let selection = session.selection
    let count =
      selection.limit > 0
      ? "\(selection.chosen.count) of \(selection.limit)" : "\(selection.chosen.count)"
    let text = TerminalText.escaped(session.text)
    return fitting(
      [
        "\(count) marked, \(selection.matches.count) of \(selection.assets.count) listed: \(text)",
        "\(count) marked: \(text)", "\(count): \(text)",
      ], size.columns - 1)
  }

  /// Returns the first text that fits; if none does, the last one, shortened in its middle.
  private func fitting(_ texts: [String], _ columns: Int) -> String {
    texts.first { TerminalText.columns(of: $0) <= columns }
      ?? TerminalText.shortened(texts.last ?? "", to: max(1, columns))
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }
}
