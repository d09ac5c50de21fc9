/// A message to a receiver outside of this computer, which must get it once.
package struct Delivery: Hashable, Sendable {
  /// The unique key; the receiver gets it, so that it can drop repeated messages.
  package let key: String
  /// The path of the rule that sends it, or its name if it is in no file.
  package let rule: String
  /// The receiver's address, without secrets.
  package let target: String
  /// The name of the message's asset, for the user.
  package let subject: String
  /// The message, in UTF-8.
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
  /// A delivery that this process has to send.
  case claimed
  /// A delivery that reached its receiver before.
  case delivered
  /// A delivery that another running process is sending.
  case elsewhere
}

/// The result of one attempt to send.
package enum DeliveryOutcome: Hashable, Sendable {
  case delivered
  /// A failure, with its reason; the next run tries again.
  case waiting(String)
  /// A refusal by the receiver, with its reason; only a run that reaches the asset again retries it.
  case refused(String)
}
