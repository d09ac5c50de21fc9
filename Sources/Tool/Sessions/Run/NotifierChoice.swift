package import Pipeline
package import Terminal

/// The notifier for a run's offers: the one that `--notifier` names, or the terminal.
package struct NotifierChoice {
  /// The named notifier, else the command's default; nil if there is neither.
  package let named: NotifierDescription?
  private let components: Components

  private static let terminal = TerminalPrompter.description
  private static let none = NotifierDescription(
    name: "none", summary: "passes each asset on without asking")

  /// Finds a notifier by its name; `usual` is the default, nil for the terminal. Throws
  /// ``UsageProblem`` for an unknown name.
  package init(
    _ name: String?, usual: NotifierDescription? = nil, in components: Components
  ) throws(UsageProblem) {
    self.components = components
    let known = Self.all(in: components)
    named = known.first { $0.name == name ?? usual?.name }
    guard let name, named == nil else { return }
    let names = known.map(\.name)
    let remedy = NearestName.remedy(
      NearestName.of(name, among: names), or: "there are \(names.joined(separator: ", "))")
    throw UsageProblem("no notifier called \"\(name)\"\(remedy)")
  }

  /// Returns the notifiers that `--notifier` may name.
  package static func all(in components: Components) -> [NotifierDescription] {
    [terminal, none] + components.notifiers.map { type(of: $0).description }
  }

  /// True if the terminal may ask, including when the chosen notifier can't show anything.
  package var wantsTerminal: Bool { named != Self.none }

  /// Returns the notifier of a run; nil if assets are passed on without a question. If the named
  /// notifier can't show anything, the terminal asks; without one (`prompter` is nil) assets are
  /// passed on. Throws ``UsageProblem`` when the terminal was named and none exists.
  package func notifier(
    terminal prompter: TerminalPrompter?, for run: NotifierRun, _ notices: RunNotices
  ) throws(UsageProblem) -> (any Notifier)? {
    if named == Self.terminal, prompter == nil {
      throw UsageProblem("--notifier terminal: there is no terminal to ask on")
    }
    guard let notifier = named.flatMap({ components.notifier(named: $0.name) }) else {
      return wantsTerminal ? prompter : nil
    }
    let others: [any Notifier] = prompter.map { [$0] } ?? []
    return FallbackNotifier([notifier.serving(run)] + others, notices: notices)
  }
}
