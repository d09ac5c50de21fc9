import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules whose pictures are selected by the options of `find`.
@Suite struct RuleSelectionTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1, in: "pictures/Trips")
    try world.picture("b.png", seed: 2)
    try world.picture(seed: 3, in: "pictures/Trips")
    rule = try world.rule(
      """
      local o = options { selection = true, most = { 9, "how many" } }
      return pipeline { source {}, filter { limit = o.most } }
      """)
  }

  private func names(_ words: String...) async throws -> [String?] {
    let result = try await world.program([rule, "-l", world.library] + words).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().map(\.filename).sorted { ($0 ?? "") < ($1 ?? "") }
  }

  @Test func theOptionsOfFindChooseAmongTheAssetsOfTheRule() async throws {
    let shot = ProgramWorld.screenshot
    #expect(try await names() == [shot, "a.png", "b.png"])
    #expect(try await names("--screenshots") == [shot])
    #expect(try await names("--no-screenshots") == ["a.png", "b.png"])
    #expect(try await names("--in", "Trips", "--most", "9") == [shot, "a.png"])
    #expect(try await names("--album", "Trips", "--no-screenshots") == ["a.png"])
    #expect(try await names("--filename=B*") == [])
    #expect(try await names("--filename=b*", "--filename", "a*") == ["a.png", "b.png"])
    #expect(try await names("--taken", "2015-09", "--file-size", "1..") == [shot])
    #expect(try await names("--sort", "filename", "--limit", "1").count == 1)
  }

  @Test func explainShowsTheFilterBehindTheSource() async throws {
    let text = try await world.run("explain", rule, "-l", world.library, "--no-screenshots").text
    #expect(text.contains("mediaSubtypes == \"photoScreenshot\""), "\(text)")
    let own = try await world.run("explain", rule, "-l", world.library).text
    #expect(!own.contains("photoScreenshot"))
  }

  /// Five contents, each twice; the second copies are the later files.
  private func makeDuplicates() throws {
    for (number, name) in ["e", "d", "c", "b", "a"].enumerated() {
      let seed = UInt64(10 + number)
      try world.picture("\(name) 1.png", seed: seed, in: "pictures/First")
      try world.picture("\(name) 2.png", seed: seed, in: "pictures/Second")
    }
  }

  @Test func limitOffsetAndSortCountWhatComesOut() async throws {
    try makeDuplicates()
    func shipped(_ words: String...) async throws -> [String?] {
      let result = try await world.program(words + ["-l", world.library]).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      return try result.records().map(\.filename)
    }
    let all = ["a 2.png", "b 2.png", "c 2.png", "d 2.png", "e 2.png"]
    let keep = ["--keep-in", "First", "--sort"]
    for rule in ["duplicates", "similar"] {
      let sorted = try await shipped(rule, keep[0], keep[1], keep[2], "filename")
      #expect(sorted == all)
      let three = try await shipped(rule, keep[0], keep[1], "--limit", "3")
      #expect(three.count == 3 && Set(three).isSubset(of: all))
      let page = try await shipped(
        rule, keep[0], keep[1], keep[2], "-filename", "--offset", "1", "--limit", "2")
      #expect(page == ["d 2.png", "c 2.png"])
      // What is looked at is chosen in front: no picture has its duplicate in the same folder.
      #expect(try await shipped(rule, "--in", "Second") == [])
    }
    try world.directory.write([UInt8](), to: "pictures/z.jpg")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_443_389_368)],
      ofItemAtPath: world.path("pictures/z.jpg"))
    #expect(try await shipped("damaged", "--limit", "1") == ["z.jpg"])
    #expect(
      try await shipped("duplicates", "--limit", "2", "--trash", "--allow", "write").count == 2)
    #expect(try await shipped("duplicates").count == 3)
  }

  @Test func countPrintsTheNumberOfResults() async throws {
    try makeDuplicates()
    func text(_ words: String...) async throws -> String {
      let result = try await world.program(words + ["--count", "-l", world.library]).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(result.errorText == "")
      return result.text
    }
    #expect(try await text("duplicates") == "5\n")
    #expect(try await text("duplicates", "--groups") == "10\n")
    #expect(try await text("duplicates", "--limit", "3") == "3\n")
    #expect(try await text("similar", "--in", "First") == "0\n")
    #expect(try await text("damaged") == "0\n")
    #expect(try await text("organise") == "13\n")
    #expect(try await text(rule, "--most", "2") == "2\n")
    // It counts what is listed, and changes nothing.
    let acting = try await world.program(
      ["duplicates", "--trash", "--count", "-l", world.library]
    ).result()
    #expect(acting.status == .exited(64))
    #expect(
      acting.errorText.contains(
        "--count counts what a rule lists, and this one has the stage \"trash\""))
    #expect(try await text("duplicates") == "5\n")
    // A rule's own option of that name counts more.
    let own = try world.rule(
      "local o = options { selection = true, count = { 9, \"how many\" } }\n"
        + "return pipeline { source {}, filter { limit = o.count } }", named: "own.lua")
    let named = try await world.program([own, "--count", "2", "-l", world.library]).result()
    #expect(named.lines.count == 2)
  }

  @Test func aRuleSaysWhereTheOptionsGo() async throws {
    try makeDuplicates()
    func count(_ stages: String, _ words: String...) async throws -> Int {
      let own = try world.rule(
        "options { selection = true }\nreturn pipeline { \(stages) }", named: "own.lua")
      let result = try await world.program([own, "-l", world.library] + words).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      return result.lines.count
    }
    let behind = "source {}, dedupe { show = \"dropped\" }, load {}"
    #expect(try await count(behind, "--limit", "3") == 3)
    let front = "source {}, filter { takes = \"results\" }, dedupe { show = \"dropped\" }"
    #expect(try await count(front) == 5)
    #expect(try await count(front, "--sort", "filename", "--limit", "6") == 2)
    let late = "source {}, dedupe { show = \"dropped\" }, filter { takes = \"selection\" }"
    #expect(try await count(late, "--in", "Second") == 5)
    #expect(try await count(late, "--in", "Second", "--limit", "2") == 2)
  }

  @Test func helpAndMessagesKnowThem() async throws {
    let help = try await world.run(rule, "--help").text
    #expect(help.contains("WHICH PICTURES:\n") && help.contains("--near <"), "\(help)")
    #expect(help.contains("ORDER AND NUMBER OF THE RESULTS:\n  --sorted-by <"), "\(help)")
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(help)")
    #expect(help.contains("\n  --limit <number>    at most so many assets\n"), "\(help)")
    let wrong = try await world.run(rule, "-l", world.library, "--screenshot")
    #expect(wrong.status == .exited(64))
    #expect(
      wrong.errorText
        == "shotflow: the rule has no option \"--screenshot\"; did you mean \"--screenshots\"?\n")
    let value = try await world.run(rule, "-l", world.library, "--rating")
    #expect(value.errorText == "shotflow: --rating takes a value\n")
    let truth = try await world.run(rule, "-l", world.library, "--screenshots", "false")
    #expect(truth.errorText.contains("did you mean \"--no-screenshots\"?"))
    var program = world.program(["complete", "fish", "2", "run", rule, "--scr"])
    program.environment["SHOTFLOW_TAB_TIME"] = "60000"
    #expect(try await program.result().text.contains("--screenshots"))
  }

  @Test func aRuleWithoutThemHasNone() async throws {
    let plain = try world.libraryRule("filter { limit = 1 }", named: "plain.lua")
    let result = try await world.run(plain, "-l", world.library, "--screenshots")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("the rule has no option \"--screenshots\""))
    #expect(try await !world.run(plain, "--help").text.contains("WHICH PICTURES"))
    for words in [["--in", "x"], ["--taken=2023"], ["--limit", "3"], ["--count"]] {
      let hinted = try await world.program([plain, "-l", world.library] + words).result()
      #expect(hinted.status == .exited(64))
      #expect(hinted.errorText.contains("options { selection = true }"), "\(hinted.errorText)")
    }
    let shipped = try await world.run("albums", world.library, "--taken", "2023")
    #expect(!shipped.errorText.contains("selection"), "\(shipped.errorText)")
  }

  @Test func whatTheRuleSaysItselfIsNotReplaced() async throws {
    let own = try world.rule(
      """
      options { selection = true }
      return pipeline { source { album = "Trips" } }
      """, named: "own.lua")
    let result = try await world.run(own, "-l", world.library, "--album", "Other")
    #expect(result.status == .exited(64))
    #expect(result.errorText == "shotflow: the rule itself says album = \"Trips\"\n")
  }

  @Test func anOptionAllOfTheRuleIsMeantOutsideOfGroups() async throws {
    let own = try world.rule(
      """
      local o = options { selection = true, all = false }
      return pipeline { source {}, filter { filename = like(o.all and "*" or "none") } }
      """, named: "own.lua")
    let group = ["--any", "--filename", "*", "--favorites", "--all"]
    let words = [own, "-l", world.library] + group
    #expect(try await world.program(words).result().text == "")
    #expect(try await !world.program(words + ["--all"]).result().text.isEmpty)
  }

  @Test(arguments: [
    ("selection = true, title = \"\"", "--title is an option that selects pictures"),
    ("format = \"jpeg\"", "--format is an option that every run has"),
    ("dryRun = true", "--dry-run is an option that every run has"),
    ("shipped = true", "--shipped is an option that every run has"),
  ])
  func anOptionThatCannotBeTypedIsRefused(declared: String, message: String) async throws {
    let rule = try world.rule("options { \(declared) }\nreturn pipeline { source {} }")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("rule.lua:1: \(message), so"), "\(result.errorText)")
  }

  @Test func aFieldIsAFreeNameWhereNothingIsSelected() async throws {
    let rule = try world.rule("options { title = \"\" }\nreturn pipeline { source {} }")
    #expect(try await world.run("check", rule).status == .exited(0))
  }
}
