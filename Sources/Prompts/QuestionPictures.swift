internal import Console
internal import Displays
package import Pipeline
internal import Platform
internal import Synchronization
package import Terminals

/// The pictures above questions, on a terminal that says that it shows pictures.
///
/// The terminal is asked once, when the first picture could be shown. One that answers nothing costs
/// the patience and shows none. Used by one thread at a time.
package final class QuestionPictures: Sendable {
  private let keys: KeySource
  private let mode: TerminalMode
  private let status: StatusLine
  private let cancellation: Cancellation
  /// Whether the terminal can move its cursor, and understands questions to itself.
  private let isCapable: Bool
  private let answer = Lock<Answer?>(nil)

  private struct Answer {
    /// Nil where the terminal shows no pictures.
    let language: PictureLanguage?
    let cell: (width: Int, height: Int)?
  }

  /// How long the terminal may take for its answers.
  private let patience: Duration
  /// In milliseconds.
  private static let usualPatience = 300
  /// A terminal that is smaller shows no pictures.
  private static let smallest = (columns: 24, rows: 10)
  /// The rows that a picture may take, besides half of the terminal.
  private static let mostRows = 12
  /// The pixels that a picture's longer side may have.
  private static let mostPixels = 640

  /// - Parameters:
  ///   - terminal: the variable `TERM`.
  ///   - patience: how many milliseconds the terminal may take for its answers, as a text.
  package init(
    keys: KeySource, mode: TerminalMode, status: StatusLine, cancellation: Cancellation,
    terminal: String?, patience: String? = Environment["SHOTFLOW_TERMINAL_TIME"]
  ) {
    (self.keys, self.mode, self.status) = (keys, mode, status)
    self.cancellation = cancellation
    self.patience = .milliseconds(
      patience.flatMap { Int($0) }.map { max(0, min($0, 600_000)) } ?? Self.usualPatience)
    // The console of Linux shows no pictures, and older ones print questions for them.
    isCapable =
      ScreenEscapes(terminal: terminal) != nil && terminal != "linux"
      && tcgetsid(keys.descriptor) == tcgetsid(status.descriptor)
  }

  /// The pixels of a picture's longer side; nil where none can be shown.
  package var side: Int? {
    guard language != nil, let size, let area = Self.area(in: size) else { return nil }
    return min(
      Self.mostPixels,
      max(area.rows * size.cellHeight, min(area.columns * size.cellWidth, 512)))
  }

  /// What a question with a picture shows besides its line; nil where no picture can be shown.
  package func screen(for picture: OfferPicture?) -> TerminalMode.Screen? {
    guard picture != nil, language != nil else { return nil }
    let status = status
    return TerminalMode.Screen(open: { status.uncover() }, close: { status.cover() })
  }

  /// A picture in the terminal as large as it is now; nil where it has no room.
  package func drawing(of picture: OfferPicture) -> StatusPicture? {
    guard let language, let size, let area = Self.area(in: size) else { return nil }
    // No picture is made larger than it is.
    let most = (
      columns: min(area.columns, Self.up(picture.width, size.cellWidth)),
      rows: min(area.rows, Self.up(picture.height, size.cellHeight))
    )
    var cells = size.cells(of: (picture.width, picture.height), within: most)
    if case .sixel = language {
      // Sixels are not stretched: the last row may be covered in part.
      let height = picture.height * most.columns * size.cellWidth / picture.width
      cells = (most.columns, min(most.rows, Self.up(height, size.cellHeight)))
    }
    return StatusPicture(
      drawing: language.escapes(picture, columns: cells.columns, rows: cells.rows, in: size),
      removal: language.removal, rows: cells.rows)
  }

  /// The size of the terminal, with the size of its cells as it has told them.
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

  private var language: PictureLanguage? {
    guard isCapable else { return nil }
    if let known = answer.withLock(\.self) { return known.language }
    guard let told = ask() else { return nil }
    answer.withLock { $0 = told }
    return told.language
  }

  /// Nil when the question is broken off.
  private func ask() -> Answer? {
    guard !cancellation.isCancelled, mode.enter() else { return nil }
    defer { mode.leave() }
    let deadline = ContinuousClock.now + patience
    var report = PictureReport()
    status.ask(PictureReport.question)
    guard read(&report, until: deadline) else { return nil }
    // One that leaves out what every terminal answers is asked no more.
    guard report.isComplete else { return Answer(language: nil, cell: nil) }
    var language: PictureLanguage?
    var takesSixels = true
    if report.isOfTmux {
      let client = TmuxClient(within: deadline - .now)
      language = client?.language
      takesSixels = client?.hasSixel ?? true
    } else {
      report.askAgain()
      status.ask(PictureReport.questionForKitty)
      guard read(&report, until: deadline) else { return nil }
      language = PictureLanguage(name: report.name, hasKitty: report.hasKitty)
    }
    if language == nil, report.hasSixel, takesSixels {
      report.askAgain()
      status.ask(PictureReport.questionForColors)
      guard read(&report, until: deadline) else { return nil }
      language = SixelPalette(colors: report.colors ?? 256).map { .sixel($0) }
    }
    return Answer(language: language, cell: report.cell)
  }

  /// Reads answers until all are there or the time is over; false when that is broken off.
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
