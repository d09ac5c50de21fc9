import Contracts
import Foundation
import Gallery
import Testing

@Suite struct CSVLibraryTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  @Test func keepsTheContract() throws {
    let path = world.folder.path + "/pictures.csv"
    let violations = try LibraryContract(of: CSVLibrary.self, at: path).violations()
    #expect(violations == [])
  }

  private func run(_ stages: String, source: String = "") throws -> ToolWorld.Result {
    try world.write(rule: stages, source: source)
    return try world.run("run", "rule.lua", "--library", "pictures.csv")
  }

  @Test func givesWhatTheCatalogueSays() throws {
    let records = try run("").records
    #expect(
      records.map { $0["localIdentifier"] as? String } == ["wide.gif", "high.gif", "even.gif"])
    #expect(records[0]["title"] as? String == "Rome, \"again\"")
    #expect(records[0]["creationDate"] as? String == "2015-09-27T00:00:00.000Z")
    #expect(records[0]["creationDateSource"] == nil)
    #expect(records[0]["keywords"] as? [String] == ["city", "summer"])
    #expect(records[0]["pixelWidth"] as? Int == 40)
    #expect(records[2]["title"] == nil)
  }

  @Test func aFileThatIsGoneCostsItself() throws {
    try FileManager.default.removeItem(at: world.folder.appendingPathComponent("high.gif"))
    let result = try run("")
    #expect(try result.texts("localIdentifier") == ["wide.gif", "even.gif"])
    #expect(result.status == 3)
  }

  @Test func isListedAndExplained() throws {
    let listed = try world.run("libraries").lines
    let own = try #require(listed.first)
    #expect(own.hasPrefix("csv "))
    #expect(own.hasSuffix("  a catalogue in a CSV file: path, title, date, keywords"))
    #expect(listed.contains { $0.hasPrefix("folder ") })
    try world.write(rule: "")
    let plan = try world.run("explain", "rule.lua", "--library", "pictures.csv").lines
    #expect(plan.contains("library  a CSV file that lists 3 pictures"))
  }

  @Test func isFilteredOrderedAndCut() throws {
    let ordered = try run("filter { sortedBy = \"creationDate\", offset = 1, limit = 1 }")
    #expect(try ordered.texts("localIdentifier") == ["wide.gif"])
    #expect(
      try run("filter { keywords = has(\"city\") }").texts("localIdentifier") == ["wide.gif"])
    #expect(try run("filter { pixelWidth = 8 }").texts("title") == [""])
  }

  @Test func hasAnAlbumForEachKeyword() throws {
    let albums = try run("", source: "albums = { \"albumRegular\" }").records
    #expect(albums.map { $0["title"] as? String } == ["city", "summer"])
    #expect(albums.map { $0["count"] as? Int } == [1, 2])
    let members = try run("", source: "album = \"summer\"")
    #expect(try members.texts("localIdentifier") == ["wide.gif", "high.gif"])
    let unknown = try run("", source: "album = \"sumer\"")
    #expect(unknown.status != 0)
    #expect(unknown.messages.contains("did you mean \"summer\"?"))
  }

  @Test func tellsWhatChangedSinceAToken() throws {
    func observe(since token: String) throws -> [[String: Any]] {
      try run("observe { since = \"\(token)\" }").records
    }
    let first = try observe(since: "")
    #expect(first.map { $0["kind"] as? String } == ["change", "change", "change", "token"])
    let token = try #require(first.last?["token"] as? String)
    #expect(try observe(since: token).count == 1)
    try world.write("path,title\nwide.gif,Rome\neven.gif,\n", to: "pictures.csv")
    let changes = try observe(since: token).dropLast()
    #expect(changes.contains { $0["type"] as? String == "removed" })
    #expect(changes.contains { $0["type"] as? String == "changed" })
  }

  @Test func isBrowsed() throws {
    let request = """
      {"id":1,"source":{"album":"summer"},"filter":{"sortedBy":"-creationDate"},"range":[0,1]}

      """
    let records = try world.run("browse", "--library", "pictures.csv", input: request).records
    #expect(records.first?["localIdentifier"] as? String == "high.gif")
    #expect(records.last?["count"] as? Int == 2)
  }

  @Test func showsALimitedRuleWhatWasChosen() throws {
    try world.write(rule: "", source: "library = \"pictures.csv\"")
    #expect(try world.run("run", "rule.lua").status == 77)
    let limited = try world.run(
      "run", "rule.lua", "--auth", "limited", "--chosen", "high.gif")
    #expect(limited.status == 0)
    #expect(try limited.texts("localIdentifier") == ["high.gif"])
  }

  @Test(arguments: [
    ("title\nRome\n", "has no column \"path\""),
    ("path,title\na.gif\n", "line 2 has 1 cells, and there are 2 columns"),
    ("path,title\na.gif,\"Rome\n", "line 2 opens a quote that nothing closes"),
    ("path,title\na.gif,\"Rome\"x\n", "line 2 goes on behind a closing quote"),
    ("path,title\na.gif,Ro\"me\n", "line 2 has a quote within a cell"),
    ("path,date\na.gif,yesterday\n", "line 2: \"yesterday\" is no date"),
    ("path,title\n,Rome\n", "line 2 names no path"),
  ])
  func refusesWhatIsNoCatalogue(_ text: String, _ reason: String) throws {
    try world.write(text, to: "pictures.csv")
    let result = try run("")
    #expect(result.status != 0)
    #expect(result.messages.contains("library \"pictures.csv\": \(reason)"), "\(result.messages)")
  }

  @Test func readsQuotesAndLineEndsOfAllKinds() throws {
    try world.write(
      "\u{FEFF}path,title,date,keywords\r\n\r\n\"wide.gif\",\"two\r\nlines\",,\"a;b\"\r\n"
        + "high.gif,\"\",,\neven.gif,last,,", to: "pictures.csv")
    let records = try run("").records
    #expect(records.map { $0["title"] as? String } == ["two\r\nlines", nil, "last"])
    #expect(records[0]["keywords"] as? [String] == ["a", "b"])
  }
}
