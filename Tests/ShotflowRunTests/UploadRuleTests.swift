import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `rules/upload.lua`, with a receiver on this computer: the bytes of files, each once.
@Suite(.timeLimit(.minutes(5)), .needs(.program("curl")), .needs(.program("python3")))
struct UploadRuleTests {
  private let world: ProgramWorld
  private let server: WebhookServer

  init() async throws {
    world = try ProgramWorld()
    server = try await WebhookServer(in: world.directory.path)
    try world.picture("a b.png", seed: 1)
    try world.picture("ö.png", seed: 2)
  }

  private func run(_ answers: String, _ further: String...) async throws -> ProgramResult {
    try await world.program(
      [
        "run", ProgramWorld.uploadRule, "-l", world.library, "--url", server.url(answers),
        "--allow", "network",
      ] + further
    ).result()
  }

  /// Runs a rule that gives up at once.
  private func runImpatient(
    _ answers: String, _ options: String = "", of name: String = "a b.png"
  ) async throws -> ProgramResult {
    let rule = try world.rule(
      """
      return pipeline {
        wants = { network = "to send" },
        source {},
        filter { filename = like("\(name)") },
        webhook { url = "\(server.url(answers))", body = "file", retries = 0, \(options) },
      }

      """)
    return try await world.run("run", rule, "-l", world.library, "--allow", "network")
  }

  private struct Known: Decodable {
    let filename: String
    let sha256: String
  }

  private func digests() async throws -> [String: String] {
    let known: [Known] = try await world.run(
      "find", "-l", world.library, "--format", "ndjson", "--fields", "filename,sha256"
    ).decodedLines()
    return Dictionary(uniqueKeysWithValues: known.map { ($0.filename, $0.sha256) })
  }

