package import Engine

/// Sends each record to a receiver on the network, with HTTPS.
package struct Webhook: TransformStage {
  package static let description = StageDescription(
    name: "webhook", role: .act,
    summary: "sends each record to a receiver on the network, until it arrived",
    options: [
      OptionDescription("url", .text, "where records go, such as \"https://example.org/hook\""),
      OptionDescription(
        "method", .choice(["POST", "PUT", "PATCH"]), "the method of HTTP", standard: "\"POST\""),
      OptionDescription(
        "json", .namedTexts,
        "the body: names, each with a text that may have fields in braces; without it, the record"),
      OptionDescription(
        "headers", .namedTexts,
        "further headers; {env:NAME} is a variable, {file:/PATH} the first line of a file"),
      .duration("timeout", "how long one answer may take", default: "30s"),
      .integer("retries", "how often a record is sent again in one run", default: 4),
      .duration("backoff", "how long is waited before that, doubled each time", default: "1s"),
      .choice(
        "onError", among: OnError.allCases.map(\.rawValue),
        "what a record that does not arrive does to the run", default: OnError.skip.rawValue),
    ],
    adds: [
      .text(
        "webhook", "delivered, or earlier for what an earlier run delivered",
        among: WebhookStep.words)
    ], mayAdd: [], program: CurlClient.program,
    example: "webhook { url = \"https://example.org/hook\" }")

  private enum OnError: String, CaseIterable {
    case skip, stop
  }

  private static let mostRetries = 20

  private let terms: WebhookSettings?

  package init(_ arguments: inout StageArguments) {
    let url: String? = arguments.text("url")
    let method: String? = arguments.choice("method", among: ["POST", "PUT", "PATCH"])
    let members = arguments.namedTemplates("json")
    let named = arguments.namedTexts("headers") ?? []
    let timeout: Int64 = arguments.duration("timeout")
    let retries: Int = arguments.integer("retries")
    let backoff: Int64 = arguments.duration("backoff")
    let onError: String = arguments.choice("onError", among: OnError.allCases.map(\.rawValue))
    var headers: [WebhookHeader] = []
    for (name, text) in named {
      do throws(WebhookHeader.Problem) {
        headers.append(try WebhookHeader(name, text))
      } catch {
        arguments.note("the header \"\(name)\" \(error.reason)", token: name)
      }
    }
    if timeout < 1 {
      arguments.note("timeout is longer than nothing, such as \"30s\"", token: "timeout")
    }
    if retries > Self.mostRetries {
      arguments.note("retries is from 0 to \(Self.mostRetries), not \(retries)", token: "retries")
    }
    var address: WebhookAddress?
    if let url {
      do throws(WebhookAddress.Problem) {
        address = try WebhookAddress(url)
      } catch {
        arguments.note("the url \"\(url)\" \(error.reason)", token: "url")
      }
    } else if arguments.isSound {
      arguments.note("webhook names a url, such as \(Self.description.example)", token: "webhook")
    }
    let earlier = zip(arguments.earlierTexts("url"), arguments.earlierTexts("method"))
    terms = address.map { address in
      WebhookSettings(
        address: address, method: method ?? "POST",
        place: earlier.count { $0 == address.text && ($1 ?? "POST") == method ?? "POST" },
        pipeline: arguments.earlierPipelines, headers: headers, members: members,
        timeout: .milliseconds(timeout),
        schedule: RetrySchedule(retries: retries, first: .milliseconds(backoff)),
        stopsAtFailure: onError == OnError.stop.rawValue)
    }
  }

  package var traits: StageTraits {
    StageTraits(
      action: ActionBehaviour(
        needing: terms.map {
          CapabilityNeed(.network, $0.action, at: $0.headers.flatMap(\.folders))
        }))
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    terms.map { [WebhookStep($0)] } ?? []
  }
}

/// The options of a webhook in a rule.
struct WebhookSettings: Sendable {
  let address: WebhookAddress
  let method: String
  /// The number of webhooks before this one in the pipeline with the same address and method.
  var place = 0
  /// The number of pipelines before this one in the rule.
  var pipeline = 0
  let headers: [WebhookHeader]
  /// The members of the body, each with its text; nil for the record itself.
  let members: [(name: String, template: RecordTemplate)]?
  let timeout: Duration
  let schedule: RetrySchedule
  let stopsAtFailure: Bool

  /// The text that distinguishes these messages from those of other webhooks of the rule.
  var target: String {
    "\(method) \(address.text)" + (place > 0 ? " \(place + 1)" : "")
      + (pipeline > 0 ? " of pipeline \(pipeline + 1)" : "")
  }

  /// The words for what the webhook does, in the question for permission.
  var action: String {
    let secrets = headers.flatMap(\.secrets)
    let seen = secrets.isEmpty ? "" : ", with the secret of \(secrets.joined(separator: " and "))"
    return "send records to \(address.origin)\(seen)"
  }
}
