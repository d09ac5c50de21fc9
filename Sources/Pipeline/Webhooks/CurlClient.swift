internal import Engine
internal import Platform

/// Sends messages with the program curl, one after the other over one connection. curl gets
/// address, headers and body on its standard input, so that they don't appear in lists of
/// processes. It reads no configuration file, follows no redirects and uses no other protocol.
struct CurlClient: Sendable {
  static let program = RequiredProgram("curl", in: "curl")

  private let curl: JailedProgram
  private let settings: WebhookSettings
  private let lines: [String]

  struct Answer: Hashable, Sendable {
    /// The HTTP status; 0 without a response.
    let status: Int
    /// The reason why there is no response, or only a part of one.
    let problem: String
    /// The time that the receiver asks to wait before the next attempt; nil if it asks for none.
    let retryAfter: Duration?
    /// True if curl refused the message, so that there is no response.
    var isOfSender = false
    /// True if the message was sent and the response received to their ends.
    var isWhole = true
  }

  struct Message: Sendable {
    let key: String
    let body: String
    /// The file to send instead of the body, open since its content was compared; nil for none.
    var file: (about: WebhookFile, open: OpenFile)?
  }

  /// The failure of an asset whose message ``takes(_:)`` refuses.
  static let tooLong =
    "its message is longer than the 100 KiB that curl takes, with each quote as two"

