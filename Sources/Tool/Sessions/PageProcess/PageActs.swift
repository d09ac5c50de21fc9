package import Pipeline
internal import Platform
internal import Synchronization
internal import Terminal

/// The stages that act, at the end of a rule that a page shows: the user chooses the assets that they
/// get, sees what was done, and may take that back. Safe from any thread.
package final class PageActs: Sendable {
  private struct State {
    /// The names of the stages for which a page let the user choose.
    var stages: [String] = []
    var chosen = 0
    var isClosed = false
    var choosesAgain = false
    /// The message about the run before, which the next page shows.
    var notice = ""
  }

  private let session: RuleSession
  private let controller: PageController
  private let state = Lock(State())

  private static let undo = "Undo"
  private static let goOn = "Go on"

  package init(of session: RuleSession, on controller: PageController) {
    self.session = session
    self.controller = controller
  }

  /// Lets the user choose among assets; returns the chosen ones in the user's order, none if the page
  /// is closed. `acts` are the names of the stages that get them, each with its details.
  func choose(
    among assets: [Asset], for acts: [(label: String, text: String)], in context: RunContext
  ) throws -> [Asset] {
    let now = state.withLock { $0 }
    if now.isClosed || now.choosesAgain { return [] }
    let pageState = PageState(
      kind: .records, notice: now.notice, limit: 0, answers: session.pageAnswers(in: context),
      acts: acts)
    var context = context
    context.arrivals = nil
    let records = try RecordFile(listing: assets, in: context)
    let decision = try RecordPage(records, in: context, on: controller, goesOn: true)
      .show(pageState)
    var chosen: [Asset] = []
    if case .chosen(let picks) = decision {
      chosen = picks.map { assets[$0.place] }
      for pick in picks {
        guard let mark = pick.note.mark else { continue }
        Prompt.note(choice: mark, on: assets[pick.place], context.fields)
      }
      try controller.showWaiting(until: context.cancellation)
    }
    state.withLock { [count = chosen.count] state in
      state.stages += acts.map(\.label)
      state.chosen += count
      if case .answered = decision { state.choosesAgain = true }
      state.isClosed = decision == nil
    }
    return chosen
  }

  /// Shows the records of a run that has ended and a summary of its actions, and returns the user's
  /// next step; `.printed(0)` if the page was closed.
  package func show(_ records: RecordFile, in context: RunContext) throws -> RecordPage.Ending {
    let now = state.withLock { state in
      defer { state = State() }
      return state
    }
    if now.isClosed { return .printed(0) }
    if now.choosesAgain { return .choosesAgain }
    let run = context.journal?.run
    let answers =
      (run == nil ? [] : [Self.undo]) + (now.stages.isEmpty ? [] : [Self.goOn])
      + session.pageAnswers(in: context)
    let pageState = PageState(
      kind: .records, notice: Self.summary(of: now, records.count, context), answers: answers)
    guard
      case .answered(let number) = try RecordPage(records, in: context, on: controller).show(
        pageState),
      answers.indices.contains(number)
    else { return .printed(0) }
    switch answers[number] {
    case Self.undo:
      let notice = try run.map { try takeBack($0, in: context) } ?? ""
      state.withLock { $0.notice = notice }
      return .runsAgain
    case Self.goOn: return .runsAgain
    default: return .choosesAgain
    }
  }

  private static func summary(of now: State, _ count: Int, _ context: RunContext) -> String {
    if now.chosen == 0 { return "" }
    let deeds = ActSummary(
      context.journal?.tally, sent: context.sentFiles?.tally, unreadable: 0, failures: 0,
      toolName: "")?.deeds
    let rest = count < now.chosen ? "; the terminal reports the others" : ""
    return "\(deeds ?? "\(now.stages.joined(separator: ", ")): \(count) of \(now.chosen)")\(rest)"
  }

  /// Undoes a run's file operations; returns a message with the numbers of undone and other ones.
  private func takeBack(_ run: JournalRun, in context: RunContext) throws -> String {
    let folder = JournalFolder(path: try session.tool.directories().journals)
    var done = FileCount()
    var left = 0
    var taken = UndoneImports(in: session.tool)
    defer { taken.forget(as: run, in: folder, of: session.tool, session.messages) }
    _ = try Undo(in: folder, waitingBy: context.libraryLocks).run(
      run, isDryRun: false, until: context.cancellation,
      report: { report in
        guard report.refusal == nil else {
          left += 1
          return
        }
        done.add(report.part.byteCount)
        taken.add(report.part)
      })
    let message = "took back \(done)" + (left == 0 ? "" : "; \(left) left as they are")
    session.messages.write("\(message) of run \(run.number)")
    return message
  }
}
