package import Console
package import Pipeline

/// Who asks the user about what a run offers: the terminal where there is one, or what `--notifier`
/// names.
package struct NotifierChoice {
  /// The notifier that was named, or is the usual one; nil where there is neither.
  package let named: NotifierDescription?
  private let components: Components

  private static let terminal = TerminalPrompter.description
  private static let none = NotifierDescription(
    name: "none", summary: "passes each asset on without asking")

  /// - Parameter usual: who asks where none is named, if the tool has it; nil for the terminal.
  /// - Throws: ``UsageProblem`` when the tool has no such notifier.
  package init(
    _ name: String?, usual: NotifierDescription? = nil, in components: Components
  ) throws(UsageProblem) {
    self.components = components
    let known = Self.all(in: components)
    named = known.first { $0.name == name ?? usual?.name }
    guard let name, named == nil else { return }
    let remedy =
      NearestName.of(name, among: known.map(\.name)).map { "did you mean \"\($0)\"?" }
      ?? "there are \(known.map(\.name).joined(separator: ", "))"
    throw UsageProblem("no notifier called \"\(name)\"; \(remedy)")
  }

  /// What `--notifier` may name.
  package static func all(in components: Components) -> [NotifierDescription] {
    [terminal, none] + components.notifiers.map { type(of: $0).description }
  }

  /// Whether the terminal is asked, if there is one, be it because another notifier can show nothing.
  package var wantsTerminal: Bool { named != Self.none }

  /// The notifier of a run; nil where assets are passed on.
  ///
  /// One that was named and can show nothing leaves the question to the terminal; where there is none
  /// either, assets are passed on.
  ///
  /// - Parameter prompter: asks on the terminal; nil where there is none.
  /// - Throws: ``UsageProblem`` when the terminal was named and there is none.
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