  private static let longestHead = 1 << 18
  /// The greatest length of a configuration line in bytes; curl fails at longer ones.
  private static let longestLine = 100 << 10
  /// The exit statuses of curl for a configuration that it can't parse or read.
  private static let refusals: [ProcessEnd] = [.exited(2), .exited(26)]
  private static let variables = [
    "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

  /// Finds the program and reads the secrets, from the folders that the user permitted in
  /// `context`. Throws ``RunProblem`` if one is missing.
  init(_ settings: WebhookSettings, in context: RunContext) throws(RunProblem) {
    self.settings = settings
    curl = try JailedProgram(Self.program, for: Webhook.description.name, rights: .network)
    var lines: [String] = []
    for header in settings.headers {
      do throws(FileProblem) {
        lines.append(try header.line { context.path(of: $0) })
      } catch {
        throw .programFailed("\(Webhook.description.name): \(error.reason)")
      }
    }
    self.lines = lines
  }

  /// Sends messages and returns a response for each, in order. Throws ``RunProblem`` if curl can't
  /// be started, or the run was cancelled.
  func send(_ messages: [Message], unless isCancelled: () -> Bool) throws -> [Answer] {
    guard let input = NamelessFile() else { throw FileProblem(error: errno) }
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    let files = messages.compactMap { $0.file?.open }
    var next = JailedProgram.firstFile
    let sections = messages.map { message in
      defer { if message.file != nil { next += 1 } }
      return section(of: message, mark, file: next)
    }
    let script = sections.joined(separator: "next\n")
    try Array(script.utf8).write(to: input.descriptor)
    let byteCount = files.reduce(0) { $0 + $1.status.size }
    let bounds = JailedProgram.Bounds(
      time: settings.timeout * messages.count + .seconds(5 + byteCount / Self.slowest),
      output: Self.longestHead * messages.count)
    var answers: [Answer] = []
    var problem = "gave no answer"
    var isOfSender = false
    do {
      let outcome = try curl.run(
        ["-q", "--config", "-"], variables: environment, reading: input.descriptor,
        passing: files.map(\.descriptor), within: bounds, unless: isCancelled)
      answers = Self.answers(in: outcome.output, mark)
      if answers.count < messages.count {
        problem = "curl \(outcome.end.text)"
        isOfSender = Self.refusals.contains(outcome.end)
      }
    } catch JailedProgram.Failure.late {
      problem = "took too long"
    } catch JailedProgram.Failure.tooMuch {
      problem = "answered with too much"
    }
    answers = Array(answers.prefix(messages.count))
    while answers.count < messages.count {
      answers.append(
        Answer(
          status: 0, problem: problem, retryAfter: nil, isOfSender: isOfSender, isWhole: false))
    }
    return answers
  }

  private var environment: [String] {
    Self.variables.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }

  /// True if a message is short enough for a line of curl's configuration.
  static func takes(_ body: String) -> Bool {
    "data-raw = \"\"\n".utf8.count + quoted(body).utf8.count < longestLine
  }

  /// The least number of bytes of a file that have to be sent in a second.
  private static let slowest: Int64 = 1000

  /// Returns curl's configuration for a message; `file` is the descriptor of its file in curl.
  private func section(of message: Message, _ mark: String, file: Int) -> String {
    let seconds = max(0.001, settings.timeout / .seconds(1))
    // A response without an end costs the time of its own message, and not that of the others.
    let bytes = Double(message.file?.open.status.size ?? 0)
    let words: [(String, String)] =
      [
        (
          "url", message.file?.about.address(below: settings.address.text) ?? settings.address.text
        ), ("request", settings.method),
        ("proto", settings.address.isEncrypted ? "=https" : "=http"),
        ("header", "Expect:"),
        ("header", "Idempotency-Key: \(message.key)"),
      ]
      + lines.map { ("header", $0) } + [
        ("user-agent", "shotflow"), ("connect-timeout", "\(seconds)"),
        ("max-time", "\(seconds + bytes / Double(Self.slowest))"), ("output", "/dev/null"),
        ("dump-header", "-"),
        ("write-out", "\\n\(mark) %{http_code} %{exitcode} %{errormsg}\\n"),
      ] + content(of: message, file: file, seconds)
    let flags =
      ["silent", "globoff", "suppress-connect-headers"]
      + (settings.address.isEncrypted ? [] : ["noproxy = \"*\""])
    return words.map { name, value in
      "\(name) = \"\(name == "write-out" ? value : Self.quoted(value))\"\n"
    }.joined() + flags.map { "\($0)\n" }.joined()
  }

  /// Returns curl's options for the body. For a file there is a least speed as well.
  private func content(
    of message: Message, file: Int, _ seconds: Double
  ) -> [(String, String)] {
    guard let about = message.file?.about else {
      return [
        ("header", "Content-Type: application/json"), ("data-raw", message.body),
      ]
    }
    let patience = [
      ("speed-time", "\(Int(seconds.rounded(.up)))"), ("speed-limit", "\(Self.slowest)"),
    ]
    guard case .field(let field) = settings.file else {
      return patience + [
        ("header", "Content-Type: \(about.type)"), ("upload-file", "/dev/fd/\(file)"),
      ]
    }
    let name = Self.quoted(String(decoding: about.name, as: UTF8.self))
    return patience + [
      ("form", "\(field)=@/dev/fd/\(file);filename=\"\(name)\";type=\(about.type)")
    ]
  }

  static func quoted(_ text: String) -> String {
    text.escaping([
      "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{B}": "\\v",
    ])
  }

  /// Parses the responses in curl's output: headers, each set followed by a line with the mark.
  static func answers(in output: [UInt8], _ mark: String) -> [Answer] {
    var answers: [Answer] = []
    var retryAfter: Duration?
    // Swift treats the CR LF at the end of a header's line as one character.
    for line in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line.hasPrefix("\(mark) ") {
        let words = line.dropFirst(mark.count + 1).split(separator: " ", maxSplits: 2)
        answers.append(
          Answer(
            status: words.first.flatMap { Int($0) } ?? 0,
            problem: words.count > 2 ? String(words[2].prefix(200)) : "gave no answer",
            retryAfter: retryAfter, isWhole: words.dropFirst().first == "0"))
        retryAfter = nil
      } else if line.lowercased().hasPrefix("retry-after:") {
        let text = line.dropFirst("retry-after:".count).filter { $0 != " " }
        retryAfter = Int64(text).map { .seconds(max(0, min($0, 1 << 30))) }
      } else if line.hasPrefix("HTTP/") {
        retryAfter = nil
      }
    }
    return answers
  }
}
