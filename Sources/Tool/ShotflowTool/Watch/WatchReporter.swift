internal import Pipeline
internal import Platform
internal import Sessions
internal import Synchronization

/// The messages about evaluations, each written once. Safe from any thread.
final class WatchReporter: Sendable {
  private let messages: Messages
  private let reported = Lock<Set<String>>([])

  /// The greatest number of remembered messages, as a watch may run for weeks.
  private static let most = 1000

  init(_ messages: Messages) {
    self.messages = messages
  }

  /// Writes the messages of an evaluation, or its error.
  func tell(_ result: Result<RunReport, any Error>) {
    switch result {
    case .success(let report):
      for note in report.notes + report.programProblems { tell(note) }
    case .failure(RunProblem.cancelled): break
    case .failure(let error):
      if isNew("\(error)") { _ = messages.report(error, rulePath: "") }
    }
  }

  private func tell(_ text: String) {
    if isNew(text) { messages.write(text, as: .warning) }
  }

  private func isNew(_ text: String) -> Bool {
    reported.withLock { reported in
      if reported.count >= Self.most { reported = [] }
      return reported.insert(text).inserted
    }
  }
}
