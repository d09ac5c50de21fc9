package import Pipeline
internal import Platform
package import Terminal

/// The terminal on which the user is asked for permission: both standard input and standard error.
/// Piped input must not answer, and the user has to see the question. Less important questions may
/// read keys from another descriptor of the terminal.
package final class PermissionTerminal: Sendable {
  /// The terminal's mode, for handlers of signals.
  package let mode: TerminalMode
  private let keys: KeySource
  private let status: StatusLine
  private let cancellation: Cancellation

  /// Opens the terminal; nil if standard input or standard error is no terminal.
  package init?(status: StatusLine, cancellation: Cancellation) {
    guard status.isTerminal, let keys = KeySource(borrowing: STDIN_FILENO),
      let mode = TerminalMode(descriptor: keys.descriptor)
    else { return nil }
    self.mode = mode
    self.keys = keys
    self.status = status
    self.cancellation = cancellation
  }

  /// The terminal for a list that fills the screen, for a choice among many assets.
  var screen: ChooserScreen {
    ChooserScreen(
      keys: keys, mode: mode, descriptor: STDERR_FILENO, terminal: Environment["TERM"],
      cancellation: cancellation)
  }

  /// Shows whole lines above the question, escaping characters that could control the terminal.
  func show(_ lines: [String]) {
    for line in lines { status.write(TerminalText.escaped(line)) }
  }

  /// Shows the longest of `spellings` that fits, and returns the typed letter; nil for Escape, `q`,
  /// `n`, the end of the input, and a closed terminal. Keys typed before are discarded. Throws
  /// ``RunProblem/cancelled`` after Ctrl-C.
  package func ask(_ spellings: String..., letters: String) throws(RunProblem) -> UInt8? {
    guard !cancellation.isCancelled, mode.enter() else { throw .cancelled }
    defer {
      mode.leave()
      status.show(nil, as: .question)
    }
    let columns = status.columns
    let question = spellings.first { TerminalText.columns(of: $0) <= columns } ?? spellings.last
    status.show(TerminalText.shortened(question ?? "", to: columns), as: .question)
    var decoder = KeyDecoder(letters: Array(letters.utf8))
    let reader = KeyReader(keys)
    while !cancellation.isCancelled {
      let wait = decoder.isUnfinished ? KeyReader.sequenceGap : KeyReader.attention
      let key: KeyDecoder.Key?
      switch reader.read(within: wait) {
      case .byte(let byte): key = decoder.read(byte)
      case .silence: key = decoder.readSilence()
      case .interruption: continue
      case .end, .hangup: return nil
      }
      switch key {
      case .letter(let letter): return letter
      case .dismiss: return nil
      // Return is ignored, so that it can't grant a permission by accident.
      case .accept, nil: continue
      }
    }
    throw .cancelled
  }
}

extension PermissionTerminal: PermissionPrompt {
  package func answer(_ question: PermissionQuestion) throws -> PermissionQuestion.Answer {
    let answers = question.answers
    let facts = question.facts.map { label, text in
      "  " + label + String(repeating: " ", count: max(0, 10 - label.count)) + text
    }
    show([question.heading] + facts + answers.map { "  \($0.key)  \($0.meaning)" })
    let keys = answers.map { String($0.key) }.joined(separator: "/")
    switch try ask(
      "\(question.verb)?  [\(keys), Esc leaves it]", "[\(keys)/Esc]", letters: keys)
    {
    case UInt8(ascii: "a"): return .allow(followsEdits: false)
    case UInt8(ascii: "e"): return .allow(followsEdits: true)
    case UInt8(ascii: "d"): return .deny
    case UInt8(ascii: "c"):
      let list = try question.assets?() ?? []
      guard !list.isEmpty else {
        show(["There is nothing to choose."])
        return .leftOpen
      }
      guard let chosen = try AssetChooser(list).choose(on: screen) else { return .leftOpen }
      return .choose(chosen.map { list[$0].identifier })
    default: return .leftOpen
    }
  }
}
