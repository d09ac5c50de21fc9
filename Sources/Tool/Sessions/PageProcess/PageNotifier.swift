internal import Pipeline
internal import Terminal

/// A notifier that asks on a page, with the offered picture, a button for each answer, and the
/// remaining time, which begins when a browser opens the page. On several open pages, the first
/// answer counts.
package struct PageNotifier: Notifier {
  static let description = NotifierDescription(
    name: "page", summary: "asks on the page in the browser, with buttons")

  private static let refusal = "Leave it"
  private static let side = 1024

  private let controller: PageController
  private let cancellation: Cancellation

  init(_ controller: PageController, until cancellation: Cancellation) {
    self.controller = controller
    self.cancellation = cancellation
  }

  var pictureSide: Int? { Self.side }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    try answer(to: offer, until: deadline).outcome
  }

  func answer(to offer: Offer, until deadline: ContinuousClock.Instant) throws -> OfferAnswer {
    try ask(DesktopNotification(offer), for: offer.duration)
  }

  /// Asks one question for all assets: they are accepted together or not at all.
  func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    let answer = try ask(DesktopNotification(group), for: group.duration)
    return group.offers.map { _ in answer }
  }

  private func ask(_ notice: DesktopNotification, for duration: Int64) throws -> OfferAnswer {
    let labels = [notice.acceptLabel ?? ""] + notice.actions.map(\.label)
    let pageState = PageState(
      kind: .question, answers: labels + [Self.refusal],
      question: PageState.Question(
        title: notice.title, facts: [("", notice.subject)],
        picture: notice.picture.map {
          PageState.Picture(width: $0.width, height: $0.height, pixels: $0.pixels)
        }))
    let answer: OfferAnswer
    do {
      answer =
        switch try controller.ask(pageState, for: duration, until: cancellation) {
        case nil: OfferAnswer(.expired)
        case 0?: OfferAnswer(.accepted)
        case let number? where notice.actions.indices.contains(number - 1):
          OfferAnswer(.accepted, action: notice.actions[number - 1].name)
        default: OfferAnswer(.dismissed)
        }
    } catch PageProblem.neverOpened {
      throw NotifierProblem("the page was never opened")
    } catch PageProblem.closed {
      // The connection was lost after the page may have shown the question.
      throw OfferProblem.lost
    }
    try controller.showWaiting(
      "\(notice.subject): \(answer.outcome.summary)", until: cancellation)
    return answer
  }
}
