/// Shows an offer to the user and reports the answer.
///
/// ```swift
/// struct LogNotifier: Notifier {
///   static let description = NotifierDescription(name: "log", summary: "appends each offer to a file")
///   func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
///     try append("\(offer.title) \(offer.subject)")
///     return .delivered
///   }
/// }
/// ```
///
/// A notifier is called by one thread at a time. `--notifier` chooses it by its name. A notifier
/// that can't show anything throws a ``NotifierProblem``, and the next best one is used. Any other
/// error ends the run: the next run offers the assets again.
public protocol Notifier: Sendable {
  /// The name and the summary of the notifier.
  static var description: NotifierDescription { get }

  /// The maximal length, in pixels, of the longer side of an offer's picture; nil for a notifier
  /// that shows no pictures, so that none are made for it.
  var pictureSide: Int? { get }

  /// Returns the notifier for one run; by default itself.
  func serving(_ run: NotifierRun) -> any Notifier

  /// Shows an offer and waits for the answer until the deadline.
  ///
  /// - Returns: The outcome; ``Outcome/delivered`` from a notifier that can't be answered.
  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome

  /// Shows an offer and returns the answer, with the action that the user chose. By default calls
  /// ``offer(_:until:)`` and returns no particular action.
  func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer

  /// Shows a text without a question for at most that time, and returns when it is hidden. May be
  /// called while an offer is shown.
  ///
  /// - Throws: ``NotifierProblem`` from a notifier that can't show texts, which is the default.
  func tell(_ title: String, _ text: String, for duration: Duration) throws

  /// Shows several offers as one question, for a rule that asks jointly. By default the offers are
  /// shown one after the other, each for its time.
  ///
  /// - Returns: One answer for each offer, in order.
  func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer]
}

extension Notifier {
  public var pictureSide: Int? { nil }

  public func serving(_ run: NotifierRun) -> any Notifier { self }

  public func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    OfferAnswer(try self.offer(offer, until: deadline))
  }

  public func tell(_ title: String, _ text: String, for duration: Duration) throws {
    throw NotifierProblem("this notifier shows only offers")
  }

  public func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    try group.offers.map { try answer(to: $0, until: .now + .milliseconds($0.duration)) }
  }
}

/// A notifier's name and what it does, for `--notifier`, its help and the documentation.
public struct NotifierDescription: Hashable, Sendable {
  /// The name, as `--notifier` takes it.
  public let name: String
  /// A summary for help and documentation.
  public let summary: String

  public init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// The facts of a run that a notifier may know.
public struct NotifierRun: Sendable {
  /// The program's name, as its user types it.
  public let program: String
  /// The cancellation of the run. A question that is shown is then withdrawn without an answer.
  public let cancellation: Cancellation

  public init(program: String, cancellation: Cancellation) {
    self.program = program
    self.cancellation = cancellation
  }
}

/// The reason why a notifier could not show the offer to the user.
public struct NotifierProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public let reason: String

  public init(_ reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}
