package import Pipeline
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

  /// Lists the runs that moved, copied, linked or trashed files, the newest first. Throws
  /// ``ExitStatus`` after it reported the runs whose journals can't be read.
  package func list(_ format: FormatRequest?) throws {
    try take {
      let folder = try journals()
      var problems: [String] = []
      let runs = folder.runs.reversed().compactMap { run -> JournalRecord? in
        do throws(FileProblem) {
          return try folder.content(of: run).map { JournalRecord(run: run, content: $0) }
        } catch {
          problems.append("run \(run.number) is not listed: \(error.reason)")
          return nil
        }
      }
      if let format {
        try write(runs, .journal, format) { $0.write }
      } else if !runs.isEmpty {
        tool.output.write(JournalRecord.table(runs, width: Output.columns, tool.style))
      } else if problems.isEmpty {
        messages.write("no run has moved, copied, linked or trashed files yet")
      }
      for problem in problems { messages.writeProblem(problem) }
      guard problems.isEmpty else { throw ExitStatus.someFailed }
    }
  }

  /// Lists the files of a run, or those of them that are named, in the order of an undo.
  package func list(_ number: Int, _ files: NamedFiles?, _ format: FormatRequest?) throws {
    try take {
      let folder = try journals()
      let run = try UndoChoice(tool, in: folder).run(number, files)
      let entries = try folder.content(of: run)?.entries.reversed() ?? []
      let records = entries.filter { $0.hasEffect && files?.contain($0) ?? true }.flatMap { entry in
        entry.operation.parts.map { UndoRecord(run: number, part: $0, state: .init(entry.state)) }
      }
      if let format { return try write(records, .undo, format) { $0.write } }
      for record in records { tool.output.write(record.line) }
    }
  }

  /// Undoes runs. Throws ``ExitStatus`` after it reported an error, also if a file was left as it is.
  package func undo(
    _ selection: UndoChoice.Selection, _ options: Options, _ format: FormatRequest?
  ) throws {
    try take {
      let folder = try journals()
      if !options.isDryRun { try JournalRecovery(folder).run { messages.write($0) } }
      let cancellation = Cancellation()
      let locks = LibraryLocks(
        waits: options.waits, notices: RunNotices { [messages] in messages.write($0) },
        until: cancellation)
      let undo = Undo(in: folder, waitingBy: locks)
      let choice = UndoChoice(tool, in: folder)
      let runs = try choice.runs(selection, options, until: cancellation)
      guard !runs.isEmpty else { return }
      Signals.handle(cancellation)
      var (left, busy) = (0, 0)
      var done = UndoTally()
      try report(format) { print in
        for (run, files) in runs where !cancellation.isCancelled {
          var taken = UndoneImports(in: tool)
          defer { if !options.isDryRun { taken.forget(as: run, in: folder, of: tool, messages) } }
          let isOver = try wait(for: run, in: folder, options, until: cancellation) {
            try undo.run(
              run, files: files, isDryRun: options.isDryRun, until: cancellation
            ) { report in
              let record = UndoRecord(run: run.number, report, isDryRun: options.isDryRun)
              if report.refusal != nil {
                left += 1
              } else {
                done.add(report.part)
                taken.add(report.part)
              }
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
        messages.write("took back \(try choice.text(of: done, runs))")
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

  private func write<Record>(
    _ records: [Record], _ kind: RecordMembers.Kind, _ format: FormatRequest,
    _ body: (Record) -> (inout RecordWriter) -> Void
  ) throws {
    let printing = try format.printing(color: tool.color) { RecordMembers([kind], in: tool) }
    try printing.print { print in for record in records { try print(body(record)) } }
  }

  private func report(
    _ format: FormatRequest?, _ body: ((UndoRecord) -> Void) throws -> Void
  ) throws {
    guard let format else {
      return try body { record in tool.output.write(record.line) }
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
