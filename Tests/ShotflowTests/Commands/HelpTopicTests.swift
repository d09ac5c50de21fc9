import ProgramSupport
import TestSupport
import Testing

/// The subjects that `help` explains beside the commands.
@Suite struct HelpTopicTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Returns the topics that help lists below the commands.
  private func topics() async throws -> [String] {
    let lines = try await world.run("help", "all").lines
    let title = try #require(lines.firstIndex { $0.hasPrefix("TOPICS:") })
    let topics = lines[title...].compactMap { $0.firstMatch(of: /^  ([a-z-]+)\s/)?.1 }
    #expect(topics.contains("dates") && topics.count > 5)
    return topics.map(String.init)
  }

  /// The help of commands has a column for their options, which the width of a terminal may lack.
  @Test(arguments: ["-5", "0", "1", "27", "9223372036854775807", "x"])
  func anyWidthHasHelp(columns: String) async throws {
    for line in [["help", "all"], ["find", "--help"], ["help", "fields"], ["run", "--help"]] {
      var program = world.program(line)
      program.environment["COLUMNS"] = columns
      let result = try await program.result()
      #expect(result.status == .exited(0) && result.errorText == "", "\(line)")
      #expect(!result.text.isEmpty)
    }
  }

  @Test func eachTopicIsPrinted() async throws {
    for topic in try await topics() {
      let result = try await world.run("help", topic)
      #expect(result.status == .exited(0) && result.errorText == "")
      let long = result.lines.filter { $0.count > 80 }
      #expect(long == [])
      // Prose is short; fields, stages, tests and variables are as many as there are.
      #expect(
        result.lines.count <= 40 || ["fields", "stages", "tests", "environment"].contains(topic))
      #expect(!result.text.contains("USAGE"))
      for match in result.text.matches(of: /docs\/[a-z\/]+\.md/) {
        #expect(Checkout.has(String(match.0)), "\(match.0)")
      }
    }
  }

  @Test(arguments: [40, 200] as [UInt16])
  func aTopicFitsTheTerminal(columns: UInt16) async throws {
    for topic in ["exit-status", "environment", "formats", "permission"] {
      let result = try await world.program(
        ["help", topic, "--color", "never"], terminal: Terminal(columns: columns)
      ).result()
      let lines = result.errorText.replacing(/\x1B\[[0-9]*m/, with: "")
        .split(whereSeparator: \.isNewline)
      let long = lines.filter { $0.count > min(80, Int(columns)) && !$0.contains("shotflow ") }
      #expect(long == [], "\(topic)")
    }
  }

  @Test func theTopicsAreListedBelowAllCommands() async throws {
    let lines = try await world.run("help", "all").lines
    let title = try #require(lines.firstIndex { $0.hasPrefix("TOPICS:") })
    let run = try #require(lines.firstIndex { $0.hasPrefix("  run ") })
    #expect(run < title)
    for topic in try await topics() {
      #expect(lines[title...].contains { $0.hasPrefix("  \(topic) ") })
    }
    #expect(try await !world.run("help", "run").text.contains("TOPICS:"))
    #expect(try await !world.run("ledger", "--help").text.contains("TOPICS:"))
  }

  @Test func tablesAreThoseOfTheirCommands() async throws {
    for topic in ["exit-status", "environment"] {
      #expect(try await world.run("help", topic).text == world.run(topic).text)
    }
    let both = try await world.run("help", "dates", "pipes")
    #expect(both.lines.contains("More: docs/guide/dates.md"))
    #expect(both.lines.contains("More: docs/guide/pipes.md"))
  }

  @Test func whatAToolAddsIsInThem() async throws {
    let stages = try await world.ownTool("help", "stages").text
    #expect(stages.contains("  every      lets every nth asset through\n"))
    #expect(stages.contains("  own-tool stages filter\n"))
    #expect(try await world.ownTool("help", "fields").text.contains("stars of a catalogue"))
    var program = world.program(["help", "environment"])
    program.executable = Products.ownTool
    program.environment.merge(["OWN_TOOL_NAME": "mine", "OWN_TOOL_STATE": "my"]) { $1 }
    let variables = try await program.result().text
    #expect(variables.contains("where my/config.lua") && variables.contains("where mine keeps"))
  }

  @Test(arguments: [
    (["help", "dats"], "did you mean \"dates\"?"),
    (["help", "formts"], "did you mean \"formats\"?"),
    (["help", "runn"], "did you mean \"run\"?"),
    (["help", "frobnicate"], "\"shotflow help\" lists the commands and topics"),
    // A topic is no command.
    (["dates"], "no command or rule is called \"dates\""),
  ])
  func anUnknownWordGetsTheNearest(words: [String], remedy: String) async throws {
    let result = try await world.program(words).result()
    #expect(result.status == .exited(64) && result.text == "")
    #expect(result.errorText.contains(remedy), "\(result.errorText)")
  }
}
