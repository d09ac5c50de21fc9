import Foundation
import LuaBridge
import Testing

@testable import Pipeline
@testable import Sessions
@testable import ShotflowTool

/// The rule that the options of `find` stand for.
@Suite struct FindQueryTests {
  /// The rule of the words, without its first two lines.
  private func rule(_ words: [String]) throws -> String {
    let query = try FindQuery(words, among: FindFlag.all(in: .builtin))
    let text = FindQuery.text(of: try query.stages(), from: ["shotflow", "find"] + words)
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
    (["--pixel-width", ">1000"], "pixelWidth = above(1000)"),
    (["--pixel-width", "<1000"], "pixelWidth = below(1000)"),
    (["--duration", ">2.5"], "duration = above(2.5)"),
    (["--pixel-height", ">pixelWidth"], "pixelHeight = above(\"pixelWidth\")"),
    (["--pixel-height", "..pixel-width"], "pixelHeight = at_most(\"pixelWidth\")"),
    (["--added", "<taken"], "addedDate = before(\"creationDate\")"),
    (["--portrait"], "pixelHeight = above(\"pixelWidth\")"),
    (["--square", "--landscape"], "pixelHeight = { \"pixelWidth\", below(\"pixelWidth\") }"),
    (["--no-square"], "none = { { pixelHeight = \"pixelWidth\" } }"),
    (["--hour", "12..17"], "creationDate = hour(\"12..17\")"),
    (["--month", "12"], "creationDate = month(\"12\")"),
    (
      ["--month-day", "08-01", "--month-day", "08-02"],
      "creationDate = { monthDay(\"08-01\"), monthDay(\"08-02\") }"
    ),
    (["--time", "22:00..04:00"], "creationDate = time(\"22:00..04:00\")"),
    (
      ["--any", "--keywords", "Oma", "--persons", "Oma", "--all", "--rating", "4.."],
      "rating = at_least(4), any = { { keywords = \"Oma\" }, { persons = \"Oma\" } }"
    ),
    (
      ["--any", "--videos", "--title", "!A", "--title", "B"],
      "any = { { mediaType = \"video\" }, { title = \"B\", none = { { title = \"A\" } } } }"
    ),
    (["--duration", "30s.."], "duration = at_least(\"30s\")"),
    (["--frame-rate", "29.5..30"], "frameRate = between(29.5, 30)"),
    (["--taken", "2024"], "creationDate = year(2024)"),
    (["--taken", "2024-12"], "creationDate = month(\"2024-12\")"),
    (["--creation-date", "2024-12-31"], "creationDate = on(\"2024-12-31\")"),
    (["--taken", "2024/12/31"], "creationDate = on(\"2024-12-31\")"),
    (["--taken", "2024/11..2024/12/24"], "creationDate = between(\"2024-11-01\", \"2024-12-24\")"),
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
    (["--file-size", ">1MB"], "fileSize = above(1000000)"),
    (["--file-size", "1.5 kB..2MiB"], "fileSize = between(1500, 2097152)"),
    (["--file-size", "<2G"], "fileSize = below(2000000000)"),
    (["--file-size", "512"], "fileSize = 512"),
    (["--screenshots"], "mediaSubtypes = \"photoScreenshot\""),
    (["--photos", "--videos"], "mediaType = { \"image\", \"video\" }"),
    (["--favorites", "--videos"], "isFavorite = true, mediaType = \"video\""),
    (["--bursts"], "representsBurst = true"),
    (["--no-bursts"], "none = { { representsBurst = true } }"),
    (["--no-screenshots"], "none = { { mediaSubtypes = \"photoScreenshot\" } }"),
    (["--within", "7d"], "creationDate = within(\"7d\")"),
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
      ["--weekday", "sat,sun", "--hour", "9", "--hour", "10"],
      ["creationDate = weekday(\"sat,sun\")", "creationDate = { hour(\"9\"), hour(\"10\") }"]
    ),
    (
      ["--portrait", "--pixel-height", "1000.."],
      ["pixelHeight = above(\"pixelWidth\")", "pixelHeight = at_least(1000)"]
    ),
    (
      ["--any", "--videos", "--selfies", "--any", "--favorites", "--screenshots"],
      [
        "any = { { mediaType = \"video\" }, { isSelfie = true } }",
        "any = { { isFavorite = true }, { mediaSubtypes = \"photoScreenshot\" } }",
      ]
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

  @Test(arguments: [
    ([], "source {},"), (["--album", "Holiday"], "source { album = \"Holiday\" },"),
    (["--include-hidden"], "source { includeHidden = true },"),
    (["--albums", "albumRegular"], "source { albums = \"albumRegular\" },"),
    (["--stdin", "a.png"], "source { stdin = true },"),
  ])
  func theSourceHasItsOptions(words: [String], source: String) throws {
    #expect(try stage(words) == source)
  }

  @Test(arguments: [
    (["--all"], "--all ends a group of alternatives, which --any begins"),
    (
      ["--any", "--all"],
      "--any is followed by options one of which has to hold, such as --any --videos --selfies"
    ),
    (
      ["--any", "--album", "A"],
      "--album is no alternative of --any; put it in front of --any, or behind --all"
    ),
  ])
  func aWrongGroupIsRefused(words: [String], message: String) {
    let problem = #expect(throws: UsageProblem.self) {
      try FindQuery(words, among: FindFlag.all(in: .builtin))
    }
    #expect(problem.map { "\($0)" } == message)
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
    #expect(RuleOption.flag(of: "isRAW") == "is-raw")
    #expect(RuleOption.flag(of: "isInCloud") == "is-in-cloud")
  }

  @Test func countsAreAStage() throws {
    #expect(
      try stage(["--count-by", "camera-model", "--count-by", "{localDate:%Y}"])
        .contains("count { by = { \"cameraModel\", \"{localDate:%Y}\" } },"))
    #expect(
      try stage(["--count-by", "year,camera-model", "--count-by", "{title}, {caption}"])
        .contains("count { by = { \"year\", \"cameraModel\", \"{title}, {caption}\" } },"))
    #expect(try stage(["--count"]).contains("count { sums = false },"))
    let sorted = try stage(["--count-by", "year", "--sort", "-bytes", "--limit", "5"])
    #expect(sorted.contains("count { by = \"year\", sortedBy = \"-bytes\", limit = 5 },"))
    #expect(!sorted.contains("filter"))
  }
}
