/// How an offer ended.
///
/// The raw values are what the ledger and the record's `prompt.outcome` carry.
package enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// The person took it.
  case accepted
  /// The person refused it.
  case dismissed
  /// Nobody answered in time.
  case expired
  /// It was handed over without a question.
  case delivered
}
