import Foundation
import Pipeline

/// Answers questions in the order that a test gave, and keeps what was asked.
///
/// `@unchecked Sendable`: guarded by `lock`.
final class RecordedPrompter: Prompter, @unchecked Sendable {
  struct Question: Equatable {
    let title: String
    let subject: String
    let age: Int64?
    let stays: Int64
  }

  private let lock = NSLock()
  private var answers: [PromptAnswer]
  private var asked: [Question] = []
  private let onAsk: @Sendable () -> Void

  init(_ answers: [PromptAnswer], onAsk: @escaping @Sendable () -> Void = {}) {
    self.answers = answers
    self.onAsk = onAsk
  }

  var questions: [Question] { lock.withLock { asked } }

  func ask(title: String, subject: String, age: Int64?, stays: Int64) -> PromptAnswer {
    onAsk()
    return lock.withLock {
      asked.append(Question(title: title, subject: subject, age: age, stays: stays))
      return answers.isEmpty ? .expired : answers.removeFirst()
    }
  }
}
