package import Pipeline
internal import Platform
internal import Terminal

/// The choice of the runs, and of their files, that an undo takes back.
package struct UndoChoice {
  private let tool: Tool
  private let messages: Messages
  private let folder: JournalFolder
  private let undo: Undo

  init(_ tool: Tool, in folder: JournalFolder) {
    self.tool = tool
    messages = tool.messages()
    self.folder = folder
    undo = Undo(in: folder)
  }

  /// The runs that are to be undone.
  package enum Selection {
    case number(Int, NamedFiles?)
    /// The last run that was started by hand.
    case lastByHand
    /// The newest run that touched each of the given files.
    case files([(name: String, files: NamedFiles)])
    /// The given number of last runs, by hand or of a watch.
    case last(Int)
    /// The runs that began within the given number of milliseconds before now.
    case within(Int64)
  }

  /// A run with the files that are taken back; nil for all of them.
  typealias Chosen = (run: JournalRun, files: NamedFiles?)

  private static let nothing = "there is nothing to undo"

  /// Returns the selected runs, the newest first; empty after a message that nothing can be undone.
  ///
  /// On a terminal the user is asked where that is not the last run.
  func runs(
    _ selection: Selection, _ options: UndoSession.Options, until cancellation: Cancellation
  ) throws -> [Chosen] {
    switch selection {
    case .number(let number, let files): return [(try run(number, files), files)]
    case .lastByHand:
      return try lastByHand(options, until: cancellation).map { [($0, nil)] } ?? []
    case .files(let named): return try newest(named)
    case .last(let count): return try due(undo.last(count))
    case .within(let time):
      let moment = Instant(milliseconds: Instant.current.milliseconds - time)
      return try due(undo.runs(since: moment))
    }
  }

  /// Returns the run of a number; throws ``UsageProblem`` if it does not exist, or did nothing to
  /// the named files.
  func run(_ number: Int, _ files: NamedFiles?) throws -> JournalRun {
    guard let run = folder.runs.first(where: { $0.number == number }) else {
      throw UsageProblem(
        "there is no run \(number); \"\(tool.name) undo --list\" shows those that there are")
    }
    if let files, let content = try folder.content(of: run),
      !content.entries.contains(where: { $0.hasEffect && files.contain($0) })
    {
      throw UsageProblem(
        "run \(number) did nothing to what is named;"
          + " \"\(tool.name) undo --list \(number)\" lists its files")
    }
    return run
  }

  private func lastByHand(
    _ options: UndoSession.Options, until cancellation: Cancellation
  ) throws -> JournalRun? {
    guard let (last, before) = try undo.lastByHand() else {
      messages.write(Self.nothing)
      return nil
    }
    let canBeUndone = last.content.canBeUndone || last.content.count(.open) > 0
    let idle = canBeUndone ? undo.idle(after: last) : nil
    if canBeUndone, idle == nil { return last.run }
    let told =
      idle.map { "the last run, \(Self.name($0)), changed nothing" }
      ?? "run \(last.run.number) of \(Self.name(last.content)), the last one that was started by hand,"
      + " is undone already"
    guard let older = canBeUndone ? last : before else {
      messages.write("\(Self.nothing): \(told)")
      return nil
    }
    let text = text(of: older)
    let asker =
      options.isDryRun
      ? nil : PermissionTerminal(status: messages.status, cancellation: cancellation)
    if let asker {
      Signals.handle(cancellation, [asker.mode])
      messages.write("\(told); the one before is \(text)")
      let answer = try asker.ask("Take that back? [y yes, n no]", letters: "y")
      return answer == UInt8(ascii: "y") ? older.run : nil
    }
    guard canBeUndone else {
      messages.write(
        "\(told); \"\(tool.name) undo \(older.run.number)\" takes back the one before, \(text)")
      return nil
    }
    if !options.isQuiet { messages.write("\(told); the one before is \(text)") }
    return older.run
  }

  private func newest(_ named: [(name: String, files: NamedFiles)]) throws -> [Chosen] {
    var chosen: [Chosen] = []
    for (name, files) in named {
      guard let (run, content) = try undo.newest(touching: files) else {
        throw UsageProblem(
          "no run did anything to \"\(name)\"; \"\(tool.name) undo --list\" shows the runs")
      }
      if content.due(files).isEmpty, content.count(.open) == 0 {
        messages.write(
          "run \(run.number) of \(Self.name(content)), the last one that touched \"\(name)\","
            + " is undone already")
      } else if let place = chosen.firstIndex(where: { $0.run == run }) {
        chosen[place].files = chosen[place].files.map { $0.adding(files) }
      } else {
        chosen.append((run, files))
      }
    }
    return chosen.sorted { $0.run.number > $1.run.number }
  }

  /// Returns those of the runs that were not undone yet; writes a message if there are none.
  private func due(_ runs: [JournalRun]) throws -> [Chosen] {
    let due = try runs.filter { (run) throws(FileProblem) in
      guard let content = try folder.content(of: run) else { return false }
      return content.canBeUndone || content.count(.open) > 0
    }
    if due.isEmpty {
      let told =
        runs.count == 1
        ? "run \(runs[0].number) is undone already" : "the \(runs.count) runs are undone already"
      messages.write(runs.isEmpty ? Self.nothing : "\(Self.nothing): \(told)")
    }
    return due.map { ($0, nil) }
  }

  /// Returns the files that were taken back, their places and their run, such as `12 files (1.3 MB)
  /// of run 4, "sort" (2 min ago), from ~/sorted to ~/pictures`.
  func text(of tally: UndoTally, _ runs: [Chosen]) throws -> String {
    guard runs.count == 1, let content = try folder.content(of: runs[0].run) else {
      return "\(Self.count(tally)) of \(runs.count) runs\(Self.places(tally))"
    }
    let number = runs[0].run.number
    let rest = runs[0].files == nil ? 0 : content.count(.done)
    return
      "\(Self.count(tally)) of run \(number), \(Self.name(content)),\(Self.places(tally))"
      + (rest == 0 ? "" : "; \"\(tool.name) undo \(number)\" takes back its other \(rest)")
  }

  private func text(of journal: Undo.Journal) -> String {
    var tally = UndoTally()
    for entry in journal.content.due(nil) {
      for part in entry.operation.parts { tally.add(part) }
    }
    return "run \(journal.run.number) of \(Self.name(journal.content)), \(Self.count(tally))"
      + Self.places(tally)
  }

  private static func count(_ tally: UndoTally) -> String {
    "\(FileCount(tally.files, bytes: tally.bytes))"
  }

  private static func places(_ tally: UndoTally) -> String {
    (tally.isTrash ? " from the trash" : tally.source.text(behind: "from"))
      + tally.target.text(behind: "to")
  }

  /// Returns the rule and the age of a run, such as `"sort" (2 min ago)`.
  private static func name(_ content: JournalContent) -> String {
    let age = Instant.current.milliseconds - content.began.milliseconds
    return "\"\(TerminalText.escaped(content.rule))\""
      + (QuantityText.age(milliseconds: age).map { " (\($0))" } ?? "")
  }
}
