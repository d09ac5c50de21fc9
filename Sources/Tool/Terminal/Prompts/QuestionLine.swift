internal import Platform

/// A question on one line, as wide as the terminal allows.
package struct QuestionLine: Sendable {
  private let title: String
  private let name: String
  private let age: String?
  private let place: String?
  private let keys: Keys

  /// The texts that explain the keys, in full and in short.
  package struct Keys: Sendable {
    let explained: String
    let short: String

    static let one = Keys(["Return takes it"], ["Return"], "it")
    static let several = Keys(["Return takes all", "c chooses"], ["Return", "c"], "all")

    /// Creates the texts; `what` names the assets that Escape leaves.
    init(_ explained: [String], _ short: [String], _ what: String) {
      self.explained = "[\((explained + ["Esc leaves \(what)"]).joined(separator: ", "))]"
      self.short = "[\((short + ["Esc"]).joined(separator: "/"))]"
    }
  }

  /// The width below which a name is not shortened to make room for explanations.
  private static let readableName = 16

  /// Creates a question; `age` is the asset's in milliseconds, nil to leave it out; `place` is its
  /// position among several, such as `2 of 4`.
  package init(
    title: String, subject: String, age: Int64?, place: String? = nil, keys: Keys = .one
  ) {
    self.title = TerminalText.escaped(title)
    name = TerminalText.escaped(subject)
    self.age = age.flatMap(QuantityText.age)
    self.place = place
    self.keys = keys
  }

  /// Returns the question with the seconds that are left to answer it.
  package func text(secondsLeft: Int, columns: Int) -> String {
    let countdown = secondsLeft < 60 ? "\(secondsLeft)" : QuantityText.time(seconds: secondsLeft)
    let candidates = [
      (title, [age, place], keys.explained), (title, [age, place], keys.short),
      (title, [place], keys.short), ("", [place], keys.short), ("", [], keys.short),
    ]
    let needed = min(TerminalText.columns(of: name), Self.readableName)
    for (title, facts, keys) in candidates {
      let before = title.isEmpty ? "" : title + "  "
      let after =
        facts.compactMap { $0.map { ", " + $0 } }.joined() + "  " + keys + "  " + countdown
      let room = columns - TerminalText.columns(of: before) - TerminalText.columns(of: after)
      if room >= needed { return before + TerminalText.shortened(name, to: room) + after }
    }
    let after = "  " + countdown
    let room = columns - after.utf8.count
    return TerminalText.shortened(
      TerminalText.shortened(name, to: max(1, room)) + after, to: columns)
  }

  /// Returns the line that replaces an answered question.
  package func text(outcome: String, columns: Int) -> String {
    let room = max(1, columns - outcome.utf8.count - 2)
    return TerminalText.shortened(
      TerminalText.shortened(name, to: room) + "  " + outcome, to: columns)
  }
}
