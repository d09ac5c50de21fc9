/// A notifier that shows several questions side by side, such as the notifications of a desktop;
/// safe from any thread.
package protocol ConcurrentNotifier: Notifier {
  /// The number of questions that it shows side by side at present; 1 for one after the other.
  var mostAtOnce: Int { get }

  /// Shows one question about several offers, with a button to choose among them.
  ///
  /// - Throws: ``NotifierProblem`` if nothing can be shown; any other error ends the run.
  func choice(
    among group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> GroupAnswer
}

/// The answer to a question about several offers among which the user may choose.
package enum GroupAnswer: Hashable, Sendable {
  /// The user wants to choose.
  case chooses
  /// One answer for each offer, in order.
  case answers([OfferAnswer])
}

/// A way for the user to choose among assets that were offered by one question.
package protocol OfferChooser: Sendable {
  /// Shows the assets until the user has chosen.
  ///
  /// - Returns: The positions of the chosen assets; none if the user closes the list.
  /// - Throws: ``RunProblem/cancelled`` if the run is cancelled meanwhile, or the error for which
  ///   the list could not be shown.
  func choose(
    among assets: [Asset], _ title: String, in context: RunContext
  ) throws -> Set<Int>
}
