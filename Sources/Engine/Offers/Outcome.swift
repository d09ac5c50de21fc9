/// How an offer ended.
///
/// The raw values are what the ledger and the record's `prompt.outcome` carry.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// The user took it.
  case accepted
  /// The user refused it.
  case dismissed
  /// Nobody answered in time.
  case expired
  /// It was handed over without a question.
  case delivered
}
