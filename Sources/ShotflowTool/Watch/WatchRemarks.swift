internal import Console
internal import Pipeline
internal import Platform
internal import Synchronization

/// Tells the user what evaluations say, each remark once.
///
/// Safe from any thread.
final class WatchRemarks: Sendable {
  private let messages: Messages
  private let told = Lock<Set<String>>([])

  /// Who watches for weeks should not run out of memory for what was said.
  private static let most = 1000

  init(_ messages: Messages) {
    self.messages = messages
  }

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
    told.withLock { told in
      if told.count >= Self.most { told = [] }
      return told.insert(text).inserted
    }
  }
}
