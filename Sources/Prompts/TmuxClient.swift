internal import Console
internal import Displays
internal import Pipeline

/// The terminal around tmux, as tmux describes it.
///
/// It is not asked itself: tmux would give its answers, as keys, to whichever pane has the keyboard.
struct TmuxClient: Hashable {
  /// Whether tmux hands sequences on that are wrapped for the terminal around it.
  let passesSequences: Bool
  /// Whether tmux draws sixels on it.
  let hasSixel: Bool
  /// As that terminal has told tmux; empty where it has not.
  let name: String

  private static let format = "#{allow-passthrough}|#{client_termfeatures}|#{client_termtype}"

  /// Asks the program tmux; nil where that does not answer.
  ///
  /// - Parameter patience: how long it may take.
  init?(within patience: Duration) {
    guard let pane = Environment["TMUX_PANE"],
      let tmux = DesktopProgram("tmux", ["display-message", "-p", "-t", pane, Self.format]),
      let answer = tmux.answer(within: patience)
    else { return nil }
    self.init(answer)
  }

  /// - Parameter answer: the line that tmux prints.
  init?(_ answer: String) {
    let parts = answer.prefix { !$0.isNewline }.split(
      separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    // Older releases have a number for a word.
    passesSequences = ["on", "all", "1", "2"].contains(parts[0])
    hasSixel = parts[1].split(separator: ",").contains("sixel")
    name = String(parts[2])
  }

  /// How pictures get past tmux; nil where none does.
  var language: PictureLanguage? {
    passesSequences ? PictureLanguage(aroundTmux: name) : nil
  }
}
