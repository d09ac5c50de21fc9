package import Pipeline
internal import Platform
internal import Synchronization

/// A notifier that asks on the terminal, with one key for an answer. Return accepts; Escape, `q`,
/// `n` and Ctrl-D dismiss; for several assets `c` opens a list. Other keys, and those typed before,
/// are ignored. The picture is above the question if the terminal shows pictures. In the background
/// the process is stopped, as any program that reads a terminal.
package final class TerminalPrompter: Notifier {
  package static let description = NotifierDescription(
    name: "terminal", summary: "asks on the terminal, with one key for an answer")

  /// The terminal's mode, for handlers of signals.
  package let mode: TerminalMode
  private let reader: KeyReader
  private let keys: KeySource
  private let status: StatusLine
  private let cancellation: Cancellation
  private let terminal: String?
  private let pictures: QuestionPictures
  /// The lock by which one question is asked at a time.
  private let turn = Lock(())

  private static let chooses = UInt8(ascii: "c")

  /// Creates a prompter; nil if standard error is not a terminal or no keys can be read.
  package init?(
    keys: KeySource?, status: StatusLine, cancellation: Cancellation,
    terminal: String? = Environment["TERM"]
  ) {
    guard status.isTerminal, let keys, let mode = TerminalMode(descriptor: keys.descriptor) else {
      return nil
    }
    self.mode = mode
    self.keys = keys
    reader = KeyReader(keys)
    self.status = status
    self.cancellation = cancellation
    self.terminal = terminal
    pictures = QuestionPictures(
      keys: keys, mode: mode, status: status, cancellation: cancellation, terminal: terminal)
  }

  /// The length in pixels of the pictures' longer side; nil if the terminal shows none.
  package var pictureSide: Int? { turn.withLock { _ in pictures.side } }

  /// Asks about one asset. Throws ``RunProblem/cancelled`` when the question is interrupted or
  /// can't be asked; ``OfferProblem/lost`` when the terminal goes away while it is shown.
  package func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    try answer(to: offer, until: deadline).outcome
  }

  /// Asks about one asset, whose actions have keys of their own; throws as ``offer(_:until:)``.
  package func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    let actions = ActionShortcuts(offer)
    let line = QuestionLine(
      title: offer.title, subject: offer.subject, age: offer.age,
      place: offer.place.map { "\($0)" }, keys: actions.ofOne)
    return try turn.withLock { _ in
      let answer: OfferAnswer
      switch try key(
        for: line, below: offer.picture, letters: actions.letters.map(\.letter), until: deadline)
      {
      case nil: answer = OfferAnswer(.expired)
      case .accept: answer = OfferAnswer(.accepted)
      case .letter(let letter):
        answer = OfferAnswer(.accepted, action: actions.action(of: letter)?.name)
      case .dismiss: answer = OfferAnswer(.dismissed)
      }
      tell(line, answer.outcome.summary + actions.summary(answer))
      return answer
    }
  }

  /// Asks about several assets with one question; throws as ``offer(_:until:)``.
  package func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    let actions = ActionShortcuts(group.offers[0], taken: [Self.chooses])
    let line = QuestionLine(
      title: group.title,
      subject: "\(QuantityText.grouped(group.offers.count)) \(group.noun)", age: nil,
      keys: actions.ofSeveral)
    return try turn.withLock { _ in
      let chosen: Set<Int>
      var action: String?
      let letters = [Self.chooses] + actions.letters.map(\.letter)
      switch try key(
        for: line, below: group.offers[0].picture, letters: letters, until: deadline)
      {
      case nil:
        tell(line, Outcome.expired.summary)
        return group.offers.map { _ in OfferAnswer(.expired) }
      case .accept: chosen = Set(group.offers.indices)
      case .letter(Self.chooses): chosen = try choose(among: group.offers)
      case .letter(let letter):
        action = actions.action(of: letter)?.name
        chosen = Set(group.offers.indices)
      case .dismiss: chosen = []
      }
      tell(
        line,
        chosen.isEmpty
          ? Outcome.dismissed.summary
          : chosen.count == group.offers.count ? Outcome.accepted.summary : "\(chosen.count) taken")
      return group.offers.indices.map {
        OfferAnswer(chosen.contains($0) ? .accepted : .dismissed, action: action)
      }
    }
  }

  /// Returns the positions of the offers that the user chooses from a list; empty if none.
  private func choose(among offers: [Offer]) throws -> Set<Int> {
    let assets = offers.enumerated().map { place, offer in
      ChoosableAsset(
        identifier: Array("\(place)".utf8), filename: offer.subject, creationDate: offer.date)
    }
    let screen = ChooserScreen(
      keys: keys, mode: mode, descriptor: status.descriptor, terminal: terminal,
      cancellation: cancellation)
    do {
      let chosen = try AssetChooser(assets).choose(on: screen)
      if !screen.isGone { return Set(chosen ?? []) }
    } catch  where !screen.isGone {
      throw error
    } catch {}
    throw OfferProblem.lost
  }

  /// Shows a question until a key answers it; returns nil when the deadline passes.
  private func key(
    for line: QuestionLine, below picture: OfferPicture?, letters: [UInt8],
    until deadline: ContinuousClock.Instant
  ) throws -> KeyDecoder.Key? {
    let screen = pictures.screen(for: picture)
    guard !cancellation.isCancelled, mode.enter(showing: screen) else {
      throw RunProblem.cancelled
    }
    defer {
      mode.leave()
      status.show(nil, as: .question)
      if screen != nil { status.uncover() }
    }
    let clock = ContinuousClock()
    var decoder = KeyDecoder(letters: letters)
    var shown: (seconds: Int64, size: TerminalSize)?
    var drawing: StatusPicture?
    while !cancellation.isCancelled {
      let left = (deadline - clock.now).wholeMilliseconds
      guard left > 0 else { return nil }
      let seconds = (left - 1) / 1000 + 1
      let size = TerminalSize(of: status.descriptor)
      if shown?.size != size { drawing = picture.flatMap { pictures.drawing(of: $0) } }
      if shown.map({ $0 != (seconds, size) }) ?? true {
        let text = line.text(secondsLeft: Int(seconds), columns: status.columns)
        status.show(question: text, below: drawing)
        shown = (seconds, size)
      }
      let untilNextSecond = left - (seconds - 1) * 1000
      let wait =
        decoder.isUnfinished
        ? KeyReader.sequenceGap : min(KeyReader.attention, Int32(clamping: untilNextSecond))
      switch reader.read(within: wait) {
      case .byte(let byte): if let key = decoder.read(byte) { return key }
      case .silence: if let key = decoder.readSilence() { return key }
      case .interruption: continue
      case .end: return .dismiss
      case .hangup: throw OfferProblem.lost
      }
    }
    throw RunProblem.cancelled
  }

  private func tell(_ line: QuestionLine, _ outcome: String) {
    status.write(line.text(outcome: outcome, columns: status.columns))
  }
}

extension Outcome {
  /// The word for the answer, in the line that replaces the question.
  package var summary: String {
    switch self {
    case .accepted: "taken"
    case .dismissed, .delivered: "left"
    case .expired: "no answer"
    }
  }
}