  /// They are sent in batches, which become larger.
  @Test func manyFilesArrive() async throws {
    for number in 3...50 { try world.picture("\(number).png", seed: UInt64(number)) }
    let result = try await run("200/")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 50)
    #expect(try Set(server.requests.map(\.sha256)) == Set(await digests().values))
  }

  @Test func listsWithoutAURL() async throws {
    let result = try await world.run("run", ProgramWorld.uploadRule, "-l", world.library)
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 2)
    #expect(try server.requests.isEmpty)
  }

  @Test func eachFileArrivesOnceUnderItsName() async throws {
    let result = try await run("200/", "--header", "X-Token: 1")
    #expect(result.status == .exited(0), "\(result.errorText)")
    let requests = try server.requests
    #expect(Set(requests.map(\.path)) == ["/200/a%20b.png", "/200/%C3%B6.png"])
    let known = try await digests()
    #expect(Set(requests.map(\.sha256)) == Set(known.values))
    for request in requests {
      #expect(request.method == "PUT")
      #expect(request.headers["content-type"] == "image/png")
      #expect(request.headers["content-length"] != nil)
      #expect(request.headers["x-token"] == "1")
    }
    #expect(try await run("200/", "--header", "X-Token: 1").status == .exited(0))
    #expect(try server.requests.count == 2)
  }

  @Test func theEndSaysWhatWasSent() async throws {
    let origin = server.url("").dropLast()
    let first = try await run("200/")
    #expect(first.errorText.contains("sent 2 files ("))
    #expect(first.errorText.contains(") to \(origin)\n"), "\(first.errorText)")
    try world.picture("new.png", seed: 3)
    let second = try await run("200/")
    #expect(second.errorText.contains("sent 1 file ("))
    #expect(
      second.errorText.contains(") to \(origin); 2 were sent before\n"), "\(second.errorText)")
    let third = try await run("200/")
    #expect(
      third.errorText.contains("sent nothing to \(origin), as 3 were sent before\n"),
      "\(third.errorText)")
    #expect(!(try await run("200/", "--quiet").errorText.contains("sent")))
  }

  @Test func aFormHasTheFile() async throws {
    let result = try await run("200", "--form", "photo")
    #expect(result.status == .exited(0), "\(result.errorText)")
    let request = try #require(try server.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/200")
    #expect(request.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    #expect(request.body.contains("name=\"photo\"; filename=\"a b.png\""))
    #expect(request.body.contains("Content-Type: image/png"))
    #expect(request.body.contains("picture 1"))
  }

  @Test func theOutboxHasThePathAndNotTheBytes() async throws {
    let failed = try await runImpatient("503/200")
    #expect(failed.status == .exited(3))
    let kept = ["", "-wal"].compactMap { FileManager.default.contents(atPath: world.ledger + $0) }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(kept.contains("/pictures/a%20b.png"))
    #expect(!kept.contains("picture 1"))
    let again = try await runImpatient("503/200")
    #expect(again.status == .exited(0), "\(again.errorText)")
    #expect(try server.requests.count == 2)
    let known = try await digests()
    #expect(try server.requests.last?.sha256 == known["a b.png"])
  }

  @Test func aFileThatChangedMeanwhileIsToldAndNotSent() async throws {
    _ = try await runImpatient("503/200")
    try world.picture("a b.png", seed: 9)
    let result = try await runImpatient("503/200")
    let reason = "a b.png\" of an earlier run: the file changed since it was to be sent"
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    // The file as it is now is another one, which is sent.
    let requests = try server.requests
    #expect(requests.count == 2)
    let known = try await digests()
    #expect(requests.last?.sha256 == known["a b.png"])
  }

  @Test func aFileThatWentAwayIsTold() async throws {
    _ = try await runImpatient("503/200")
    try FileManager.default.removeItem(atPath: world.path("pictures/a b.png"))
    let result = try await runImpatient("503/200")
    #expect(
      result.errorText.contains("the file can't be opened any more: no such file or folder"),
      "\(result.errorText)")
    #expect(try server.requests.count == 1)
  }

  @Test(.withoutSanitizer("its shadow exceeds every bound of memory"))
  func aLargeFileIsSentInPieces() async throws {
    try #require(truncate(world.path("pictures/a b.png"), 300 << 20) == 0)
    // Less memory than the file has bytes, for the tool and for curl.
    let rule = try world.rule(
      """
      return pipeline {
        wants = { network = "to send" },
        source {},
        filter { filename = "a b.png" },
        webhook { url = "\(server.url("200"))", body = "file" },
      }

      """)
    let result = try await world.shell(
      "ulimit -d 250000; $shotflow run '\(rule)' -l pictures --allow network"
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try server.requests.first?.headers["content-length"] == "\(300 << 20)")
  }

  /// The fifth message is the second of a batch of four.
  @Test func anAnswerWithoutAnEndCostsItsOwnMessage() async throws {
    for number in 3...7 { try world.picture("\(number).png", seed: UInt64(number)) }
    let result = try await runImpatient("endless-5/", "timeout = \"10s\"", of: "*")
    #expect(result.status == .exited(3))
    #expect(result.lines.count == 6, "\(result.errorText)")
    let reason = "answered with status 200, but not to the end: Operation timed out"
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    #expect(try server.requests.count == 7)
  }

  @Test func anAnswerBeforeTheEndOfAFileIsNone() async throws {
    try #require(truncate(world.path("pictures/a b.png"), 64 << 20) == 0)
    let result = try await runImpatient("early")
    #expect(result.status == .exited(3))
    #expect(result.text == "")
    #expect(result.errorText.contains("it waits in the outbox"), "\(result.errorText)")
  }

  @Test func mistakesAreTold() async throws {
    for (options, reason) in [
      ("form = \"file\"", "form is about files; write body = \"file\""),
      ("body = \"file\", json = { a = \"b\" }", "json is about records"),
      ("body = \"file\", form = \"a b\"", "is no name of a field"),
    ] {
      let rule = try world.rule(
        """
        return pipeline {
          wants = { network = "to send" },
          source {}, webhook { url = "https://example.org/", \(options) },
        }

        """)
      let result = try await world.run("check", rule)
      #expect(result.status != .exited(0))
      #expect(result.errorText.contains(reason), "\(result.errorText)")
    }
    let header = try await run("200", "--header", "nonsense")
    #expect(header.errorText.contains("--header takes a name, a colon and a value"))
  }

  @Test func theQuestionNamesFiles() async throws {
    let result = try await world.run(
      "explain", ProgramWorld.uploadRule, "-l", world.library, "--url", "https://example.org/in/")
    #expect(result.text.contains("files to https://example.org, 4 retries"), "\(result.text)")
  }
}
