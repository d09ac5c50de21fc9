/// The one line of a question, as wide as the terminal allows.
struct QuestionLine: Sendable {
  private let title: String
  private let name: String
  private let age: String?

  private static let keys = "[Return takes it, Esc leaves it]"
  private static let shortKeys = "[Return/Esc]"
  /// A name is not shortened below this for the sake of explanations.
  private static let readableName = 16

  /// - Parameters:
  ///   - subject: what it is about, as the file system spells it.
  ///   - age: in milliseconds.
  init(title: String, subject: String, age: Int64?) {
    self.title = TerminalText.escaped(title)
    name = TerminalText.escaped(subject)
    self.age = age.flatMap(QuantityText.age)
  }

  func text(secondsLeft: Int, columns: Int) -> String {
    let countdown = secondsLeft < 60 ? "\(secondsLeft)" : QuantityText.time(seconds: secondsLeft)
    let candidates = [
      (title, age, Self.keys), (title, age, Self.shortKeys), (title, nil, Self.shortKeys),
      ("", nil, Self.shortKeys),
    ]
    let needed = min(TerminalText.columns(of: name), Self.readableName)
    for (title, age, keys) in candidates {
      let before = title.isEmpty ? "" : title + "  "
      let after = (age.map { ", " + $0 } ?? "") + "  " + keys + "  " + countdown
      let room = columns - TerminalText.columns(of: before) - TerminalText.columns(of: after)
      if room >= needed { return before + TerminalText.shortened(name, to: room) + after }
    }
    let after = "  " + countdown
    let room = columns - after.utf8.count
    return TerminalText.shortened(
      TerminalText.shortened(name, to: max(1, room)) + after, to: columns)
  }

  /// What is left on the terminal once the question is settled.
  func text(outcome: String, columns: Int) -> String {
    let room = max(1, columns - outcome.utf8.count - 2)
    return TerminalText.shortened(
      TerminalText.shortened(name, to: room) + "  " + outcome, to: columns)
  }
}
