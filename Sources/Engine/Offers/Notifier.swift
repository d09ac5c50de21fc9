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
/// A notifier is asked by one thread at a time. `--notifier` chooses it by its name. One that can show
/// nothing throws a ``NotifierProblem``, and the next best way is taken. Anything else that one of its
/// functions throws ends the run: nothing was decided, and the assets are offered again by the next
/// one.
public protocol Notifier: Sendable {
  static var description: NotifierDescription { get }

  /// The pixels that the longer side of an offer's picture may have; nil for a notifier that shows no
  /// pictures, so that none are made for it.
  var pictureSide: Int? { get }

  /// The notifier as it serves one run; without this function it is the same for all.
  func serving(_ run: NotifierRun) -> any Notifier

  /// Shows an offer and waits for the answer, at most until the deadline.
  ///
  /// - Returns: ``Outcome/delivered`` from a notifier that can't be answered.
  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome

  /// The same with the action that the user chose; without this function a yes is a plain one.
  func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer

  /// Shows words that ask nothing, for at most that time; returns when they are gone. May be called while
  /// an offer is shown.
  ///
  /// - Throws: ``NotifierProblem`` from a notifier that can't, as without this function.
  func tell(_ title: String, _ text: String, for duration: Duration) throws

  /// Shows several offers as one question, for a rule that wants that; without this function they are
  /// shown one after the other, each for its time.
  ///
  /// - Returns: one answer for each offer, in order.
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
  public let name: String
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
  /// Tells when the run is to end; a question that is shown is then taken away and answers nothing.
  public let cancellation: Cancellation

  public init(program: String, cancellation: Cancellation) {
    self.program = program
    self.cancellation = cancellation
  }
}

/// The reason why a notifier showed nothing; the user saw no offer.
public struct NotifierProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// In lower case, without a full stop.
  public let reason: String

  public init(_ reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}
