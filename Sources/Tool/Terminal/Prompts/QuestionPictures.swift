package import Pipeline
internal import Platform
internal import Synchronization

/// The pictures above questions, on a terminal that supports them by its answer to a query; without
/// an answer within `patience` there are no pictures. Used by one thread at a time.
package final class QuestionPictures: Sendable {
  private let keys: KeySource
  private let mode: TerminalMode
  private let status: StatusLine
  private let cancellation: Cancellation
  /// True if the terminal can move its cursor and understands queries.
  private let isCapable: Bool
  private let answer = Lock<Answer?>(nil)

  private struct Answer {
    let language: GraphicsProtocol?
    let cell: (width: Int, height: Int)?
  }

  private let patience: Duration
  /// The default of `patience`, in milliseconds.
  private static let usualPatience = 300
  /// The size in characters below which a terminal shows no pictures.
  private static let smallest = (columns: 24, rows: 10)
  /// The greatest height of a picture in rows; half of the terminal limits it too.
  private static let mostRows = 12
  private static let mostPixels = 640

  /// Creates the pictures; `patience` is a text, the time for the answer in milliseconds.
  package init(
    keys: KeySource, mode: TerminalMode, status: StatusLine, cancellation: Cancellation,
    terminal: String?, patience: String? = Environment["SHOTFLOW_TERMINAL_TIME"]
  ) {
    (self.keys, self.mode, self.status) = (keys, mode, status)
    self.cancellation = cancellation
    self.patience = .milliseconds(
      patience.flatMap { Int($0) }.map { max(0, min($0, 600_000)) } ?? Self.usualPatience)
    // The console of Linux shows no pictures, and its older versions print the queries.
    isCapable =
      ScreenEscapes(terminal: terminal) != nil && terminal != "linux"
      && tcgetsid(keys.descriptor) == tcgetsid(status.descriptor)
  }

  /// The length of a picture's longer side in pixels; nil if no picture can be shown.
  package var side: Int? {
    guard language != nil, let size, let area = Self.area(in: size) else { return nil }
    return min(
      Self.mostPixels,
      max(area.rows * size.cellHeight, min(area.columns * size.cellWidth, 512)))
  }

  /// Returns the functions that show and remove a question's picture; nil if none can be shown.
  package func screen(for picture: OfferPicture?) -> TerminalMode.Screen? {
    guard picture != nil, language != nil else { return nil }
    let status = status
    return TerminalMode.Screen(open: { status.uncover() }, close: { status.cover() })
  }

  /// Returns the drawing of a picture for the terminal's present size; nil if there is no room.
  package func drawing(of picture: OfferPicture) -> StatusPicture? {
    guard let language, let size, let area = Self.area(in: size) else { return nil }
    // No picture is enlarged.
    let most = (
      columns: min(area.columns, Self.up(picture.width, size.cellWidth)),
      rows: min(area.rows, Self.up(picture.height, size.cellHeight))
    )
    var cells = size.cells(of: (picture.width, picture.height), within: most)
    if case .sixel = language {
      // Sixels are not stretched, so the picture may fill the last row in part.
      let height = picture.height * most.columns * size.cellWidth / picture.width
      cells = (most.columns, min(most.rows, Self.up(height, size.cellHeight)))
    }
    return StatusPicture(
      drawing: language.escapes(picture, columns: cells.columns, rows: cells.rows, in: size),
      removal: language.removal, rows: cells.rows)
  }

  /// The size of the terminal, with the cell size from its answer.
  private var size: TerminalSize? {
    let answer = answer.withLock(\.self)
    var size = TerminalSize(of: status.descriptor)
    if let cell = answer?.cell {
      (size.cellWidth, size.cellHeight) = (cell.width, cell.height)
      size.hasKnownCells = true
    }
    // Sixels of another size than reserved would push the lines above away.
    if case .sixel = answer?.language, !size.hasKnownCells { return nil }
    return size
  }

  private static func area(in size: TerminalSize) -> (columns: Int, rows: Int)? {
    guard size.columns >= smallest.columns, size.rows >= smallest.rows else { return nil }
    return (size.columns - 1, min(mostRows, size.rows / 2))
  }

  private static func up(_ length: Int, _ cell: Int) -> Int { max(1, (length + cell - 1) / cell) }

  // MARK: - Asking

  private var language: GraphicsProtocol? {
    guard isCapable else { return nil }
    if let known = answer.withLock(\.self) { return known.language }
    guard let answered = ask() else { return nil }
    answer.withLock { $0 = answered }
    return answered.language
  }

  /// Queries the terminal; nil if the user or a signal interrupts that.
  private func ask() -> Answer? {
    guard !cancellation.isCancelled, mode.enter() else { return nil }
    defer { mode.leave() }
    let deadline = ContinuousClock.now + patience
    var report = PictureReport()
    status.ask(PictureReport.question)
    guard read(&report, until: deadline) else { return nil }
    // A terminal that doesn't answer the universal query gets no others.
    guard report.isComplete else { return Answer(language: nil, cell: nil) }
    var language: GraphicsProtocol?
    var takesSixels = true
    if report.isOfTmux {
      let client = TmuxClient(within: deadline - .now)
      language = client?.language
      takesSixels = client?.hasSixel ?? true
    } else {
      report.askAgain()
      status.ask(PictureReport.questionForKitty)
      guard read(&report, until: deadline) else { return nil }
      language = GraphicsProtocol(name: report.name, hasKitty: report.hasKitty)
    }
    if language == nil, report.hasSixel, takesSixels {
      report.askAgain()
      status.ask(PictureReport.questionForColors)
      guard read(&report, until: deadline) else { return nil }
      language = SixelPalette(colors: report.colors ?? 256).map { .sixel($0) }
    }
    return Answer(language: language, cell: report.cell)
  }

  /// Reads answers until the last or the deadline; returns false if interrupted.
  private func read(_ report: inout PictureReport, until deadline: ContinuousClock.Instant) -> Bool
  {
    let reader = KeyReader(keys)
    while !report.isComplete {
      if cancellation.isCancelled { return false }
      let left = (deadline - .now).wholeMilliseconds
      guard left > 0 else { return true }
      switch reader.read(within: min(KeyReader.attention, Int32(clamping: left))) {
      case .byte(let byte): report.read(byte)
      case .silence, .interruption: continue
      case .end, .hangup: return false
      }
    }
    return true
  }
}

