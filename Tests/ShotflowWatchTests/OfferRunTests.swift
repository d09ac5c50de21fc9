import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The outcome of an offer, which decides about all later stages and programs.
@Suite(.timeLimit(.minutes(5))) struct OfferRunTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func pictures(_ count: Int) throws {
    for number in 1...count { try world.picture("\(number).png", seed: UInt64(number)) }
  }

  private func ask(_ stages: String, _ words: String...) throws -> RunningProgram {
    let rule = try world.libraryRule(stages)
    return try world.program(
      ["run", rule, "--library", world.library] + words, terminal: Terminal(showsOutput: false)
    ).start()
  }

  /// The names of files in a folder; none where there is no such folder.
  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: world.path(folder))) ?? []).sorted()
  }

  private static let together =
    "dedupe { memory = \"kept\" }, notify { dismiss = \"20m\", together = true }"

  // MARK: - What goes on

  /// `shotflow run rules/recent.lua | jq -r .path | xargs send` never sends what was refused.
  @Test(
    .needs(.program("jq")),
    arguments: [("\r", 0), ("\u{1B}", 1), ("n", 1), ("", 1), ("\u{3}", 130)] as [(String, Int32)])
  func aPipeSendsWhatWasTakenAlone(_ keys: String, _ status: Int32) async throws {
    let path = try world.picture()
    let program = try world.shell(
      """
      trap : INT
      { trap : INT; "$shotflow" run '\(ProgramWorld.recentRule)' --library pictures --now \(ProgramWorld.now) \
        --dismiss \(keys == "" ? "300ms" : "20m") --exit-status; echo $? > status; } \
        | { trap '' INT; jq -r .path; } | { trap '' INT; xargs -r -d '\\n' printf 'sent %s\\n' > sent; }
      """, terminal: Terminal(showsOutput: false)
    ).start()
    if keys != "" {
      #expect(await program.showed("Esc"))
      program.send(keys)
    }
    _ = await program.result()
    #expect(try world.directory.text(of: "status") == "\(status)\n")
    #expect(try world.directory.text(of: "sent") == (status == 0 ? "sent \(path)\n" : ""))
  }

  @Test func onlyWhatWasAcceptedIsCopiedAndGivenToPrograms() async throws {
    try pictures(3)
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "to mark it" },
        source {},
        notify { title = "Take?", dismiss = "20m", keep = "all" },
        exec { "sh", "-c", "echo started >&2; sed 's/^{/{\\"marked\\":true,/'" },
        load { file = "copy" },
      }
      """)
    let words = ["run", rule, "--library", world.library, "--out", "out", "--allow", "exec"]
    let program = try world.program(
      words + ["--exit-status"], terminal: Terminal(showsOutput: false)
    ).start()
    for (number, key) in [(1, "n"), (2, "\r"), (3, "q")] {
      #expect(await program.showed("Take?  \(number).png"))
      #expect(!program.errorOutput.contains("started") || number == 3)
      program.send(key)
    }
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("started"))
    #expect(names(in: "out") == ["2.png"])
    let marked = result.lines.filter { $0.contains("\"marked\":true") }
    #expect(marked.count == 1 && marked[0].contains("2.png"))
    let outcomes = try result.records().map { "\($0.filename ?? "") \($0.prompt?.outcome ?? "")" }
    #expect(outcomes.sorted() == ["1.png dismissed", "2.png accepted", "3.png dismissed"])
  }

  @Test func nothingHappensBehindARefusal() async throws {
    try pictures(2)
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "to send it", write = "to send it" },
        source {},
        notify { title = "Take?", dismiss = "20m", keep = "all" },
        exec { "sh", "-c", "touch \(world.path("started")); cat" },
      }
      """)
    let words = [
      "run", rule, "--library", world.library, "--allow", "exec", "--allow", "write",
      "--exit-status",
    ]
    let program = try world.program(words, terminal: Terminal(showsOutput: false)).start()
    for number in 1...2 {
      #expect(await program.showed("Take?  \(number).png"))
      program.send("n")
    }
    let result = await program.result()
    #expect(result.status == .exited(1))
    #expect(result.lines.count == 2)
    #expect(!FileManager.default.fileExists(atPath: world.path("started")))
  }

  @Test func withoutAUserToAskNothingIsActedOnUnlessTheRuleSaysSo() async throws {
    try pictures(2)
    func stages(_ options: String) -> String {
      "notify { \(options) }, load { file = \"copy\" }"
    }
    let words = ["--library", world.library, "--out", world.path("out"), "--exit-status"]
    let careful = try await world.program(
      ["run", try world.libraryRule(stages(""))] + words
    ).result()
    #expect(careful.status == .exited(0))
    #expect(try careful.records().map(\.prompt?.outcome) == ["delivered", "delivered"])
    #expect(names(in: "out") == [])
    #expect(
      careful.errorText
        == "shotflow: 2 assets were delivered without a question, so load did nothing"
        + " with them; notify { unattended = true } allows that\n")
    let bold = try await world.program(
      ["run", try world.libraryRule(stages("unattended = true"))] + words
    ).result()
    #expect(bold.errorText == "")
    #expect(names(in: "out") == ["1.png", "2.png"])
  }

  @Test(arguments: [("", ", unattended = true", ["2.png"]), (", unattended = true", "", ["1.png"])])
  func ofTwoOffersEachAllowsForItsOwnAssets(
    _ first: String, _ second: String, _ copied: [String]
  ) async throws {
    try pictures(2)
    let offers =
      "notify { when = { filename = \"1.png\" }\(first) },"
      + " notify { when = { filename = \"2.png\" }\(second) }"
    let rule = try world.libraryRule("\(offers), load { file = \"copy\" }")
    let result = try await world.run("run", rule, "-l", world.library, "--out", world.path("out"))
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.prompt?.outcome) == ["delivered", "delivered"])
    #expect(names(in: "out") == copied)
    #expect(
      try await world.run("explain", rule).text.contains(
        "acts on what was accepted, or delivered where its notify allows that"))

    // A program between them changes nothing.
    let behind = try world.rule(
      """
      return pipeline {
        wants = { exec = "to see them" },
        source {}, \(offers), exec { "cat" },
        load { file = "copy" },
      }
      """)
    _ = try await world.run(
      "run", behind, "-l", world.library, "--out", world.path("other"), "--allow", "exec")
    #expect(names(in: "other") == copied)
  }

  @Test func picturesForTheUserAreMadeOfWhatWasTakenAlone() async throws {
    try pictures(2)
    let rule = try world.libraryRule(
      "notify { title = \"Take?\", dismiss = \"20m\", keep = \"all\" }, load { size = { 8, 8 } }")
    func answered(_ words: [String]) async throws -> ProgramResult {
      let program = try world.program(
        ["run", rule, "-l", world.library] + words, terminal: Terminal(showsOutput: false)
      ).start()
      for (number, key) in [(1, "n"), (2, "\r")] {
        #expect(await program.showed("Take?  \(number).png"))
        program.send(key)
      }
      return await program.result()
    }
    let written = try await answered(["--out", world.path("out")])
    #expect(names(in: "out").count == 1)
    #expect(try written.records().map { $0.image == nil } == [true, false])
    // What is made for the cache is the run's own.
    #expect(try await answered([]).records().allSatisfy { $0.image != nil })
    // Without a terminal they were not accepted.
    let alone = try await world.run("run", rule, "-l", world.library, "--out", world.path("none"))
    #expect(names(in: "none") == [])
    #expect(alone.errorText.contains("so load did nothing with them"))
    let cached = try await world.run("run", rule, "-l", world.library)
    #expect(cached.errorText == "")
    #expect(try cached.records().allSatisfy { $0.image != nil })
  }

  @Test func explainSaysWhatActsAndOnWhat() async throws {
    func lines(_ stages: String) async throws -> [String] {
      let rule = try world.rule("return pipeline { \(stages), load { file = \"copy\" } }")
      return try await world.run("explain", rule).lines.filter { $0.hasPrefix("load") }
    }
    #expect(try await lines("source {}") == ["load     in order, acts, reads stat: copy"])
    #expect(
      try await lines("source { stdin = true }")
        == ["load     in order, acts on what was not refused, reads stat: copy"])
    #expect(
      try await lines("source {}, notify {}")
        == ["load     in order, acts on what was accepted, reads stat: copy"])
    #expect(
      try await lines("source {}, notify { unattended = true }")
        == ["load     in order, acts on what was accepted or delivered, reads stat: copy"])
  }

  @Test func aFunctionReadsThePrompt() async throws {
    try pictures(2)
    let program = try ask(
      """
      notify { title = "Take?", dismiss = "20m", keep = "all" },
      classify { answer = function(a) return a.prompt.outcome .. " " .. (a.prompt.action or "-") end },
      filter(function(a) return a.prompt.rule == "rule" and a.prompt.offeredAt ~= nil end)
      """)
    for (number, key) in [(1, "n"), (2, "\r")] {
      #expect(await program.showed("Take?  \(number).png"))
      program.send(key)
    }
    let result = await program.result()
    #expect(result.lines.count == 2)
    #expect(result.lines.first?.contains("\"answer\":\"dismissed -\"") == true)
    #expect(result.lines.last?.contains("\"answer\":\"accepted default\"") == true)
  }

  @Test func anotherRunReadsThePrompt() async throws {
    try pictures(3)
    let program = try ask("notify { title = \"Take?\", dismiss = \"20m\", keep = \"all\" }")
    for (number, key) in [(1, "n"), (2, "\r"), (3, "n")] {
      #expect(await program.showed("Take?  \(number).png"))
      program.send(key)
    }
    let records = await program.result().text
    let chosen = try world.inputRule("filter { prompt = { outcome = \"accepted\" } }")
    let read = try await world.run("run", chosen, input: records)
    #expect(try read.records().map(\.filename) == ["2.png"])
    // A copy is not made of what was refused there.
    let copy = try world.inputRule("load { file = \"copy\" }")
    let copied = try await world.run("run", copy, "--out", "out", input: records)
    #expect(copied.lines.count == 3)
    #expect(names(in: "out") == ["2.png"])
  }

  @Test func theSummaryTellsHowOffersEnded() async throws {
    try pictures(3)
    let program = try ask("notify { title = \"Take?\", dismiss = \"20m\" }", "--stats")
    for (number, key) in [(1, "n"), (2, "\r"), (3, "n")] {
      #expect(await program.showed("Take?  \(number).png"))
      program.send(key)
    }
    #expect(await program.result().errorText.contains("offered: 1 accepted, 2 dismissed"))
  }

  // MARK: - Several together

  @Test(
    arguments: [
      ("\r", "", ["accepted", "accepted", "accepted"]), ("n", "", []),
      ("c", "\t\u{1B}[B\t|\r", ["accepted", "accepted"]), ("c", "\u{1B}", []),
    ] as [(String, String, [String])])
  func severalAreOneQuestion(_ key: String, _ choice: String, _ outcomes: [String]) async throws {
    try pictures(3)
    let program = try ask(Self.together, "--exit-status")
    #expect(await program.showed("Take these?  3 photos  [Return takes all"))
    #expect(try await world.ledgerEntries().map(\.state) == ["offered", "offered", "offered"])
    program.send(key)
    for (place, line) in choice.split(separator: "|").enumerated() {
      #expect(await program.showed(place == 0 ? "0 marked, 3 of 3 listed" : "2 marked, 3 of 3"))
      program.send(String(line))
    }
    let result = await program.result()
    #expect(result.status == .exited(outcomes.isEmpty ? 1 : 0))
    #expect(try result.records().map(\.prompt?.outcome) == outcomes)
    let states = try await world.ledgerEntries().map(\.state).sorted()
    #expect(
      states == outcomes + Array(repeating: "dismissed", count: 3 - outcomes.count))
  }

  @Test func tenThousandTakeLittleMemoryAndScreen() async throws {
    let count = Effort.isFull ? 10_000 : 3000
    try world.directory.makeFolder("many")
    for number in 1...count { try world.directory.write("\(number)", to: "many/\(number).txt") }
    let rule = try world.libraryRule(Self.together)
    var watched = world.program(
      ["run", rule, "--everything", "--library", world.path("many"), "--progress", "none"],
      terminal: Terminal(showsOutput: false))
    watched.isMemoryWatched = true
    let program = try watched.start()
    #expect(await program.showed("\(count / 1000),000 items"))
    program.send("c")
    #expect(await program.showed("0 marked, \(count) of \(count) listed"))
    program.send("\u{1}\t")
    #expect(await program.showed("\(count - 1) marked, \(count) of \(count) listed"))
    program.send("\r")
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.lines.count == count - 1)
    #expect(result.errorText.utf8.count < 20_000)
    if let peak = result.peakMemory, Sanitizer.slowness == 1 { #expect(peak < 100 << 20) }
    #expect(try await world.ledgerEntries().count == count)
  }

  // MARK: - Questions without an answer

  /// Those that end a run in order, and those that end the program as SIGKILL does.
  private static let orderly = [SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGXCPU]
  private static let abrupt = [SIGKILL, SIGQUIT, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO, SIGSYS]

  @Test(arguments: orderly + abrupt, [false, true])
  func onlyCtrlCDecidesNothing(_ signal: Int32, _ isTogether: Bool) async throws {
    try pictures(3)
    let program = try ask(
      isTogether ? Self.together : "dedupe { memory = \"kept\" }, notify { dismiss = \"20m\" }")
    #expect(await program.showed("Esc"))
    let result = await program.end(by: signal)
    #expect(
      result.status == (Self.orderly.contains(signal) ? .exited(130) : .killed(signal: signal)))
    #expect(result.text == "")
    let asked = signal == SIGINT ? 0 : isTogether ? 3 : 1
    #expect(
      try await world.ledgerEntries().map(\.state)
        == Array(repeating: "unconfirmed", count: asked))
    let again = try await world.run("run", world.path("rule.lua"), "--library", world.library)
    #expect(try again.records().count == 3 - asked)
  }

  @Test func ctrlCInTheChooserDecidesNothing() async throws {
    try pictures(3)
    let program = try ask(Self.together)
    #expect(await program.showed("c chooses"))
    program.send("c")
    #expect(await program.showed("0 marked"))
    program.send("\t")
    #expect(await program.showed("1 marked"))
    program.send("\u{3}")
    let result = await program.result()
    #expect(result.status == .exited(130))
    #expect(try await world.ledgerEntries().isEmpty)
  }

  @Test(arguments: ["", "\r", "n", "c"], [false, true])
  func aTerminalThatGoesAwayLosesNothingAndAsksNothingTwice(
    _ keys: String, _ isTogether: Bool
  ) async throws {
    try pictures(3)
    let program = try ask(
      isTogether ? Self.together : "dedupe { memory = \"kept\" }, notify { dismiss = \"20m\" }")
    #expect(await program.showed("Esc"))
    program.send(keys)
    program.hangUp()
    let result = await program.result()
    #expect(!result.didTimeOut)
    #expect([.exited(0), .exited(130)].contains(result.status))
    // The answer came before the end, or it did not.
    let states = Set(try await world.ledgerEntries().map(\.state))
    let answer = keys == "\r" ? "accepted" : keys == "n" ? "dismissed" : "unconfirmed"
    #expect(!states.isEmpty && states.isSubset(of: [answer, "unconfirmed"]), "\(states)")
    let printed = try result.records().count
    let again = try await world.run("run", world.path("rule.lua"), "--library", world.library)
    let listed = try await world.ledgerEntries()
    #expect(listed.count == 3)
    #expect(try again.records().count == listed.count { $0.state == "delivered" })
    let accepted = listed.count { $0.state == "accepted" }
    // Only a run that the end of its terminal broke off leaves an answer without its record.
    #expect(result.status == .exited(0) ? printed == accepted : printed <= accepted)
  }

  @Test func aSecondRunIsNotAskedTheSame() async throws {
    try pictures(3)
    let first = try ask(Self.together)
    #expect(await first.showed("3 photos"))
    let second = try await world.program(
      ["run", world.path("rule.lua"), "--library", world.library, "--exit-status"],
      terminal: Terminal(showsOutput: false)
    ).result()
    #expect(second.status == .exited(1))
    #expect(!second.errorText.contains("Take these?"))
    first.send("\r")
    #expect(await first.result().lines.count == 3)
    #expect(try await world.ledgerEntries().map(\.state).allSatisfy { $0 == "accepted" })
  }
}
