internal import Engine

/// The options of a webhook, as a rule has them.
struct WebhookTerms: Sendable {
  let address: WebhookAddress
  let method: String
  /// How many webhooks of the pipeline before it have the same address and method.
  var place = 0
  /// How many pipelines of the rule run before its own.
  var pipeline = 0
  let headers: [WebhookHeader]
  /// The members of the body, each with its text; nil for the record itself.
  let members: [(name: String, template: RecordTemplate)]?
  let timeout: Duration
  let schedule: RetrySchedule
  let stopsAtFailure: Bool

  /// The mark that distinguishes its messages from those of another call in the same rule.
  var target: String {
    "\(method) \(address.text)" + (place > 0 ? " \(place + 1)" : "")
      + (pipeline > 0 ? " of pipeline \(pipeline + 1)" : "")
  }

  /// The deed that the user is asked to permit.
  var deed: String {
    let secrets = headers.flatMap(\.secrets)
    let seen = secrets.isEmpty ? "" : ", with the secret of \(secrets.joined(separator: " and "))"
    return "send records to \(address.origin)\(seen)"
  }
}
