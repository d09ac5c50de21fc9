import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `--format`, `--fields` and `--template`: the same records in another form.
@Suite struct FormatTests {
  /// A name with all that a shell, a terminal or a table could stumble over.
  private static let odd = "a \"b\",\tc\\d\u{1B}[2J\u{202E}\u{9B}é.png"
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func run(_ words: [String], in folder: String? = nil) async throws -> ProgramResult {
    let rule = try world.libraryRule("filter { sortedBy = \"filename\" }")
    return try await world.program(["run", rule, "-l", folder ?? world.library] + words).result()
  }

  @Test func tabsSeparateAndControlCharactersAreSpelledOut() async throws {
    try world.picture(Self.odd)
    try world.picture("plain.png", seed: 2)
    let result = try await run(["--format", "tsv", "--fields", "filename,pixelWidth,duration"])
    #expect(result.status == .exited(0))
    #expect(
      result.text == """
        filename\tpixelWidth\tduration
        a "b",\\tc\\\\d\\x1b[2J\u{202E}\\xc2\\x9bé.png\t48\t
        plain.png\t48\t

        """)
    // printf gives the very bytes of the name.
    let shell = try await world.shell(
      "\"$shotflow\" run rule.lua -l pictures --format tsv --fields path"
        + " | tail -n +2 | head -1 | bash -c 'IFS= read -r name; printf %b \"$name\"'"
    ).result()
    #expect(shell.text == world.path("pictures/\(Self.odd)"))
  }

  /// A record has only what is printed, where that is less to read: each member is as in the whole one.
  @Test func aMemberIsPrintedAsInTheWholeRecord() async throws {
    let library = world.path("Some.photoslibrary")
    let made = try await RunProgram(
      Products.makeSamples, ["photos", library, "--count", "40", "--whole", "--pictures"]
    ).result()
    #expect(made.status == .exited(0), "\(made.errorText)")
    func records(_ words: [String]) async throws -> [[String: Any]] {
      try await run(words, in: library).lines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }
    let whole = try await records([])
    let names = Set(whole.flatMap(\.keys)).subtracting(["v", "kind"]).sorted()
    #expect(names.count > 20)
    for part in [names.filter { $0 != "path" }, ["path"], ["localIdentifier", "location"]] {
      let expected = whole.map { NSDictionary(dictionary: $0.filter { part.contains($0.key) }) }
      let printed = try await records(["--fields", part.joined(separator: ",")])
      #expect(printed.map(NSDictionary.init(dictionary:)) == expected)
    }
  }

  @Test func commasFollowTheStandard() async throws {
    try world.picture(Self.odd)
    try world.picture("two\nlines.png", seed: 2)
    let result = try await run(["--format", "csv", "--fields", "filename,mediaSubtypes"])
    let doubled = Self.odd.replacingOccurrences(of: "\"", with: "\"\"")
    #expect(
      result.text == "filename,mediaSubtypes\r\n\"\(doubled)\",\"\"\r\n\"two\nlines.png\",\"\"\r\n")
    #expect(try await run(["--format=csv"]).lines.first?.hasPrefix("localDate,filename,") == true)
  }

  @Test func aListIsOneTextOfJSON() async throws {
    try world.picture("a.png")
    try world.picture("b.png", seed: 2)
    let all = try await run(["--format", "json"])
    let records = try JSONDecoder().decode([PrintedRecord].self, from: Data(all.output))
    #expect(records.map(\.filename) == ["a.png", "b.png"])
    let some = try await run(["--format", "json", "--fields", "filename,duration"])
    #expect(some.text == "[\n{\"filename\":\"a.png\"},\n{\"filename\":\"b.png\"}\n]\n")
    try world.directory.makeFolder("none")
    #expect(try await run(["--format", "json"], in: world.path("none")).text == "[]\n")
    #expect(try await run(["--format", "tsv"], in: world.path("none")).lines.count == 1)
    #expect(try await run(["--format", "paths"], in: world.path("none")).text == "")
  }

  @Test func aListIsWholeAfterCtrlC() async throws {
    let program = try world.program(
      ["run", try world.inputRule(), "--format", "json"]
    ).start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(130))
    #expect(try JSONDecoder().decode([PrintedRecord].self, from: Data(result.output)).count == 1)
  }

  @Test func pipelinesInARowGiveOneList() async throws {
    try world.picture("a.png")
    let rule = try world.rule(
      """
      return pipeline {
        source {}, filter { mediaType = "image" },
        next = pipeline { source {}, filter { mediaType = "image" } },
      }
      """)
    let words = ["run", rule, "-l", world.library, "--format"]
    let list = try await world.program(words + ["json"]).result()
    #expect(try JSONDecoder().decode([PrintedRecord].self, from: Data(list.output)).count == 2)
    let table = try await world.program(words + ["tsv", "--fields", "filename"]).result()
    #expect(table.lines == ["filename", "a.png", "a.png"])
  }

  @Test func bytesOfNamesSurvive() async throws {
    let bytes: [UInt8] = [0xFF, 0x0A] + Array(".png".utf8)
    try await name("copy.png", bytes)
    let zero = try await run(["--format", "paths0"])
    #expect(zero.output == Array(world.path("pictures/").utf8) + bytes + [0])
    #expect(try await run(["--format", "paths", "-0"]).output == zero.output)
    let tabs = try await run(["--format", "tsv", "--fields", "filename"])
    #expect(tabs.lines == ["filename", "\\xff\\n.png"])
    let commas = try await run(["--format", "csv", "--fields", "filename"])
    #expect(commas.text == "filename\r\n\"\u{FFFD}\n.png\"\r\n")
    let fields = try await run(["--fields", "filename"])
    #expect(fields.text.contains("\"filenameBytes\":\"\(Data(bytes).base64EncodedString())\""))
    let line = try await run(["--template", "{filename}", "-0"])
    #expect(line.output == bytes + [0])
  }

  @Test func aLineEndInAPathIsNotPassedOver() async throws {
    try world.picture("two\nlines.png")
    try world.picture("plain.png", seed: 2)
    let result = try await run(["--format", "paths"])
    #expect(result.status == .exited(3))
    #expect(result.lines == [world.path("pictures/plain.png")])
    #expect(result.errorText.contains("--format paths0"))
    // What was not printed is not remembered either.
    let rule = try world.libraryRule("dedupe { memory = \"once\" }", named: "once.lua")
    let words = ["run", rule, "-l", world.library, "--format"]
    #expect(try await world.program(words + ["paths"]).result().lines.count == 1)
    let rest = try await world.program(words + ["paths0"]).result()
    #expect(rest.output == Array(world.path("pictures/two\nlines.png").utf8) + [0])
  }

  @Test func aTemplateWritesDatesByTheirClock() async throws {
    _ = try world.inputRule()
    let record =
      #"{"path":"x/a.jpg","filename":"a.jpg","mediaType":"image","creationDate":"2015-09-27T21:29:28Z","#
      + #""localDate":"2015-09-28T01:29:28.000+04:00","keywords":["a","b"],"location":{"latitude":54.5,"longitude":7},"#
      + #""prompt":{"rule":"r","outcome":"accepted"},"mood":"gr\u00fcn","isFavorite":true}"#
    try world.directory.write(record + "\n", to: "input")
    let lines = [
      ("{localDate:%Y-%m-%d %H:%M %z}", "2015-09-28 01:29 +0400"),
      ("{creationDate:%F %T}", "2015-09-27 21:29:28"), ("{localDate:%G-W%V %j}", "2015-W40 271"),
      ("{{{filename}}}", "{a.jpg}"), ("{prompt.outcome}/{location.latitude}", "accepted/54.5"),
      ("{keywords} {duration}|{isFavorite}", "a,b |true"),
      ("{location}", #"{"latitude":54.5,"longitude":7}"#),
      ("{mood}", "grün"),
    ]
    for (template, line) in lines {
      let result = try await world.shell(
        "\"$shotflow\" run rule.lua --template '\(template)' < input"
      ).result()
      #expect(result.text == line + "\n", "\(template)")
    }
  }

  @Test(
    arguments: [
      (["--format", "tvs"], "did you mean \"tsv\"?"),
      (["--fields", "filenam"], "the records have no \"filenam\"; did you mean \"filename\"?"),
      (["--fields", "prompt.outcom"], "did you mean \"prompt.outcome\"?"),
      (["--fields", "filename,,path"], "--fields takes names"),
      (["--format", "paths", "--fields", "path"], "leave out --fields"),
      (["--template", "{filenam}"], "did you mean \"filename\"?"),
      (["--template", "{filename"], "is not closed"), (["--template", "a}"], "closes nothing"),
      (["--template", "{}"], "names no field"),
      (["--template", "{filename:%Y}"], "\"filename\" is not a date"),
      (["--template", "{localDate:%Q}"], "a date has no \"%Q\""),
      (["--template", "x", "--format", "tsv"], "--template is a format of its own"),
    ] as [([String], String)])
  func whatNoRecordHasIsRefusedBeforeTheRun(_ words: [String], _ message: String) async throws {
    try world.picture("a.png")
    let result = try await run(words)
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorLines.count { $0.hasPrefix("shotflow: ") } == 1)
  }

  @Test func recordsFromElsewhereMayHaveAnything() async throws {
    _ = try world.inputRule()
    let input = #"{"path":"a","mediaType":"image","mood":"calm"}"# + "\n"
    let known = try await world.program(
      ["run", "rule.lua", "--format", "tsv", "--fields", "mood,path"], input: input.utf8
    ).result()
    #expect(known.lines == ["mood\tpath", "calm\ta"] && known.errorText == "")
    let slip = try await world.program(
      ["run", "rule.lua", "--format", "tsv", "--fields", "filenam"], input: input.utf8
    ).result()
    #expect(slip.status == .exited(0))
    #expect(slip.errorText.contains("did you mean \"filename\"?"))
  }

  @Test func whatARuleAddsIsAColumn() async throws {
    try world.picture("a.png")
    let rule = try world.libraryRule(
      "classify { wide = { pixelWidth = at_least(1) }, ratio = function(a) return a.pixelWidth / a.pixelHeight end }"
    )
    let words = ["run", rule, "-l", world.library, "--format", "tsv"]
    let named = try await world.program(words + ["--fields", "ratio,labels"]).result()
    #expect(named.lines == ["ratio\tlabels", "1.5\tratio,wide"])
    let all = try await world.program(words).result()
    #expect(all.lines.first?.split(separator: "\t").contains("ratio") == true)
  }

  @Test func programsGetRecordsWhateverIsPrinted() async throws {
    try world.picture("a.png")
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "cat passes records on" },
        source {}, exec { "cat" },
      }
      """)
    let result = try await world.program(
      ["run", rule, "-l", world.library, "--allow", "exec", "--format", "paths"]
    ).result()
    #expect(result.lines == [world.path("pictures/a.png")], "\(result.errorText)")
  }

  @Test func offersCountTheSameInEveryForm() async throws {
    for format in ["ndjson", "json", "tsv", "csv", "paths", "paths0", "table"] {
      let world = try ProgramWorld()
      try world.picture()
      #expect(try await world.runRecent("--format", format).status == .exited(0))
      #expect(try await world.ledgerEntries().count == 1, "\(format)")
      #expect(try await world.runRecent("--format", format).status == .exited(1), "\(format)")
    }
  }

  @Test func changesAndTheirTokenHaveColumns() async throws {
    try world.picture("a.png")
    let words = ["run", ProgramWorld.changesRule, "-l", world.library, "--format"]
    let table = try await world.program(words + ["tsv"]).result()
    #expect(table.status == .exited(0), "\(table.errorText)")
    let rows = table.lines.map { $0.components(separatedBy: "\t") }
    #expect(rows.count == 3)
    #expect(rows[0].last == "token" && rows[1][0] == "inserted" && rows[2].last?.count == 36)
    #expect(rows[1].contains("a.png"))
    let paths = try await world.program(words + ["paths"]).result()
    #expect(paths.lines == [world.path("pictures/a.png")] && paths.status == .exited(0))
    let wrong = try await world.program(words + ["tsv", "--fields", "filename"]).result()
    #expect(wrong.errorText.contains("did you mean \"asset.filename\"?"))
  }

  @Test func otherListsHaveFormatsToo() async throws {
    try world.picture("a.png", in: "pictures/Trips")
    let albums = try await world.run(
      "albums", world.library, "--skip-empty", "--format", "tsv", "--fields", "title,count")
    #expect(albums.lines.contains("Trips\t1"))
    let none = try await world.run("albums", world.library, "--format", "paths")
    #expect(none.status == .exited(64) && none.errorText.contains("no paths"))
    try world.picture()
    _ = try await world.runRecent()
    let ledger = try await world.run("ledger", "list", "--template", "{state} {filename}")
    #expect(ledger.text == "delivered \(ProgramWorld.screenshot)\n")
    let rule = try world.rule("return pipeline { source { library = \"pictures\" } }")
    _ = try await world.run("auth", "grant", rule)
    let status = try await world.run("auth", "status", "--format", "csv", "--fields", "status,rule")
    #expect(status.text == "status,rule\r\nauthorized,rule\r\n")
    let log = try await world.run("auth", "log", "--fields", "statu")
    #expect(log.errorText.contains("did you mean \"status\"?"))
  }

  /// Makes a picture with a name that Swift's texts can't hold.
  private func name(_ name: String, _ bytes: [UInt8]) async throws {
    let path = try world.picture(name)
    let folder = Array(world.path("pictures/").utf8).map { CChar(bitPattern: $0) }
    let target = folder + bytes.map { CChar(bitPattern: $0) } + [0]
    try #require(rename(path, target) == 0)
  }
}
