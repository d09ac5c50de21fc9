internal import Pipeline
internal import Platform
internal import Terminal

/// The commands that list and undo what runs did to files.
package struct UndoSession {
  private let tool: Tool
  private let messages: Messages

  package init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  /// The runs that are to be undone.
  package enum Selection {
    case number(Int)
    /// The last run that was started by hand.
    case lastByHand
    /// The given number of last runs, by hand or of a watch.
    case last(Int)
    /// The runs that began within the given number of milliseconds before now.
    case within(Int64)
  }

  /// The options of undoing runs.
  package struct Options {
    let isDryRun: Bool
    /// True if the undo waits for the end of another run that is working on the files.
    let waits: Bool
    /// True if no message says how many files were taken back.
    let isQuiet: Bool

    package init(isDryRun: Bool, waits: Bool, isQuiet: Bool) {
      (self.isDryRun, self.waits, self.isQuiet) = (isDryRun, waits, isQuiet)
    }
  }

  /// Lists the runs that moved, copied, linked or trashed files, the newest first.
  package func list(_ format: FormatRequest?) throws {
    try take {
      let folder = try journals()
      func forEachRecord(_ body: (JournalRecord) throws -> Void) throws {
        for run in folder.runs.reversed() {
          guard let content = try folder.content(of: run) else { continue }
          try body(JournalRecord(run: run, content: content))
        }
      }
      if let format {
        let printing = try format.printing(color: tool.color) {
          RecordMembers([.journal], in: tool)
        }
        return try printing.print { print in try forEachRecord { try print($0.write) } }
      }
      var rows = [["run", "began", "rule", "watch", "state", "count", "undone", "files"]]
      try forEachRecord { rows.append($0.row) }
      guard rows.count > 1 else {
        return messages.write("no run has moved, copied, linked or trashed files yet")
      }
      tool.output.write("\(TextTable.titled(rows, tool.style))")
    }
  }

  /// Undoes runs. Throws ``ExitStatus`` after it reported an error, also if a file was left as it is.
  package func undo(_ selection: Selection, _ options: Options, _ format: FormatRequest?) throws {
    try take {
      let folder = try journals()
      if !options.isDryRun { try JournalRecovery(folder).run { messages.write($0) } }
      let cancellation = Cancellation()
      let locks = LibraryLocks(
        waits: options.waits, notices: RunNotices { [messages] in messages.write($0) },
        until: cancellation)
      let undo = Undo(in: folder, waitingBy: locks)
      let runs = try runs(selection, undo, folder)
      guard !runs.isEmpty else { return }
      Signals.handle(cancellation)
      var (left, busy) = (0, 0)
      var done = FileCount()
      try report(format) { print in
        for run in runs where !cancellation.isCancelled {
          let isOver = try wait(for: run, in: folder, options, until: cancellation) {
            try undo.run(
              run, isDryRun: options.isDryRun, until: cancellation
            ) { report in
              let record = UndoRecord(run: run.number, report: report)
              if record.state == .left { left += 1 } else { done.add(report.part.byteCount) }
              print(record)
            }
          }
          if isOver || cancellation.isCancelled { continue }
          let message = "run \(run.number) goes on; undo it when it is over"
          guard runs.count > 1 else { throw UsageProblem(message) }
          messages.write(message)
          busy += 1
        }
      }
      if !options.isQuiet, !options.isDryRun, done.files > 0 {
        let name = runs.count == 1 ? "run \(runs[0].number)" : "\(runs.count) runs"
        messages.write("took back \(done) of \(name)")
      }
      if cancellation.isCancelled { throw RunProblem.cancelled }
      if options.isDryRun { messages.write("dry run: nothing was undone") }
      if left > 0 {
        messages.write(
          left == 1 ? "1 file was left as it is" : "\(left) files were left as they are")
      }
      if left + busy > 0 { throw ExitStatus.someFailed }
    }
  }

  /// Returns the selected runs, the newest first; empty after a message that nothing can be undone.
  private func runs(
    _ selection: Selection, _ undo: Undo, _ folder: JournalFolder
  ) throws -> [JournalRun] {
    let nothing = "there is nothing to undo"
    switch selection {
    case .number(let number):
      if let run = folder.runs.first(where: { $0.number == number }) { return [run] }
      throw UsageProblem(
        "there is no run \(number); \"\(tool.name) undo --list\" shows those that there are")
    case .lastByHand:
      guard let (last, before) = try undo.lastByHand() else {
        messages.write(nothing)
        return []
      }
      if last.content.canBeUndone || last.content.count(.open) > 0 { return [last.run] }
      let told = "\(Self.name(last)), the last one that was started by hand, is undone already"
      messages.write(
        before.map {
          "\(told); \"\(tool.name) undo \($0.run.number)\" takes back the one before,"
            + " \(Self.name($0))"
        } ?? "\(nothing): \(told)")
      return []
    case .last(let count): return try due(undo.last(count), folder, nothing)
    case .within(let time):
      let moment = Instant(milliseconds: Instant.current.milliseconds - time)
      return try due(undo.runs(since: moment), folder, nothing)
    }
  }

  /// Returns those of the runs that were not undone yet; writes a message if there are none.
  private func due(
    _ runs: [JournalRun], _ folder: JournalFolder, _ nothing: String
  ) throws -> [JournalRun] {
    let due = try runs.filter { (run) throws(FileProblem) in
      guard let content = try folder.content(of: run) else { return false }
      return content.canBeUndone || content.count(.open) > 0
    }
    if due.isEmpty {
      messages.write(
        runs.isEmpty
          ? nothing
          : nothing + ": "
            + (runs.count == 1
              ? "run \(runs[0].number) is undone already"
              : "the \(runs.count) runs are undone already"))
    }
    return due
  }

  private static func name(_ journal: Undo.Journal) -> String {
    "run \(journal.run.number) of \"\(TerminalText.escaped(journal.content.rule))\""
      + " (\(journal.content.began))"
  }

  /// Calls `body` once or, for a run of a watch, which ends in a moment, until it returns true.
  /// Returns false if the run goes on.
  private func wait(
    for run: JournalRun, in folder: JournalFolder, _ options: Options,
    until cancellation: Cancellation,
    _ body: () throws -> Bool
  ) throws -> Bool {
    let beginning = ContinuousClock.now
    var isTold = false
    while try !body() {
      guard run.watch != nil, !cancellation.isCancelled, try folder.content(of: run) != nil
      else { return false }
      guard options.waits else {
        messages.write("run \(run.number) goes on; try again later")
        throw ExitStatus.busy
      }
      if !isTold, ContinuousClock.now - beginning > Self.silence {
        messages.write("run \(run.number) goes on; this undo waits for its end")
        isTold = true
      }
      usleep(Self.pause)
    }
    return true
  }

  /// The time after which the user learns for which run an undo waits.
  private static let silence = Duration.milliseconds(500)
  /// The time between two attempts to undo a run, in microseconds.
  private static let pause: UInt32 = 20_000

  private func report(
    _ format: FormatRequest?, _ body: ((UndoRecord) -> Void) throws -> Void
  ) throws {
    guard let format else {
      return try body { record in tool.output.write(Self.line(record)) }
    }
    let printing = try format.printing(color: tool.color) { RecordMembers([.undo], in: tool) }
    try printing.print { print in
      try withoutActuallyEscaping(print) { print in
        var problem: (any Error)?
        try body { record in
          do { try print(record.write) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
      }
    }
  }
  private static func line(_ record: UndoRecord) -> String {
    func shown(_ path: [UInt8]) -> String {
      TerminalText.escaped(String(decoding: path, as: UTF8.self))
    }
    let (to, from) = (shown(record.report.part.to), shown(record.report.part.from))
    if let reason = record.report.refusal {
      return "left     \(to): \(TerminalText.escaped(reason))\n"
    }
    if record.report.part.previous != nil { return "undone   \(to) is as it was\n" }
    return record.report.part.kind.removesOriginal
      ? "undone   \(to) is \(from) again\n" : "undone   \(to) is gone\n"
  }

  /// Returns the folder of the journals; throws ``FileProblem`` if it can't be used.
  private func journals() throws -> JournalFolder {
    let folder = JournalFolder(path: try tool.directories().journals)
    try folder.check()
    return folder
  }

  private func take(_ body: () throws -> Void) throws {
    try messages.reporting {
      do {
        try body()
      } catch let problem as FileProblem {
        throw OutputProblem.notWritable("can't use the journals: \(problem.reason)")
      }
    }
  }
}
