import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `webhook` in a run, with a receiver on this computer.
@Suite(.timeLimit(.minutes(5)), .needs(.program("curl")), .needs(.program("python3")))
struct WebhookRunTests {
  private let world: ProgramWorld
  private let server: WebhookServer

  init() async throws {
    world = try ProgramWorld()
    server = try await WebhookServer(in: world.directory.path)
  }

  private struct SentRecord: Decodable {
    let localIdentifier: String
    let webhook: String?
  }

  private static func record(_ name: String) -> String {
    "{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\"\(name)\",\"filename\":\"\(name)\"}\n"
  }

  private func rule(_ answers: String, _ options: String = "") throws -> String {
    try world.rule(
      """
      return pipeline {
        wants = { network = "to tell" },
        source { stdin = true },
        webhook { url = "\(server.url(answers))", backoff = "1ms", \(options) },
      }

      """)
  }

  private func run(
    _ answers: String, _ options: String = "", names: [String] = ["a"], _ words: String...
  ) async throws -> ProgramResult {
    let rule = try rule(answers, options)
    return try await world.program(
      ["run", rule, "--allow", "network"] + words, input: names.map(Self.record).joined().utf8
    ).result()
  }

  private func sent(_ result: ProgramResult) throws -> [String] {
    try result.decodedLines(as: SentRecord.self).map { $0.webhook ?? "none" }
  }

