internal import Pipeline
internal import Synchronization

/// Asks the person at the terminal, with one key for an answer.
///
/// Return accepts; Escape, `q`, `n` and Ctrl-D dismiss; what was typed before the question, and
/// every other key, answers nothing. In the background the question waits as any program does
/// that reads a terminal: it is stopped until it is brought to the front.
final class TerminalPrompter: Notifier {
  static let description = NotifierDescription(
    name: "terminal", summary: "asks on the terminal, with one key for an answer")

  /// For whoever handles signals.
  let mode: TerminalMode
  private let reader: KeyReader
  private let keys: KeySource
  private let status: StatusLine
  private let cancellation: Cancellation
  /// One question at a time.
  private let turn = Mutex(())

  /// Nil when nobody could see the question or answer it.
  init?(keys: KeySource?, status: StatusLine, cancellation: Cancellation) {
    guard status.isTerminal, let keys, let mode = TerminalMode(descriptor: keys.descriptor) else {
      return nil
    }
    self.mode = mode
    self.keys = keys
    reader = KeyReader(keys)
    self.status = status
    self.cancellation = cancellation
  }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    let line = QuestionLine(title: offer.title, subject: offer.subject, age: offer.age)
    return turn.withLock { _ in
      guard !cancellation.isCancelled, mode.enter() else { return .dismissed }
      let answer = answer(to: line, until: deadline)
      mode.leave()
      status.show(nil, as: .question)
      let outcome =
        switch answer {
        case .accepted: "taken"
        case .dismissed, .delivered: "left"
        case .expired: "nobody answered"
        }
      status.write(line.text(outcome: outcome, columns: status.columns))
      return answer
    }
  }

  private func answer(to line: QuestionLine, until deadline: ContinuousClock.Instant) -> Outcome {
    let clock = ContinuousClock()
    var decoder = KeyDecoder()
    var shown: Int64?
    while !cancellation.isCancelled {
      let left = (deadline - clock.now).wholeMilliseconds
      guard left > 0 else { return .expired }
      let seconds = (left - 1) / 1000 + 1
      if seconds != shown {
        status.show(
          line.text(secondsLeft: Int(seconds), columns: status.columns), as: .question)
        shown = seconds
      }
      let untilNextSecond = left - (seconds - 1) * 1000
      let wait =
        decoder.isUnfinished
        ? KeyReader.sequenceGap : min(KeyReader.attention, Int32(clamping: untilNextSecond))
      switch reader.read(within: wait) {
      case .byte(let byte):
        if let key = decoder.read(byte) { return Self.answer(for: key) }
      case .silence:
        if let key = decoder.readSilence() { return Self.answer(for: key) }
      case .interruption: continue
      case .hangup: return .dismissed
      }
    }
    return .dismissed
  }

  private static func answer(for key: KeyDecoder.Key) -> Outcome {
    switch key {
    case .accept: .accepted
    case .dismiss, .letter: .dismissed
    }
  }
}

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
