internal import Platform
internal import Synchronization

/// How programs ended that steps of a run asked, where that is a problem; safe from any thread.
final class ProgramEnds: Sendable {
  private let problems = Lock<[String]>([])

  func note(_ problem: String) { problems.withLock { $0.append(problem) } }

  func take() -> [String] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }
}
