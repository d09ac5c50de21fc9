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
/// A notifier is asked by one thread at a time, for one asset after the other. `--notifier` chooses it
/// by its name.
public protocol Notifier: Sendable {
  static var description: NotifierDescription { get }

  /// Shows an offer and waits for the answer, at most until the deadline.
  ///
  /// - Returns: ``Outcome/delivered`` from a notifier that can't be answered.
  /// - Throws: whatever keeps the offer from being shown; it ends the run, and the asset is offered
  ///   again by the next one.
  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome
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