  @Test func eachRecordArrivesOnceInOrder() async throws {
    let names = (1...40).map { "\($0)" }
    let result = try await run("200", names: names)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try sent(result) == names.map { _ in "delivered" })
    let requests = try server.requests
    #expect(requests.map(\.body).count == 40)
    #expect(requests.map(\.body) == names.map { String(Self.record($0).dropLast()) })
    #expect(Set(requests.map(\.key)).count == 40)
    #expect(requests.allSatisfy { $0.method == "POST" })
    #expect(requests.allSatisfy { $0.headers["content-type"] == "application/json" })
    #expect(try await sent(run("200", names: names)) == names.map { _ in "earlier" })
    #expect(try server.requests.count == 40)
  }

  @Test func othersPassByInTheirPlaces() async throws {
    let names = (1...40).map { $0.isMultiple(of: 3) ? "b\($0)" : "a\($0)" }
    let result = try await run("200", "when = { filename = like(\"a*\") }", names: names)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let records = try result.decodedLines(as: SentRecord.self)
    #expect(records.map(\.localIdentifier) == names)
    #expect(
      records.map { $0.webhook ?? "none" }
        == names.map { $0.hasPrefix("a") ? "delivered" : "none" })
  }

  @Test func eachWebhookOfARuleSendsItsOwn() async throws {
    let rule = try rule("200", "json = { n = \"1\" } }, webhook { url = \"\(server.url("200"))\"")
    for _ in 1...2 {
      let result = try await world.program(
        ["run", rule, "--allow", "network"], input: Self.record("a").utf8
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
    }
    let requests = try server.requests
    #expect(requests.count == 2)
    #expect(requests.first?.body == "{\"n\":\"1\"}")
    #expect(requests.last?.body.contains("localIdentifier") == true)
    #expect(Set(requests.map(\.key)).count == 2)
  }

  @Test func eachPipelineOfARuleSendsItsOwn() async throws {
    try world.picture()
    let url = server.url("200")
    let rule = try world.rule(
      """
      return pipeline {
        wants = { network = "to tell" },
        source {},
        webhook { url = "\(url)", json = { n = "first" } },
        next = pipeline { source {}, webhook { url = "\(url)", json = { n = "second" } } },
      }

      """)
    for word in ["delivered", "earlier"] {
      let result = try await world.run("run", rule, "--allow", "network", "-l", world.library)
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(try sent(result) == [word, word])
    }
    let requests = try server.requests
    #expect(requests.map(\.body) == ["{\"n\":\"first\"}", "{\"n\":\"second\"}"])
    #expect(Set(requests.map(\.key)).count == 2)
  }

  @Test func twoRulesOfOneNameSendEachTheirOwn() async throws {
    let rule = try rule("200")
    let text = try String(contentsOfFile: rule, encoding: .utf8)
    try world.directory.write(text, to: "elsewhere/\(rule.split(separator: "/").last ?? "")")
    let other = world.path("elsewhere/\(rule.split(separator: "/").last ?? "")")
    for path in [rule, other, rule, other] {
      let result = try await world.program(
        ["run", path, "--allow", "network"], input: Self.record("a").utf8
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
    }
    #expect(try Set(server.requests.map(\.key)).count == 2)
    #expect(try server.requests.count == 2)
  }

  @Test func aMessageThatIsTooLongCostsItsAssetAlone() async throws {
    let long = String(repeating: "a", count: 110_000)
    let fits = String(repeating: "b", count: 50_000)
    let result = try await run("200", "json = { n = \"{filename}\" }", names: [long, fits, "c"])
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("its message is longer than the 100 KiB that curl takes"))
    #expect(try sent(result) == ["delivered", "delivered"])
    #expect(try server.requests.map(\.body.utf8.count) == [fits.utf8.count + 8, 9])
    #expect(!result.errorText.contains("waits in the outbox"))
  }

  @Test func anEmptySecretIsNone() async throws {
    try world.directory.write("\nrest\n", to: "token")
    let result = try await run(
      "200", "headers = { Authorization = \"Bearer {file:\(world.path("token"))}\" }")
    #expect(result.errorText.contains("token\": its first line is empty"))
    #expect(try server.requests.isEmpty)
  }

  @Test func aServerThatFailsOnceGetsTheSameKeyAgain() async throws {
    let result = try await run("500/200", names: ["a", "b"])
    #expect(try sent(result) == ["delivered", "delivered"], "\(result.errorText)")
    let keys = try server.requests.map(\.key)
    #expect(keys.count == 4)
    #expect(Set(keys).count == 2)
  }

  @Test func itWaitsAsLongAsTheServerWants() async throws {
    let clock = ContinuousClock()
    let begin = clock.now
    #expect(try await sent(run("429-1/200")) == ["delivered"])
    #expect(clock.now - begin >= .seconds(1))
  }

  @Test func oneThatWantsTooMuchIsLeftToTheNextRun() async throws {
    let result = try await run("503-100000/200")
    #expect(result.status == .exited(3))
    #expect(try server.requests.count == 1)
    #expect(try await sent(run("503-100000/200")) == ["earlier"])
  }

  @Test(arguments: ["400", "401", "404", "302"])
  func whatIsRefusedIsSentOnce(status: String) async throws {
    let result = try await run(status)
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("answered with status \(status)"))
    #expect(try server.requests.count == 1)
    // The next run sends it only because its record comes again.
    _ = try await run(status, names: [])
    #expect(try server.requests.count == 1)
    _ = try await run(status)
    #expect(try server.requests.count == 2)
  }

  @Test func whatDidNotArriveIsSentByTheNextRunThoughNothingComes() async throws {
    let failed = try await run("503/503/200", "retries = 1", names: ["a", "b", "c"])
    #expect(failed.status == .exited(3))
    #expect(failed.text == "")
    #expect(failed.errorText.contains("it waits in the outbox"))
    #expect(failed.errorText.contains("3 records wait in the outbox"))
    let doctor = try await world.run("doctor").text
    #expect(doctor.contains("0 entries, 3 records wait to be sent"))
    // After the first, the receiver counts as down.
    #expect(try server.requests.count == 2)
    let next = try await run("503/503/200", "retries = 2", names: [])
    #expect(next.status == .exited(0), "\(next.errorText)")
    let bodies = try Set(server.requests.map(\.body))
    #expect(bodies == Set(["a", "b", "c"].map { String(Self.record($0).dropLast()) }))
    let all = try await run("503/503/200", names: ["a", "b", "c"])
    #expect(try sent(all) == ["earlier", "earlier", "earlier"])
  }

  @Test func aRunThatIsKilledLeavesItsRecordToTheNextOne() async throws {
    let program = try world.program(["run", rule("hang/200"), "--allow", "network"]).start()
    program.send(Self.record("a"))
    program.closeInput()
    while try server.requests.isEmpty { usleep(10_000) }
    #expect(await program.end(by: 9).status == .killed(signal: 9))
    let next = try await run("hang/200", names: [])
    #expect(next.status == .exited(0), "\(next.errorText)")
    let requests = try server.requests
    #expect(requests.count == 2)
    #expect(requests.first?.key == requests.last?.key)
    #expect(requests.first?.body == requests.last?.body)
  }

  @Test func aServerThatHangsIsGivenUp() async throws {
    let result = try await run("hang", "timeout = \"200ms\", retries = 1", names: ["a", "b"])
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("can't be reached: "))
    #expect(try server.requests.count == 2)
  }

  @Test func aMissingServerIsReported() async throws {
    let rule = try world.rule(
      """
      return pipeline {
        wants = { network = "to tell" },
        source { stdin = true },
        webhook { url = "http://127.0.0.1:1/", retries = 0, onError = "stop" },
      }

      """)
    let result = try await world.program(
      ["run", rule, "--allow", "network"], input: Self.record("a").utf8
    ).result()
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("a: webhook: http://127.0.0.1:1 can't be reached: "))
  }

  @Test func namesStayTextWhateverIsInThem() async throws {
    let name = "a\\\"\\n\\r\\nX-Evil: 1\\\\ {filename} \\u0000é"
    let result = try await run(
      "200", "json = { text = \"New: {filename}\", [\"two words\"] = \"{{}}\" }", names: [name])
    #expect(result.status == .exited(0), "\(result.errorText)")
    let request = try #require(try server.requests.first)
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: String])
    #expect(body["text"] == "New: a\"\n\r\nX-Evil: 1\\ {filename} \u{0}é")
    #expect(body["two words"] == "{}")
    #expect(request.headers["x-evil"] == nil)
    #expect(try server.requests.count == 1)
  }

  @Test func secretsAreInTheHeadAndNowhereElse() async throws {
    try world.directory.write("from-file\nrest\n", to: "token")
    let headers =
      "headers = { Authorization = \"Bearer {env:HOOK_TOKEN}\","
      + " [\"X-Key\"] = \"{file:\(world.path("token"))}\" }"
    let rule = try rule("200", headers)
    var program = world.program(
      ["run", rule, "--allow", "network"], input: Self.record("a").utf8)
    program.environment["HOOK_TOKEN"] = "s3cret-value"
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let request = try #require(try server.requests.first)
    #expect(request.headers["authorization"] == "Bearer s3cret-value")
    #expect(request.headers["x-key"] == "from-file")
    for words in [["explain", rule], ["auth", "status", rule]] {
      program.arguments = words
      let said = try await program.result()
      #expect(!(said.text + said.errorText).contains("s3cret"))
    }
    let ledger = try #require(FileManager.default.contents(atPath: world.ledger))
    #expect(ledger.firstRange(of: Data("s3cret".utf8)) == nil)
    #expect(!(result.text + result.errorText).contains("s3cret"))

    program.environment["HOOK_TOKEN"] = "two\r\nX-Evil: 1"
    program.arguments = ["run", rule, "--allow", "network"]
    program.input = Array(Self.record("b").utf8)
    let refused = try await program.result()
    #expect(refused.errorText.contains("a secret of the header Authorization has characters"))
    #expect(try server.requests.count == 1)
  }

  @Test func noListOfProcessesShowsASecret() async throws {
    let headers = "headers = { Authorization = \"{env:HOOK_TOKEN}\" }"
    var program = try world.program(["run", rule("hang", headers), "--allow", "network"])
    program.environment["HOOK_TOKEN"] = "s3cret-value"
    let running = try program.start()
    running.send(Self.record("a"))
    while try server.requests.isEmpty { usleep(10_000) }
    let list = try await RunProgram("/bin/sh", ["-c", "cat /proc/*/cmdline 2> /dev/null"]).result()
    #expect(!list.text.contains("s3cret"))
    await running.end(by: 9)
  }

  @Test func theUsersOwnSettingsOfCurlDoNotCount() async throws {
    try world.directory.write("url = \"\(server.url("200/curlrc"))\"\n", to: "home/.curlrc")
    #expect(try await sent(run("200")) == ["delivered"])
    #expect(try server.requests.map(\.path) == ["/200"])
  }

  @Test func aDryRunSendsNothing() async throws {
    let result = try await run("200", "", names: ["a"], "--dry-run")
    #expect(result.errorText.contains("dry run: nothing is sent to http://127.0.0.1:"))
    #expect(try sent(result) == ["none"])
    #expect(try server.requests.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: world.ledger))
  }

  @Test func nothingIsSentUnlessTheUserPermitsThatHost() async throws {
    let rule = try world.rule(
      """
      local o = options { host = "127.0.0.1" }
      return pipeline {
        wants = { network = "to tell" },
        source { stdin = true },
        webhook { url = "http://" .. o.host .. ":\(server.port)/200" },
      }

      """)
    func run(_ words: String...) async throws -> ProgramResult {
      try await world.program(["run", rule] + words, input: Self.record("a").utf8).result()
    }
    #expect(try await run().status == .exited(77))
    _ = try await world.run("auth", "grant", rule)
    #expect(try await run("--host", "localhost").status == .exited(77))
    #expect(try server.requests.isEmpty)
    #expect(try await run().status == .exited(0))
    #expect(try server.requests.count == 1)

    let asked = try world.program(["run", rule, "--host", "localhost"], terminal: Terminal())
      .start()
    #expect(await asked.showed("Esc leaves it]"))
    #expect(asked.errorOutput.contains("send records to http://localhost:\(server.port)"))
    asked.send("n")
    #expect(await asked.result().status == .exited(77))
  }

  @Test func aRuleSaysThatItUsesTheNetwork() async throws {
    let rule = try world.inputRule("webhook { url = \"https://example.org/\" }")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("webhook uses the network, which the rule has to ask for"))
  }

  @Test func withoutTheProgramThePackageIsNamed() async throws {
    var program = try world.program(
      ["run", rule("200"), "--allow", "network"], input: Self.record("a").utf8)
    program.environment["PATH"] = world.path("empty")
    let result = try await program.result()
    #expect(result.status == .exited(69))
    #expect(
      result.errorText.contains(
        "webhook needs the program \"curl\", which is not in PATH; install the package curl"))
  }

  @Test func aReceiverThatIsDownCostsNeitherTimeNorMemory() async throws {
    let names = (1...20_000).map { "\($0)" }
    let result = try await run("503", "retries = 0", names: names)
    #expect(result.status == .exited(3))
    #expect(try server.requests.count == 1)
    #expect(result.errorText.contains("20000 records wait in the outbox"))
  }
}
