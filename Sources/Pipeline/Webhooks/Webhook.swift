package import Engine

/// Sends each record to a receiver on the network, with HTTPS.
package struct Webhook: TransformStage {
  package static let description = StageDescription(
    name: "webhook", role: .act,
    summary: "sends each record, or the original's bytes, to a receiver on the network, until it"
      + " arrived",
    options: [
      OptionDescription("url", .text, "where records go, such as \"https://example.org/hook\""),
      OptionDescription(
        "method", .choice(["POST", "PUT", "PATCH"]),
        "the method of HTTP; without it PUT for a file that is the whole body", standard: "\"POST\""
      ),
      .choice(
        "body", among: Body.allCases.map(\.rawValue),
        "file for the original's bytes instead of the record, below a url that ends in / by its name",
        default: Body.record.rawValue),
      OptionDescription(
        "form", .text,
        "with body = \"file\": the field of a form that has the file, as browsers send it"),
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

  private enum Body: String, CaseIterable {
    case record, file
  }

  private static let mostRetries = 20

  private let settings: WebhookSettings?

  package init(_ arguments: inout StageArguments) {
    let url: String? = arguments.text("url")
    let method: String? = arguments.choice("method", among: ["POST", "PUT", "PATCH"])
    let members = arguments.namedTemplates("json")
    let file = Self.file(&arguments, hasMembers: members != nil)
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
    let own = method ?? (file == .plain ? "PUT" : "POST")
    let earlier = zip(arguments.earlierTexts("url"), arguments.earlierTexts("method"))
    settings = address.map { address in
      WebhookSettings(
        address: address, method: own,
        place: earlier.count { $0 == address.text && ($1 ?? "POST") == own },
        pipeline: arguments.earlierPipelines, headers: headers, members: members, file: file,
        timeout: .milliseconds(timeout),
        schedule: RetrySchedule(retries: retries, first: .milliseconds(backoff)),
        stopsAtFailure: onError == OnError.stop.rawValue)
    }
  }

  /// Reads the options `body` and `form`; returns nil if records are sent, not files.
  private static func file(
    _ arguments: inout StageArguments, hasMembers: Bool
  ) -> WebhookFile.Form? {
    let body: String = arguments.choice("body", among: Body.allCases.map(\.rawValue))
    let field: String? = arguments.text("form")
    guard body == Body.file.rawValue else {
      if field != nil {
        arguments.note("form is about files; write body = \"file\"", token: "form")
      }
      return nil
    }
    if hasMembers {
      arguments.note("json is about records; leave out it, or body = \"file\"", token: "json")
    }
    guard let field else { return .plain }
    let isName = field.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && !"\"\\=;,@<".utf8.contains($0)
    }
    if field.isEmpty || !isName {
      arguments.note("form \"\(field)\" is no name of a field, such as \"file\"", token: "form")
    }
    return .field(field)
  }

  package var traits: StageTraits {
    StageTraits(
      action: ActionBehaviour(
        needing: settings.map {
          CapabilityNeed(.network, $0.action, at: $0.headers.flatMap(\.folders))
        }))
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    settings.map { [WebhookStep($0)] } ?? []
  }
}

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
  /// The form of messages that are files; nil for records.
  var file: WebhookFile.Form?
  let timeout: Duration
  let schedule: RetrySchedule
  let stopsAtFailure: Bool

  /// The text that distinguishes a rule's webhooks, such as `POST https://example.org/hook`.
  var target: String {
    "\(method) \(address.text)" + (file == nil ? "" : " with files")
      + (place > 0 ? " \(place + 1)" : "")
      + (pipeline > 0 ? " of pipeline \(pipeline + 1)" : "")
  }

  /// The words for what the webhook does, in the question for permission.
  var action: String {
    let secrets = headers.flatMap(\.secrets)
    let seen = secrets.isEmpty ? "" : ", with the secret of \(secrets.joined(separator: " and "))"
    return "send \(file == nil ? "records" : "files") to \(address.origin)\(seen)"
  }
}
