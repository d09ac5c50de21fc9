import ProgramSupport
import TestSupport
import Testing

/// The setting `format`: how records look on a terminal where the command line does not say.
@Suite struct ConfiguredFormatTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png")
    try world.picture("b.png", seed: 2)
    rule = try world.libraryRule("filter { sortedBy = \"filename\" }")
  }

  private func configure(_ format: String) throws {
    try world.directory.write(
      "return { format = \"\(format)\" }\n", to: "config/shotflow/config.lua")
  }

  /// The lines that a terminal shows.
  private func shown(_ words: [String]) async throws -> [String] {
    let result = try await world.program(words, terminal: Terminal(columns: 200)).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.errorText.replacing(/\x1B\[[0-9;]*m/, with: "")
      .split(whereSeparator: \.isNewline).map(String.init)
  }

  private func run(_ words: String...) async throws -> [String] {
    try await shown(["run", rule, "-l", world.library] + words)
  }

  @Test func aTerminalShowsTheFormatThatIsSet() async throws {
    try configure("ndjson")
    let lines = try await run()
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{\"v\":1,\"kind\":\"asset\"") })
    try configure("tsv")
    #expect(try await run().first?.hasPrefix("localDate\tfilename\t") == true)
    try configure("paths")
    #expect(try await run() == ["a.png", "b.png"].map { "\(world.library)/\($0)" })
    try configure("json")
    let list = try await run()
    #expect(list.first?.first == "[" && list.last?.last == "]")
  }

  @Test func theCommandLineCountsMore() async throws {
    try configure("ndjson")
    let table = try await run("--format", "table", "--fields", "filename")
    #expect(table == ["filename", "a.png", "b.png"])
    #expect(try await run("--template", "<{filename}>") == ["<a.png>", "<b.png>"])
    #expect(try await run("--fields", "filename").first == "{\"filename\":\"a.png\"}")
  }

  @Test func aTableThatIsSetNeedsNoHint() async throws {
    #expect(try await run().last?.contains("--format ndjson") == true)
    try configure("table")
    let lines = try await run()
    #expect(lines.count == 3 && lines[0].hasPrefix("localDate"))
  }

  @Test func aPipeHasLinesOfJSON() async throws {
    for format in ["table", "tsv", "paths", "json"] {
      try configure(format)
      let result = try await world.run("run", rule, "-l", world.library)
      #expect(try result.records().map(\.filename) == ["a.png", "b.png"])
      let albums = try await world.run("albums", world.library)
      #expect(albums.lines.allSatisfy { $0.hasPrefix("{\"v\":1,") })
    }
  }

  @Test func pathsAreATableWhereTheyPrintNothing() async throws {
    try configure("paths0")
    // Members that are named, and records that have no path.
    #expect(try await run("--fields", "filename").contains("a.png"))
    let albums = try await shown(["albums", world.library])
    #expect(albums.first?.contains("count  title") == true, "\(albums)")
  }

  @Test func everyCommandThatPrintsRecordsTakesIt() async throws {
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    let asking = try world.rule(
      "return pipeline { source { library = \"pictures\" } }", named: "asking.lua")
    #expect(try await world.run("auth", "grant", asking).status == .exited(0))
    #expect(try await shown(["ledger", "list"]).first?.hasPrefix("state ") == true)
    try configure("ndjson")
    for (words, kind) in [
      (["albums", world.library], "album"), (["ledger", "list"], "offer"),
      (["auth", "status"], "permission"), (["auth", "log"], "decision"),
      (["find", "-l", world.library], "asset"),
    ] {
      let result = try await world.program(words, terminal: Terminal()).result()
      #expect(result.errorText.contains("{\"v\":1,\"kind\":\"\(kind)\""), "\(words)")
    }
    // Their own tables are what is set as a table.
    try configure("table")
    #expect(try await shown(["ledger", "list"]).first?.hasPrefix("state ") == true)
  }

  @Test func explainNamesWhatHolds() async throws {
    func output(_ words: String...) async throws -> String? {
      try await shown(["explain", rule, "-l", world.library] + words)
        .last { $0.hasPrefix("output") }
    }
    #expect(try await output()?.contains("as table") == true)
    try configure("csv")
    #expect(try await output() == "output   in order, as csv")
    #expect(try await output("--format", "json") == "output   in order, as json")
    let piped = try await world.run("explain", rule, "-l", world.library)
    #expect(piped.lines.last == "output   in order, one record a line")
  }

  @Test func wrongSettingsAreReportedWhereTheyCount() async throws {
    try configure("nsjson")
    for words in [["albums", world.library], ["ledger", "list"], ["auth", "log"]] {
      let result = try await world.program(words, terminal: Terminal()).result()
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains("did you mean \"ndjson\"?"), "\(result.errorText)")
      #expect(try await world.program(words).result().status == .exited(0))
    }
  }
}
