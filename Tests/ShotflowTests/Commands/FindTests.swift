import Foundation
import TestSupport
import Testing

@testable import Pipeline
@testable import Sessions
@testable import ShotflowTool

/// `find`: options of the command line as a rule.
@Suite struct FindTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.picture("b.png", seed: 2, in: "pictures/Holiday")
    try world.picture("c.png", seed: 3, in: "pictures/Holiday")
  }

  private func find(_ words: String...) async throws -> ProgramResult {
    try await world.program(["find", "-l", world.library] + words).result()
  }

  private func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename)
  }

  /// The rule of the words, without its first two lines.
  private func rule(_ words: [String]) throws -> String {
    let text = try FindQuery(words, in: .builtin).rule(from: ["shotflow", "find"] + words)
    return text.split(separator: "\n").dropFirst(2).joined(separator: "\n")
  }

  private func stage(_ words: [String]) throws -> String {
    let lines = try rule(words).split(separator: "\n").dropFirst().dropLast()
    return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  @Test(arguments: [
    (["--media-type", "video"], "mediaType = \"video\""),
    (["--mediaType=video"], "mediaType = \"video\""),
    (["--media-type", "image,video"], "mediaType = { \"image\", \"video\" }"),
    (["--keywords", "A", "--keywords", "B,c"], "keywords = { \"A\", \"B,c\" }"),
    (["--keywords", "a", "--keywords", "7"], "keywords = { ignoringCase(\"a\"), \"7\" }"),
    (["--is-favorite"], "isFavorite = true"), (["--no-is-favorite"], "isFavorite = false"),
    (["--is-favorite=false"], "isFavorite = false"), (["--is-raw"], "isRAW = true"),
    (["--no-location"], "location = absent"), (["--title", "present"], "title = present"),
    (["--pixel-width", "1000"], "pixelWidth = 1000"),
    (["--pixel-width", "1000.."], "pixelWidth = at_least(1000)"),
    (["--pixel-width", "..2000"], "pixelWidth = at_most(2000)"),
    (["--pixel-width", "1000..2000"], "pixelWidth = between(1000, 2000)"),
    (["--pixel-width", ">=1000"], "pixelWidth = at_least(1000)"),
    (["--pixel-width", ">1000"], "pixelWidth = at_least(1001)"),
    (["--pixel-width", "<1000"], "pixelWidth = at_most(999)"),
    (["--duration", "30s.."], "duration = at_least(\"30s\")"),
    (["--frame-rate", "29.5..30"], "frameRate = between(29.5, 30)"),
    (["--taken", "2024"], "creationDate = year(2024)"),
    (["--taken", "2024-12"], "creationDate = month(\"2024-12\")"),
    (["--creation-date", "2024-12-31"], "creationDate = on(\"2024-12-31\")"),
    (["--taken", "today"], "creationDate = on(\"today\")"),
    (["--taken", "2w"], "creationDate = within(\"2w\")"),
    (["--within", "30s"], "creationDate = within(\"30s\")"),
    (["--taken", "2023.."], "creationDate = at_least(\"2023-01-01\")"),
    (["--taken", "2023..2024-02"], "creationDate = between(\"2023-01-01\", \"2024-02-29\")"),
    (["--before", "2024"], "creationDate = before(\"2024-01-01\")"),
    (["--taken", ">2024"], "creationDate = after(\"2024-12-31\")"),
    (["--added", "yesterday.."], "addedDate = at_least(\"yesterday\")"),
    (["--taken", "2024-05-31T18:00Z"], "creationDate = \"2024-05-31T18:00Z\""),
    (["--filename", "IMG_*"], "filename = like(\"IMG_*\")"),
    (["--filename", "img_*"], "filename = like(ignoringCase(\"img_*\"))"),
    (["--filename", "~Beach"], "filename = has(\"Beach\")"),
    (["--filename", "~beach"], "filename = has(ignoringCase(\"beach\"))"),
    (["--filename", "=beach.jpg"], "filename = \"beach.jpg\""),
    (["--filename", "~beach", "--case-sensitive"], "filename = has(\"beach\")"),
    (["--case-sensitive", "--title", "été"], "title = \"été\""),
    (["--title", "été"], "title = ignoringCase(\"été\")"),
    (["--title", "Été"], "title = \"Été\""), (["--title", "*"], "title = like(\"*\")"),
    (["--path", "/a/b.jpg"], "path = \"/a/b.jpg\""), (["--sha1", "abc"], "sha1 = \"abc\""),
    (["--local-identifier", "~a"], "localIdentifier = has(\"a\")"),
    (["--title", "=What?"], "title = \"What?\""),
    (["--near", "54.36,18.64,5km"], "location = near(54.36, 18.64, \"5km\")"),
    (["--location", "54.36, -18.64, 5km"], "location = near(54.36, -18.64, \"5km\")"),
    (["--inside", "54,7,55,8"], "location = inside(54, 7, 55, 8)"),
    (
      ["--media-subtypes", "!photoScreenshot"], "none = { { mediaSubtypes = \"photoScreenshot\" } }"
    ),
    (
      ["--keywords", "!A", "--keywords", "B", "--keywords", "!C"],
      "keywords = \"B\", none = { { keywords = { \"A\", \"C\" } } }"
    ),
    (["--rating", "4.."], "rating = at_least(4)"),
    (["--sort", "-creation-date,filename"], "sortedBy = { \"-creationDate\", \"filename\" }"),
    (["--sorted-by", "-taken", "--limit", "10"], "sortedBy = \"-creationDate\", limit = 10"),
  ])
  func aWordMeansWhatARuleWrites(words: [String], filter: String) throws {
    #expect(try stage(words) == "source {}, filter { \(filter) },")
  }

  /// A table names a field once.
  @Test(arguments: [
    (
      ["--after", "2024-05-01", "--before", "2024-05-12", "--limit", "3"],
      ["creationDate = after(\"2024-05-01\")", "creationDate = before(\"2024-05-12\"), limit = 3"]
    ),
    (
      ["--before", "2023", "--before", "2024"],
      ["creationDate = { before(\"2023-01-01\"), before(\"2024-01-01\") }"]
    ),
    (
      ["--taken", "2023", "--creation-date", "2024"], ["creationDate = { year(2023), year(2024) }"]
    ),
    (
      ["--near", "1,2,3km", "--inside", "1,2,3,4", "--no-location"],
      [
        "location = near(1, 2, \"3km\")", "location = inside(1, 2, 3, 4)", "location = absent",
      ]
    ),
    (
      ["--is-favorite", "--no-is-favorite", "--pixel-width", "1.."],
      ["isFavorite = true, pixelWidth = at_least(1)", "isFavorite = false"]
    ),
  ])
  func differentOptionsOfOneFieldHoldTogether(words: [String], filters: [String]) throws {
    let expected = filters.map { "filter { \($0) }," }.joined(separator: " ")
    #expect(try stage(words) == "source {}, " + expected)
  }

  @Test func anAlbumAndARangeHoldTogether() async throws {
    let all = try await find("--album", "Holiday", "--sort", "filename")
    #expect(try names(all) == ["b.png", "c.png"])
    let none = try await find(
      "--album", "Holiday", "--after", "2001-01-01", "--before", "2001-01-02")
    #expect(none.text == "", "\(none.text)")
    let named = try await find("--album", "Holiday", "--filename", "C.PNG", "--filename", "b.*")
    #expect(try names(named) == ["b.png"])
    let small = try await find("--filename", "~.PNG")
    #expect(small.text == "")
  }

  @Test func smallLettersFindCapitals() async throws {
    try world.picture("IMG_É.PNG", seed: 4)
    #expect(try names(try await find("--filename", "img_é*")) == ["IMG_É.PNG"])
    #expect(try await find("--filename", "img_é*", "--case-sensitive").text == "")
    #expect(try await find("--filename", "=img_é.png").text == "")
  }

  @Test(arguments: [
    ([], "source {},"), (["--album", "Holiday"], "source { album = \"Holiday\" },"),
    (["--include-hidden"], "source { includeHidden = true },"),
    (["--albums", "albumRegular"], "source { albums = \"albumRegular\" },"),
    (["--stdin", "a.png"], "source { stdin = true },"),
  ])
  func theSourceHasItsOptions(words: [String], source: String) throws {
    #expect(try stage(words) == source)
  }

  /// Nothing that is typed becomes Lua.
  @Test(arguments: [
    "\"", "\\", "a\\\"b", "\n}", "\r", "]]", "--", "é\u{202E}", "\u{7F}1",
    "\u{1B}[31m9",
  ])
  func aTextStaysAText(text: String) async throws {
    let result = try await world.program(
      ["find", "--album", text, "--title", "=\(text)", "--print-rule"]
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let rule = try world.rule(result.text + "-- end\n")
    let explained = try await world.run("explain", rule, "-l", world.library)
    #expect(explained.status == .exited(0), "\(explained.errorText)")
    #expect(result.lines.count == 6, "\(result.text)")
  }

  @Test func thePrintedRuleIsThePlanOfTheRun() async throws {
    let words = [
      "--album", "Holiday", "--media-type", "image", "--sort", "-filename", "--limit", "1",
    ]
    let found = try await world.program(["find", "-l", world.library] + words).result()
    #expect(try names(found) == ["c.png"], "\(found.errorText)")
    let text = try await world.program(["find"] + words + ["--print-rule"]).result().text
    let printed = try world.rule(text, named: "printed.lua")
    let written = try world.rule(
      """
      return pipeline {
        source { album = "Holiday" },
        filter { mediaType = "image", sortedBy = "-filename", limit = 1 },
      }
      """, named: "written.lua")
    var plans: [[String]] = []
    for rule in [printed, written] {
      let plan = try await world.run("explain", rule, "-l", world.library)
      plans.append(Array(plan.lines.dropFirst()))
    }
    #expect(plans[0] == plans[1])
    #expect(try await world.run("run", printed, "-l", world.library).text == found.text)
  }

  @Test func everyFieldIsAnOption() throws {
    let flags = FindFlag.all(in: .builtin)
    #expect(Set(flags.map(\.name)).count == flags.count)
    let fields = Set(
      flags.compactMap { flag -> String? in
        if case .field(let field) = flag.meaning { field.name } else { nil }
      })
    let known = Set(Field.allCases.map(\.name)).union(["rating"])
    // A library is named with the option that every run has.
    #expect(known.subtracting(fields) == ["library"])
    #expect(flags.contains { $0.name == "pixel-width" && $0.valueName == "number" })
    #expect(FindFlag.kebab("isRAW") == "is-raw")
    #expect(FindFlag.kebab("isInCloud") == "is-in-cloud")
  }

  @Test(arguments: [
    (
      ["--media-tipe", "image"],
      "no field or option is called \"--media-tipe\"; did you mean \"--media-type\"?"
    ),
    (["--limt", "1"], "did you mean \"--limit\"?"),
    (["--libary", "x"], "did you mean \"--library\"?"),
    (["--media-type", "imag"], "mediaType is never \"imag\"; did you mean \"image\"?"),
    (["--pixel-width", "wide"], "pixelWidth is a whole number, not \"wide\""),
    (["--taken", "soon"], "creationDate is a date such as \"2024-12-31\", not \"soon\""),
    (["--near", "1,2"], "near takes 3 values, not 2"),
    (["--near", "91,2,3km"], "near takes a latitude from -90 to 90, not 91"),
    (["--sort", "-creationDat"], "no field called \"creationDat\" to sort by; did you mean"),
    (["--limit", "few"], "limit takes a whole number, 0 or more"),
    (["--limit", "1", "--limit", "2"], "--limit is given twice"),
    (["-x"], "unknown option \"-x\""),
    (["--frame-rate", ">5"], "--frame-rate takes >= or <= with a number"),
    (["--album", "smartAlbumVideo"], "no album is of subtype \"smartAlbumVideo\"; did you mean"),
    (["Holiday"], "\"Holiday\" is no option; --library names a library, --album an album"),
    (["--user"], "no field or option is called \"--user\""),
  ])
  func aWrongWordIsRefused(words: [String], message: String) async throws {
    for words in [words, words + ["--print-rule"]] {
      let result = try await world.program(["find", "-l", world.library] + words).result()
      #expect(result.status == .exited(64))
      #expect(result.text == "")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains(message), "\(result.errorText)")
    }
  }

  @Test func aMissingAlbumIsReportedAsInARule() async throws {
    let result = try await find("--album", "Holidy")
    #expect(result.status == .exited(66))
    #expect(result.errorText.contains("Holiday"), "\(result.errorText)")
  }

  @Test func optionsOfARunMeanTheSame() async throws {
    let result = try await find("--media-type", "video", "--exit-status")
    #expect(result.status == .exited(1))
    let counted = try await find("--stats", "--lanes", "1")
    #expect(counted.errorText.contains("output"))
    #expect(counted.lines.count == 3)
    let both = try await world.program(
      ["find", "-l", "pictures/Holiday", "--library=pictures"]
    ).result()
    #expect(both.lines.count == 5)
  }

  @Test func aGuessedLibraryNeedsNoPermissionAsTheUserWroteTheTests() async throws {
    try world.picture("home.png", seed: 7, in: "home/Pictures")
    let result = try await world.run("find", "--media-type", "image")
    #expect(try names(result) == ["home.png"])
    #expect(result.errorText.contains("guessed; --library names another"))
  }

  @Test func filesAndRecordsAreRead() async throws {
    let files = try await world.run("find", "--stdin", "pictures/a.png", "pictures/Holiday/b.png")
    #expect(try names(files) == ["a.png", "b.png"])
    let all = try await find()
    let some = try await world.run("find", "--stdin", "--filename", "[!a]*", input: all.text)
    #expect(some.text == "")
    let picked = try await world.run("find", "--stdin", "--filename", "!a*", input: all.text)
    #expect(try names(picked).count == 2)
  }

  @Test func aPhotosLibraryIsAskedByItsDatabase() async throws {
    _ = try await RunProgram(
      Products.makeSamples,
      ["photos", world.path("Sample.photoslibrary"), "--count", "300"]
    ).result()
    let result = try await world.run(
      "find", "-l", "Sample.photoslibrary", "--is-favorite", "--sort", "-taken", "--limit", "2")
    #expect(try names(result) == ["IMG_281.MOV", "IMG_261.HEIC"], "\(result.errorText)")
  }

  @Test(arguments: [["find", "--help"], ["find", "-h"]])
  func helpListsTheFields(words: [String]) async throws {
    let result = try await world.program(words).result()
    #expect(result.status == .exited(0))
    for line in [
      "--media-type <text>", "--near <latitude,longitude,distance>", "--is-favorite ",
      "--album <text>",
      "--taken <date>",
    ] {
      #expect(result.text.contains("  \(line)"), "\(line)")
    }
  }

  @Test func countIsANumberAlone() async throws {
    #expect(try await find("--count").text == "3\n")
    #expect(try await find("--album", "Holiday", "--count").text == "2\n")
    #expect(try await find("--media-type", "video", "--count").text == "0\n")
    #expect(
      try await find("--count", "--format", "ndjson").text
        == "{\"v\":1,\"kind\":\"count\",\"count\":3}\n")
  }

  @Test func countByGivesARecordForEachValue() async throws {
    let result = try await find("--count-by", "folder-path", "--template", "{key} {count}")
    #expect(result.text == "Holiday 2\n 1\n")
    let table = try await find(
      "--count-by", "media-type", "--format", "tsv", "--fields", "key,count")
    #expect(table.text == "key\tcount\nimage\t3\n")
    #expect(
      try stage(["--count-by", "camera-model", "--count-by", "{localDate:%Y}"])
        .contains("count { by = { \"cameraModel\", \"{localDate:%Y}\" } },"))
    #expect(try stage(["--count"]).contains("count { sums = false },"))
    let both = try await find("--count", "--count-by", "title")
    #expect(both.status == .exited(64))
    let wrong = try await find("--count-by", "titel")
    #expect(wrong.status == .exited(64))
  }
}
