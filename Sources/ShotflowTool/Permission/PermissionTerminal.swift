internal import Pipeline
internal import Platform
internal import Synchronization

/// The terminal on which a person is asked for a permission: both standard input and standard error.
///
/// Nothing else will do: what is piped in must not answer, and what nobody sees is no question. For
/// questions of less weight keys may come from another descriptor of the terminal.
final class PermissionTerminal: Sendable {
  /// For whoever handles signals.
  let mode: TerminalMode
  private let keys: KeySource
  private let status: StatusLine
  private let cancellation: Cancellation
  private let gone = Atomic(false)

  /// A line that is longer is no answer.
  private static let longestLine = 4096

  /// Nil when nobody could see the question or answer it.
  convenience init?(status: StatusLine, cancellation: Cancellation) {
    guard let keys = KeySource(borrowing: STDIN_FILENO) else { return nil }
    self.init(keys: keys, status: status, cancellation: cancellation)
  }

  /// Nil when nobody could see the question.
  init?(keys: KeySource, status: StatusLine, cancellation: Cancellation) {
    guard status.isTerminal,
      let mode = TerminalMode(descriptor: keys.descriptor)
    else { return nil }
    self.mode = mode
    self.keys = keys
    self.status = status
    self.cancellation = cancellation
  }

  /// Shows lines above the question; what could steer a terminal is spelled out.
  ///
  /// - Parameter areShortened: whether the middle of what is too wide is left out. What a decision
  ///   depends on is shown in full.
  func show(_ lines: [String], areShortened: Bool = false) {
    for line in lines {
      let text = TerminalText.escaped(line)
      status.write(areShortened ? TerminalText.shortened(text, to: status.columns) : text)
    }
  }

  /// Asks a question that a letter answers, in the first spelling that fits; nil for Escape, `q`, `n`, the end of the input and a
  /// terminal that is gone. What was typed before the question is forgotten.
  ///
  /// - Throws: ``RunProblem/cancelled`` when the person interrupts.
  func ask(_ spellings: String..., letters: String) throws(RunProblem) -> UInt8? {
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
      // Return answers nothing: nobody agrees by accident.
      case .accept, nil: continue
      }
    }
    throw .cancelled
  }

  /// Whether the terminal went away while it was read.
  var isGone: Bool { gone.load(ordering: .relaxed) }

  /// Reads a line that the person types and sees; nil for the end of the input and a terminal that is
  /// gone.
  ///
  /// - Throws: ``RunProblem/cancelled`` when the person interrupts.
  func line(_ question: String) throws(RunProblem) -> String? {
    tcflush(keys.descriptor, TCIFLUSH)
    status.writePrompt(TerminalText.escaped(question))
    let reader = KeyReader(keys)
    var bytes: [UInt8] = []
    while !cancellation.isCancelled {
      switch reader.read(within: KeyReader.attention) {
      case .byte(UInt8(ascii: "\n")): return String(decoding: bytes, as: UTF8.self)
      case .byte(let byte): if bytes.count < Self.longestLine { bytes.append(byte) }
      case .silence, .interruption: continue
      case .end:
        status.write("")
        return nil
      case .hangup:
        gone.store(true, ordering: .relaxed)
        return nil
      }
    }
    status.write("")
    throw .cancelled
  }
}
