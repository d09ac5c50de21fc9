import ProgramSupport
import TestSupport
import Testing

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

  @Test(arguments: [
    (
      ["--media-tipe", "image"],
      "no field or option is called \"--media-tipe\"; did you mean \"--media-type\"?"
    ),
    (["--limt", "1"], "did you mean \"--limit\"?"),
    (["--is-screenshot"], "did you mean \"--screenshots\"?"),
    (["--newest", "3"], "did you mean \"--sort\"?"),
    (["--libary", "x"], "did you mean \"--library\"?"),
    (["--media-type", "imag"], "mediaType is never \"imag\"; did you mean \"image\"?"),
    (["--pixel-width", "wide"], "pixelWidth is a whole number, not \"wide\""),
    (
      ["--taken", "soon"],
      "--taken takes a date such as 2024-12-31, 2024-12 or 7d, or a range such as"
        + " 2024-12-24..2024-12-31, not \"soon\""
    ),
    (["--added", "2023-08-12..13"], "--added takes a date such as"),
    (["--creation-date", "2024-02-30"], "--creation-date takes a date such as"),
    (["--before", "soon"], "--before takes a date such as 2024-12-31 or 2024-12, not \"soon\""),
    (["--near", "1,2"], "near takes 3 values (latitude, longitude, distance), not 2"),
    (["--near", "91,2,3km"], "near takes a latitude from -90 to 90, not 91"),
    (["--sort", "-creationDat"], "no field called \"creationDat\" to sort by; did you mean"),
    (["--limit", "few"], "limit takes a whole number, 0 or more"),
    (["--limit", "1", "--limit", "2"], "--limit is given twice"),
    (["-x"], "unknown option \"-x\""),
    (["--frame-rate", ">fast"], "frameRate is a number, not \"fast\""),
    (["--hour", "24"], "hour takes hours such as 12, \"12..17\" or \"22..4\", not \"24\""),
    (["--any", "--album", "Holiday"], "--album is no alternative of --any"),
    (["--album", "smartAlbumVideo"], "no album is of subtype \"smartAlbumVideo\"; did you mean"),
    (["Holiday"], "there is no file or folder \"Holiday\"; --album names an album"),
    (["--near", "Berlin"], "\"Berlin\" is no place of your settings; give --near 52.52,13.40,5km"),
    (["--in", "Holidy"], "--in names a folder, and there is no folder \"Holidy\""),
    (["--is-favorite", "no"], "did you mean \"--no-is-favorite\"?"),
    (["--screenshots", "off"], "did you mean \"--no-screenshots\"?"),
    (["--is-favorite", "true"], "--is-favorite takes no value; leave out \"true\""),
    (["--dry-run", "false"], "--dry-run takes no value such as \"false\"; leave out --dry-run"),
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
    #expect(result.errorText == "")
  }

  @Test func filesAndRecordsAreRead() async throws {
    let files = try await world.run("find", "--stdin", "pictures/a.png", "pictures/Holiday/b.png")
    #expect(try names(files) == ["a.png", "b.png"])
    let all = try await find()
    let some = try await world.run("find", "--stdin", "--filename", "[!a]*", input: all.text)
    #expect(try names(some) == ["b.png", "c.png"])
    let picked = try await world.run("find", "--stdin", "--filename", "!a*", input: all.text)
    #expect(try names(picked) == ["b.png", "c.png"])
  }

  @Test func foldersAndFilesArePlainArguments() async throws {
    let folder = try await world.run("find", "pictures/Holiday", "--photos", "--sort", "filename")
    #expect(try names(folder) == ["b.png", "c.png"])
    // A folder is a library of its own, whose identifiers begin in it.
    #expect(folder.text.contains("\"localIdentifier\":\"b.png\""), "\(folder.text)")
    let files = try await world.run("find", "pictures/Holiday/c.png", "pictures/a.png")
    #expect(try names(files) == ["c.png", "a.png"])
    let both = try await world.run("find", "pictures/a.png", "pictures/Holiday", "--limit", "5")
    #expect(try names(both) == ["b.png", "c.png", "a.png"])
    let sorted = try await world.run(
      "find", "pictures/a.png", "pictures/Holiday", "--sort", "filename", "--limit", "2")
    #expect(try names(sorted) == ["a.png", "b.png"])
    let wrong = try await world.run("find", "pictures/a.png", "--album", "Holiday")
    #expect(wrong.errorText.contains("--album names albums of a library"))
    let option = try await world.run("find", "--photos", "-l", "pictures/Holiday", "pictures/a.png")
    #expect(try names(option) == ["b.png", "c.png", "a.png"])
  }

  @Test(arguments: ["pictures/Holiday", "Holiday", "pictures/Holiday/"])
  func aFolderOfALibraryKeepsItsIdentifiers(folder: String) async throws {
    let result = try await find("--in", folder, "--sort", "filename")
    #expect(try names(result) == ["b.png", "c.png"])
    #expect(result.text.contains("\"localIdentifier\":\"Holiday/b.png\""), "\(result.text)")
  }

  @Test func aFolderNameWithWildcardsIsThatFolder() async throws {
    try world.picture("d.png", seed: 4, in: "pictures/H*")
    #expect(try names(try await find("--in", "pictures/H*")) == ["d.png"])
  }

  @Test func severalAlbumsGiveEachAssetOnce() async throws {
    try world.picture(seed: 5)
    let result = try await find(
      "--album", "Holiday", "--album", "smartAlbumScreenshots", "--album", "Holiday")
    #expect(try names(result) == ["b.png", "c.png", ProgramWorld.screenshot])
    let limited = try await find(
      "--album", "smartAlbumScreenshots", "--album", "Holiday", "--sort", "-filename",
      "--limit", "2")
    #expect(try names(limited) == ["c.png", "b.png"])
    #expect(try await find("--album", "Holiday", "--album", "Holidy").status == .exited(66))
  }

  @Test func anAlbumOfASmartAlbumsTitleIsNamed() async throws {
    try world.picture("d.png", seed: 6, in: "pictures/Screenshots")
    let result = try await find("--album", "Screenshots")
    #expect(try names(result) == ["d.png"])
    #expect(
      result.errorText.contains(
        "took the album \"Screenshots\" of \"\(world.library)\"; the smart album of that title is"
          + " \"smartAlbumScreenshots\""), "\(result.errorText)")
  }

  @Test func aTitleNamesTheSmartAlbumWhereNoOtherHasIt() async throws {
    try world.picture(seed: 5)
    let one = try await find("--album", "Screenshots", "--limit", "1")
    #expect(try names(one) == [ProgramWorld.screenshot], "\(one.errorText)")
    let both = try await find("--album", "Screenshots", "--album", "Holiday")
    #expect(try names(both) == [ProgramWorld.screenshot, "b.png", "c.png"], "\(both.errorText)")
    let hidden = try await find("--album", "Hidden")
    #expect(hidden.status == .exited(66))
    #expect(hidden.errorText.contains("\"smartAlbumAllHidden\""), "\(hidden.errorText)")
    try world.picture("d.png", seed: 6, in: "other/Screenshots")
    let each = try await find("--album", "Screenshots", "-l", world.path("other"))
    #expect(try names(each) == [ProgramWorld.screenshot, "d.png"], "\(each.errorText)")
  }

  @Test func placesHaveNamesInTheSettings() async throws {
    try world.directory.write(
      "return { places = { home = { 52.52, 13.40, \"2km\" } } }\n",
      to: "config/shotflow/config.lua")
    let printed = try await find("--near", "home", "--print-rule")
    #expect(printed.text.contains("location = near(52.52, 13.4, \"2km\")"), "\(printed.errorText)")
    let wider = try await find("--near", "home,5km", "--print-rule")
    #expect(wider.text.contains("location = near(52.52, 13.4, \"5km\")"))
    let other = try await find("--near", "Berlin")
    #expect(
      other.errorText.contains(
        "\"Berlin\" is no place of your settings; give --near 52.52,13.40,5km or one of \"home\""))
    #expect(try await world.run("config", "show").text.contains("places.home"))
    try world.directory.write(
      "return {\n places = { home = { 52.52, 13.40 } } }\n", to: "config/shotflow/config.lua")
    let wrong = try await world.run("config", "check")
    #expect(wrong.errorText.contains("config.lua:2: a place is latitude, longitude and distance"))
  }

  @Test func fieldsThatAreAskedForAreRead() async throws {
    _ = try await RunProgram(
      Products.makeSamples, [world.path("sample"), "--now", ProgramWorld.now]
    ).result()
    let result = try await world.run(
      "find", "sample", "--filename", "beach.jpg", "--fields", "sha1,exif.Model,exif")
    #expect(result.text.contains("\"sha1\":\""), "\(result.text)")
    #expect(result.text.contains("\"exif.Model\":\"iPhone 15\""), "\(result.text)")
    #expect(result.text.contains("\"exif\":{"), "\(result.text)")
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
      "--media-type <text>", "--near <latitude,longitude,distance>",
      "--is-favorite, --no-is-favorite", "--screenshots, --no-screenshots", "--in <folder>",
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

  @Test func aTableHasWholeNumbersAndSizes() async throws {
    let record =
      #"{"v":1,"kind":"asset","filename":"a.jpg","mediaType":"image","duration":12345678901,"#
      + #""fileSize":1224935}"#
    try world.directory.write(record + "\n", to: "records")
    let one = try await world.shell(
      "\"$shotflow\" find - --format table --fields filename,duration < records"
    ).result()
    #expect(one.text.contains("12345678901"), "\(one.text)")
    let sums = try await world.shell(
      "\"$shotflow\" find - --format table --count-by media-type < records"
    ).result()
    #expect(sums.text.contains("  1.2 MB"), "\(sums.text)")
  }

  @Test func orderAndLimitOfCountsAreAboutTheirRows() async throws {
    let all = try await find(
      "--count-by", "folder-path", "--sort", "-count", "--template", "{key} {count}")
    #expect(all.lines == ["Holiday 2", " 1"], "\(all.errorText)")
    let rising = try await find(
      "--count-by", "folder-path", "--sort", "count", "--limit", "1", "--template", "{count}")
    #expect(rising.lines == ["1"], "\(rising.errorText)")
    let second = try await find(
      "--count-by", "folder-path", "--sort=-folder-path", "--offset", "1", "--template", "{count}")
    #expect(second.lines == ["1"], "\(second.errorText)")
    let wrong = try await find("--count-by", "folder", "--sort", "-fileSize")
    #expect(wrong.status == .exited(64))
    #expect(
      wrong.errorText.contains("their columns are count, bytes, first, last, folder"),
      "\(wrong.errorText)")
    let years = try await find("--count-by", "year", "--count-by", "folder", "--format", "tsv")
    #expect(years.lines.first?.hasPrefix("count\tyear\tfolder\t") == true, "\(years.text)")
  }

  @Test func countByGivesARecordForEachValue() async throws {
    let result = try await find("--count-by", "folder-path", "--template", "{key} {count}")
    #expect(result.text == "Holiday 2\n 1\n")
    let table = try await find(
      "--count-by", "media-type", "--format", "tsv", "--fields", "key,count")
    #expect(table.text == "key\tcount\nimage\t3\n")
    let two = try await find(
      "--count-by", "media-type", "--count-by", "folder-path", "--format", "tsv")
    #expect(two.lines.first?.hasPrefix("count\tmediaType\tfolderPath\tbytes") == true)
    #expect(two.lines.dropFirst().first?.hasPrefix("2\timage\tHoliday\t") == true)
    #expect(two.lines.dropFirst(2).first?.hasPrefix("1\timage\t\t") == true)
    let own = try await find("--count-by", "folder", "--template", "{key} {count}")
    #expect(own.lines.count == 2, "\(own.text)")
    #expect(own.lines.contains { $0.hasPrefix("/") && $0.hasSuffix("/Holiday 2") }, "\(own.text)")
    let both = try await find("--count", "--count-by", "title")
    #expect(both.status == .exited(64))
    let wrong = try await find("--count-by", "titel")
    #expect(wrong.status == .exited(64))
    for (text, meant) in [("%Y", "%Y"), ("YYYY", "%Y"), ("YYYY-MM", "%Y-%m")] {
      let date = try await find("--count-by", text)
      #expect(date.status == .exited(64))
      #expect(
        date.errorText.contains("did you mean \"{localDate:\(meant)}\"?"), "\(date.errorText)")
    }
  }
}
