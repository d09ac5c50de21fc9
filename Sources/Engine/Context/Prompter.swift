/// Asks a person about one asset, as whoever shows the run can.
public protocol Prompter: Sendable {
  /// Waits for an answer, at most as long as the offer stays.
  ///
  /// - Parameters:
  ///   - title: the question.
  ///   - subject: what the asset is called.
  ///   - age: how long ago it was taken, in milliseconds; nil when that is not known.
  ///   - stays: how long the question stays, in milliseconds.
  func ask(title: String, subject: String, age: Int64?, stays: Int64) -> PromptAnswer
}