/// The terminal around tmux, as tmux describes it. A query would make tmux send the answers, as
/// keys, to the pane that has the keyboard.
struct TmuxClient: Hashable {
  /// True if tmux passes on sequences that are wrapped for the outer terminal.
  let passesSequences: Bool
  /// True if tmux draws sixels on the outer terminal.
  let hasSixel: Bool
  /// The name that the outer terminal reported to tmux; empty if it reported none.
  let name: String

  private static let format = "#{allow-passthrough}|#{client_termfeatures}|#{client_termtype}"

  /// Queries the program tmux; nil if it doesn't answer in time.
  init?(within patience: Duration) {
    guard let pane = Environment["TMUX_PANE"],
      let tmux = DesktopProgram("tmux", ["display-message", "-p", "-t", pane, Self.format]),
      let answer = tmux.answer(within: patience)
    else { return nil }
    self.init(answer)
  }

  /// Parses the line that tmux prints; nil for a line of another form.
  init?(_ answer: String) {
    let parts = answer.prefix { !$0.isNewline }.split(
      separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    // Older releases print a number instead of a word.
    passesSequences = ["on", "all", "1", "2"].contains(parts[0])
    hasSixel = parts[1].split(separator: ",").contains("sixel")
    name = String(parts[2])
  }

  /// The picture protocol that works through tmux; nil without one.
  var language: GraphicsProtocol? {
    passesSequences ? GraphicsProtocol(aroundTmux: name) : nil
  }
}
