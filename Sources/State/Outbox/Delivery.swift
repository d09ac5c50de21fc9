/// A message that is to reach a receiver outside of this computer, once.
package struct Delivery: Hashable, Sendable {
  /// Tells it from every other; the receiver gets it, so that it can drop what comes twice.
  package let key: String
  /// The path of the rule that sends it, or its name where it is in no file.
  package let rule: String
  /// Where it goes, without secrets.
  package let target: String
  /// The name of its asset, for the user.
  package let subject: String
  /// In UTF-8.
  package let body: String

  package init(key: String, rule: String, target: String, subject: String, body: String) {
    self.key = key
    self.rule = rule
    self.target = target
    self.subject = subject
    self.body = body
  }
}

/// The state of a delivery once it is in the outbox.
package enum DeliveryState: Hashable, Sendable {
  /// It is this process' to send.
  case claimed
  /// It reached its receiver before.
  case delivered
  /// Another process that runs has it.
  case elsewhere
}

/// How one attempt ended.
package enum DeliveryOutcome: Hashable, Sendable {
  case delivered
  /// It waits for the next run.
  case waiting(String)
  /// The receiver does not want it as it is; it is tried again when its asset comes again.
  case refused(String)
}
