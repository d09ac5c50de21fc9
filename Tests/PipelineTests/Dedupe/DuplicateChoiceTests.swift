import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The choice between assets with the same bytes, and the records that show it.
@Suite struct DuplicateChoiceTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func run(
    _ dedupe: ArgumentValue, before: [StageCall] = [], then: [StageCall] = [],
    _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["everything": true])] + before + [StageCall("dedupe", dedupe)] + then,
      library: folder.path)
    change(&scenario)
    return try scenario.run()
  }

  private func write(_ names: String..., content: String = "same") throws {
    for name in names { try folder.write(content, to: name) }
  }

  private static func marks(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.records.map { record in
      let name = record["localIdentifier"] as? String ?? "?"
      let group = (record["duplicateGroup"] as? Int).map { "\($0): " } ?? ""
      let original = (record["duplicateOf"] as? String).map { " of \($0)" } ?? ""
      return group + name + original
    }
  }

  // MARK: - What is kept

  @Test(arguments: [
    ["IMG.jpg", "IMG (copy).jpg"], ["IMG.jpg", "IMG(1).jpg"], ["IMG.jpg", "IMG copy 2.jpg"],
    ["Z.jpg", "Copy of IMG.jpg"], ["IMG (1).jpg", "IMG (1) (copy).jpg"],
    ["Trip.jpg", "Trip 2.jpg"],
  ])
  func theBestIsNoCopyByItsName(_ names: [String]) throws {
    for name in names { try write(name) }
    for keep in ["best", "oldest", "largest"] as [ArgumentValue] {
      // The files differ in nothing else.
      for name in names { try folder.setModified(Date(timeIntervalSince1970: 9), of: name) }
      #expect(try run(["keep": keep]).names == [names[0]])
    }
    #expect(try run(["keep": "first"]).names == [names.sorted()[0]])
  }

  @Test(arguments: ["JPG.pp3", "AAE", "JPG.xmp"])
  func theOneWithEditsIsKept(_ ending: String) throws {
    try write("a/IMG_1.JPG", "b/IMG_1.JPG")
    try folder.write("<x/>", to: "b/IMG_1.\(ending)")
    let outcome = try run(["keep": "best", "show": "groups", "when": ["filename": "IMG_1.JPG"]])
    #expect(try outcome.names.first { $0.hasSuffix("JPG") } == "b/IMG_1.JPG")
    #expect(try outcome.texts("duplicateReason").last == "files")
  }

  @Test func amongEqualOnesTheFirstIsKept() throws {
    try write("c", "b", "sub/a")
    for name in ["c", "b", "sub/a"] {
      try folder.setModified(Date(timeIntervalSince1970: 9), of: name)
    }
    for keep in ["first", "best", "oldest", "largest"] as [ArgumentValue] {
      #expect(try run(["keep": keep]).names == ["b"])
    }
  }

  /// The better place comes second in the order of the library.
  @Test(arguments: [
    ("Backup 2019/a", "Rome/a", "folder"), ("Downloads/a", "Rome/a", "folder"),
    ("Backup/a", "Downloads/a", "folder"), ("A/Kopie von Rom/a", "Rome/long/path/a", "folder"),
    ("Rome/longer/a", "Tour/a", "path"), ("a", "b", "order"),
  ])
  func amongEqualOnesTheBetterPlaceIsKept(
    _ worse: String, _ better: String, _ reason: String
  ) throws {
    try write(worse, better)
    for name in [worse, better] {
      try folder.setModified(Date(timeIntervalSince1970: 9), of: name)
    }
    let kept = reason == "order" ? worse : better
    for keep in ["best", "oldest", "newest", "largest"] as [ArgumentValue] {
      #expect(try run(["keep": keep]).names == [kept])
      let groups = try run(["keep": keep, "show": "groups"])
      #expect(try groups.names.first == kept)
      #expect(try groups.texts("duplicateReason") == ["", reason])
    }
    // The first comes as soon as it is known.
    #expect(try run(["keep": "first"]).names == [[worse, better].sorted()[0]])
  }

  @Test func anOlderFileOfABetterFolderWins() throws {
    try write("A/a", "B/a", "Backup/a")
    for (name, time) in [("A/a", 9), ("B/a", 5), ("Backup/a", 1)] {
      try folder.setModified(Date(timeIntervalSince1970: Double(time)), of: name)
    }
    let groups = try run(["keep": "best", "show": "groups"])
    #expect(try Self.marks(groups) == ["1: B/a", "1: A/a of B/a", "1: Backup/a of B/a"])
    #expect(try groups.texts("duplicateReason") == ["", "modificationDate", "folder"])
    // The date is all that the oldest is about.
    #expect(try run(["keep": "oldest"]).names == ["Backup/a"])
  }

  @Test func groupsSayWhatDecided() throws {
    try write("Master/x", "x (copy)", "x")
    for name in ["Master/x", "x (copy)", "x"] {
      try folder.setModified(Date(timeIntervalSince1970: 9), of: name)
    }
    let kept = try run(["keep": "best", "show": "groups"])
    #expect(try kept.names.first == "x")
    #expect(try kept.texts("duplicateReason").sorted() == ["", "filename", "path"])
    let aside = try run(["keepIn": "Master", "show": "groups"])
    #expect(try aside.texts("duplicateReason") == ["", "keepIn", "keepIn"])
    #expect(try run(["show": "groups"]).texts("duplicateReason") == ["", "order", "order"])
    let then = [StageCall("filter", ["duplicateReason": "filename"])]
    #expect(
      try run(["keep": "best", "show": "groups"], then: then).names == ["x (copy)"])
  }

  @Test func theOldestIsTheOneTakenOrWrittenFirst() throws {
    for (place, name) in ["a", "b", "c"].enumerated() {
      try write(name)
      try folder.setModified(Date(timeIntervalSince1970: Double(900 - 100 * place)), of: name)
    }
    #expect(try run(["keep": "oldest"]).names == ["c"])
    #expect(
      try Self.marks(run(["keep": "oldest", "show": "dropped"])) == ["a of c", "b of c"])
  }

  @Test(arguments: [
    """
    ><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Rome</rdf:li></rdf:Alt></dc:title>
    </rdf:Description>
    """,
    #" xmp:Rating="3"/>"#, #" xmp:Label="Red"/>"#,
  ])
  func whatHasMoreMetadataIsBetter(property: String) throws {
    let picture = PNGPicture(width: 4, height: 4)
    try folder.write(picture, to: "a.png")
    try folder.write(picture, to: "b.png")
    try folder.write(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
       xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"\(property)
      </rdf:RDF></x:xmpmeta>
      """, to: "b.png.xmp")
    #expect(try run(["keep": "best"]).names == ["b.png"])
    #expect(try run(["keep": "first"]).names == ["a.png"])
  }

  @Test func aFunctionsLargestNumberIsKept() throws {
    try write("a1", "a2", "a3")
    func outcome(_ answer: @escaping @Sendable (String) -> FieldValue) throws -> Scenario.Outcome {
      try run(["keep": CountingFunctions.reference]) {
        $0.functions = CountingFunctions(returning: { answer($0.string(of: .filename)) })
      }
    }
    #expect(try outcome { .integer($0 == "a2" ? 2 : 1) }.names == ["a2"])
    #expect(try outcome { $0 == "a3" ? .flag(true) : .flag(false) }.names == ["a3"])
    #expect(try outcome { $0 == "a1" ? .absent : .number(-1.5) }.names == ["a2"])
    #expect(try outcome { _ in .absent }.names == ["a1"])
    let failing = try outcome { $0 == "a1" ? .string("x") : .integer(0) }
    #expect(try failing.names == ["a2"])
    #expect(failing.reasons.count == 1 && failing.reasons[0].contains("a number"))
  }

  @Test func theFunctionIsAskedAboutDuplicatesAlone() throws {
    try write("a", "b")
    try write("c", content: "other")
    let outcome = try run(["keep": CountingFunctions.reference]) {
      $0.functions = CountingFunctions(returning: { asset in
        asset.string(of: .filename) == "c" ? .string("never") : .integer(1)
      })
    }
    #expect(try outcome.names == ["a", "c"])
    #expect(outcome.reasons == [])
  }

  // MARK: - What is shown

  @Test func whatIsKeptStaysInSourceOrder() throws {
    try write("a (copy)", "d")
    try write("b", content: "one")
    try write("c", "c (copy)", content: "two")
    #expect(try run(["keep": "best"]).names == ["b", "c", "d"])
  }

  @Test(arguments: [1, 4]) func duplicatesNameTheOneThatIsKept(_ lanes: Int) throws {
    try write("a", "b", "sub/c")
    try write("d", content: "other")
    try write("e", "f", content: "third")
    let outcome = try run(["show": "dropped"]) { $0.lanes = lanes }
    #expect(try Self.marks(outcome) == ["b of a", "f of e", "sub/c of a"])
    #expect(
      try outcome.texts("duplicateOfPath") == ["a", "e", "a"].map { folder.path($0) })
    #expect(try outcome.records.allSatisfy { $0["duplicateGroup"] == nil })
    // The same comes out where all has to be seen first.
    try folder.makeFolder("Empty")
    #expect(try run(["show": "dropped", "keepIn": "Empty"]).bytes == outcome.bytes)
  }

  @Test func groupsBeginWithWhatIsKept() throws {
    try write("x (copy)", "x", "sub/x")
    try write("single", content: "other")
    try write("a", "b", content: "third")
    let outcome = try run(["keep": "best", "show": "groups"])
    #expect(
      try Self.marks(outcome) == [
        "1: a", "1: b of a", "2: x", "2: x (copy) of x", "2: sub/x of x",
      ])
  }

  @Test(
    arguments: [
      (["limit": 1], ["a", "b", "c"]), (["limit": 2], ["a", "b", "c", "d", "e"]),
      (["offset": 1, "limit": 1], ["d", "e"]), (["offset": 1], ["d", "e", "f", "g"]),
      // With an order or tests, it counts assets.
      (["sortedBy": "-filename", "limit": 1], ["g"]),
      (["duplicateGroup": 2, "limit": 1], ["d"]),
    ] as [(ArgumentValue, [String])])
  func aLimitCutsNoGroup(_ filter: ArgumentValue, _ names: [String]) throws {
    try write("a", "b", "c")
    try write("d", "e", content: "second")
    try write("f", "g", content: "third")
    let then = [StageCall("filter", filter)]
    #expect(try run(["show": "groups"], then: then).names == names)
  }

  @Test func theSameIsShownWithAnyNumberOfWorkers() throws {
    for index in 0..<700 {
      try folder.write("content \(index % 150)", to: "f\(1000 + index * 11 % 700)")
    }
    let shown = try [1, 2, 8].map { lanes in
      try ["kept", "dropped", "groups"].map { show in
        try Self.marks(run(["keep": "best", "show": .text(show)]) { $0.lanes = lanes })
      }
    }
    #expect(shown[0] == shown[1] && shown[0] == shown[2])
    #expect(shown[0].map(\.count) == [150, 550, 700])
  }

  @Test func laterStagesTestTheMarks() throws {
    try write("a", "b", "c")
    let then = [StageCall("filter", ["duplicateOf": "a", "filename": "c"])]
    #expect(try run(["show": "dropped"], then: then).names == ["c"])
    let groups = [StageCall("filter", ["duplicateGroup": 1, "duplicateOf": .calling("absent")])]
    #expect(try run(["show": "groups"], then: groups).names == ["a"])
    #expect(problems(["show": "kept"], then: then).count == 1)
  }

  @Test func aConditionLeavesTheRestAlone() throws {
    try write("a.txt", "b.txt", "c.md")
    let outcome = try run([
      "keep": "best", "show": "dropped", "when": ["filename": .calling("like", "*.txt")],
    ])
    #expect(try outcome.names.sorted() == ["b.txt", "c.md"])
  }

  // MARK: - Folders that are left alone

  @Test func everythingInAKeptFolderIsKept() throws {
    try write("a", "Master/b", "Master/deep/c", "Masters/d", "z")
    let kept: ArgumentValue = ["keepIn": "Master"]
    #expect(try run(kept).names == ["Master/b", "Master/deep/c"])
    #expect(
      try Self.marks(run(["keepIn": "Master", "show": "dropped"]))
        == ["a of Master/b", "z of Master/b", "Masters/d of Master/b"])
    #expect(
      try Self.marks(run(["keepIn": ["Master/deep", "Masters"], "show": "groups"])) == [
        "1: Master/deep/c", "1: Masters/d", "1: a of Master/deep/c", "1: z of Master/deep/c",
        "1: Master/b of Master/deep/c",
      ])
  }

  @Test func foldersCanBeNamedByAnyPathAndThroughLinks() throws {
    try write("a", "Master/b")
    symlink(folder.path("Master"), folder.path("link"))
    for name in [
      folder.path("Master"), folder.path("link"), "Master/", "/\(folder.path("Master"))",
    ] {
      #expect(try run(["keepIn": .text(name)]).names == ["Master/b"], "\(name)")
    }
  }

  @Test func theWorkingFolderCountsForFilesOfNoLibrary() throws {
    let paths = try ["a", "Master/b"].map { try folder.write("same", to: $0) }
    let outcome = try Scenario(
      [
        StageCall("source", ["stdin": true, "everything": true]),
        StageCall("dedupe", ["keepIn": .text(folder.path("Master")), "show": "dropped"]),
      ], input: paths.map { "\($0)\n" }.joined()
    ).run()
    #expect(try outcome.texts("path") == [paths[0]])
    #expect(try outcome.texts("duplicateOfPath") == [paths[1]])
  }

  @Test func aFolderThatIsNotThereEndsTheRunBeforeAnythingIsShown() throws {
    try write("a", "b")
    for name in ["Mastre", "/nonexistent/Master", "a"] {
      let problem = #expect(throws: LibraryProblem.self) {
        try run(["keepIn": .text(name), "show": "dropped"])
      }
      #expect(problem?.description.contains("\"\(name)\"") == true)
    }
    try folder.makeFolder("Empty")
    #expect(try run(["keepIn": "Empty", "show": "dropped"]).names == ["b"])
  }

  // MARK: - Rules

  private func problems(_ table: ArgumentValue, then: [StageCall] = []) -> [String] {
    do {
      _ = try Scenario(
        [StageCall("source", ["everything": true]), StageCall("dedupe", table)] + then
      ).plan()
      return []
    } catch let problems as RuleProblems {
      return problems.problems.map(\.message)
    } catch {
      return ["\(error)"]
    }
  }

  private static let nonsense: [(ArgumentValue, String)] = [
    (["keep": "frist"], "keep takes"), (["keep": 3], "or a function"), (["show": "all"], "show"),
    (["keepIn": []], "at least one"), (["keepIn": "/"], "names folders"),
    (["keepIn": ""], "names folders"), (["keepIn": 3], "keepIn takes"),
    (["memory": "m", "show": "dropped"], "share theirs"),
    (["memory": "m", "show": "groups"], "share theirs"),
    (["memory": "m", "keepIn": "a"], "keeps several"),
  ]

  @Test(arguments: nonsense)
  func whatMakesNoSenseIsRefused(_ table: ArgumentValue, _ words: String) {
    let found = problems(table)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func aMemoryTakesWhatIsKept() throws {
    let state = try LedgerFolder(syncing: false)
    try write("a (copy)", "b")
    let run = { try self.run(["keep": "best", "memory": "m"]) { $0.ledger = state.ledger } }
    #expect(try run().names == ["b"])
    #expect(try run().names == [])
  }
}
