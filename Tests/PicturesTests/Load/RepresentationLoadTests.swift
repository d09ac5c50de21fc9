import AssetSupport
import Foundation
import Pictures
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct RepresentationLoadTests {
  private let folder: TemporaryDirectory
  private let out: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    out = try TemporaryDirectory()
  }

  private func run(
    _ load: ArgumentValue, _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["everything": true]), StageCall("load", load)], library: folder.path)
    scenario.outputFolder = out.path
    change(&scenario)
    return try scenario.run()
  }

  private func loaded(_ outcome: Scenario.Outcome, _ key: String) throws -> [[String: Any]] {
    try outcome.records.map { $0[key] as? [String: Any] ?? [:] }
  }

  private var written: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() }
  }

  private func inode(_ path: String) -> UInt64 {
    var facts = stat()
    lstat(path, &facts)
    return UInt64(facts.st_ino)
  }

  @Test(
    arguments: [["data": "size"], ["file": "reference"], ["size": "maximum"]] as [ArgumentValue])
  func whatFailsStaysWhereTheRuleSaysSo(_ load: ArgumentValue) throws {
    let whole = PNGPicture(width: 4, height: 2).encoded()
    try folder.write(whole, to: "a.png")
    try folder.write(whole.dropLast(20), to: "b.png")
    try folder.write(whole, to: "c.png")
    guard case .table(let members) = load else { return }
    let keeping = ArgumentValue.table(
      (members + [ArgumentMember("keepFailed", true)]).sorted { $0.name < $1.name })
    let outcome = try run(keeping)
    #expect(try outcome.names == ["a.png", "b.png", "c.png"])
    #expect(try outcome.texts("error").map(\.isEmpty) == [true, false, true])
    #expect(outcome.report.failureCount == 0)
    #expect(try run(load).names == ["a.png", "c.png"])
  }

  @Test func aReferenceStaysWhereItLies() throws {
    let path = try folder.write(PNGPicture(width: 4, height: 2), to: "sub/a.png")
    let outcome = try run(["file": "reference"])
    let file = try #require(try loaded(outcome, "file").first)
    #expect(file["path"] as? String == path)
    #expect(file["origin"] as? String == "reference")
    #expect(file["byteCount"] as? Int == (try folder.contents(of: "sub/a.png").count))
    #expect(try written.isEmpty)
  }

  @Test func aHardLinkIsTheSameFile() throws {
    let path = try folder.write(PNGPicture(width: 4, height: 2), to: "a.png")
    let file = try #require(try loaded(try run(["file": "hardLink"]), "file").first)
    let target = try #require(file["path"] as? String)
    #expect(target.hasPrefix(out.path))
    #expect(file["origin"] as? String == "hardLink")
    #expect(inode(target) == inode(path))
    // The same file again needs no second name.
    #expect(try loaded(try run(["file": "hardLink"]), "file")[0]["path"] as? String == target)
    #expect(try written == ["a.png"])
  }

  @Test func aCopyIsAnotherFileWithTheSameBytesAndTime() throws {
    let time = Date(timeIntervalSince1970: 1_500_000_000)
    let path = try folder.write(
      JPEGPicture(width: 640, height: 480), to: "a.jpg", modified: time)
    let file = try #require(try loaded(try run(["file": "copy"]), "file").first)
    #expect(file["origin"] as? String == "copy")
    #expect(file["path"] as? String == out.path("a.jpg"))
    #expect(inode(out.path("a.jpg")) != inode(path))
    #expect(try out.contents(of: "a.jpg") == folder.contents(of: "a.jpg"))
    let attributes = try FileManager.default.attributesOfItem(atPath: out.path("a.jpg"))
    #expect(attributes[.modificationDate] as? Date == time)
    #expect(try written == ["a.jpg"])
  }

  @Test func leftoversOfAKilledProcessWithTheSameNumberAreIgnored() throws {
    try folder.write("a", to: "a.txt")
    let left = ".shotflow-\(getpid())-1.part"
    try out.write("left", to: left)
    #expect(try run(["file": "copy"]).reasons.isEmpty)
    #expect(try written == [left, "a.txt"])
    #expect(try out.text(of: left) == "left")
  }

  @Test(arguments: ["copy", "hardLink"])
  func filesOfOneNameGetNumbers(_ transfer: String) throws {
    for (index, name) in ["x/a.b.png", "y/a.b.png", "z/a.b.png", "x/n", "y/n", "x/.h", "y/.h"]
      .enumerated()
    {
      try folder.write("\(index)", to: name)
    }
    var scenario = Scenario(
      [
        StageCall("source", ["includeHidden": true, "everything": true]),
        StageCall("load", ["file": .text(transfer)]),
      ], library: folder.path)
    scenario.outputFolder = out.path
    scenario.lanes = 4
    let outcome = try scenario.run()
    #expect(outcome.reasons.isEmpty)
    #expect(
      try written
        == [".h", ".h 2", "a.b 2.png", "a.b 3.png", "a.b.png", "n", "n 2"].sorted())
    // In the order of the source.
    #expect(try out.text(of: "a.b.png") == "0")
    #expect(try out.text(of: "a.b 2.png") == "1")
    #expect(try out.text(of: "a.b 3.png") == "2")
  }

  @Test func existingFilesAreNeverReplaced() throws {
    try out.write("mine", to: "a.txt")
    try folder.write("other", to: "a.txt")
    _ = try run(["file": "copy"])
    #expect(try out.text(of: "a.txt") == "mine")
    #expect(try out.text(of: "a 2.txt") == "other")
  }

  @Test(arguments: ["copy", "hardLink", "reference"])
  func aPictureThatIsCutShortFailsAndLeavesNothing(_ transfer: String) throws {
    let png = PNGPicture(width: 64, height: 64).encoded()
    let jpeg = JPEGPicture(width: 640, height: 480).encoded()
    try folder.write(png.dropLast(20), to: "a.png")
    try folder.write(jpeg.dropLast(30), to: "b.jpg")
    try folder.write(png, to: "c.png")
    try folder.write([], to: "d.txt")
    for name in ["a.png", "b.jpg", "d.txt"] {
      try folder.setModified(Date(timeIntervalSinceNow: -60), of: name)
    }
    let outcome = try run(["file": .text(transfer)])
    #expect(try outcome.names == ["c.png"])
    #expect(
      outcome.reasons == [
        "the file is cut short", "the file is cut short", "the file is empty",
      ])
    #expect(try written == (transfer == "reference" ? [] : ["c.png"]))
  }

  @Test func aFolderThatCannotBeWrittenEndsTheRun() async throws {
    try folder.write("x", to: "a.txt")
    chmod(folder.path, 0o755)
    chmod(out.path, 0o555)
    defer { chmod(out.path, 0o700) }
    await #expect(processExitsWith: .success) {
      [library = folder.path as String, out = out.path as String] in
      // File modes do not bind root.
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      var scenario = Scenario(
        [StageCall("source", ["everything": true]), StageCall("load", ["file": "copy"])],
        library: library)
      scenario.outputFolder = out
      let problem = #expect(throws: OutputProblem.self) { try scenario.run() }
      #expect(
        problem?.description == "can't write into the folder \"\(out)\": permission denied")
    }
  }

  @Test func anOutputFolderThatIsNoneEndsTheRun() throws {
    try folder.write("x", to: "a.txt")
    try out.write("x", to: "file")
    for path in [out.path("none/none"), out.path("file"), nil] {
      #expect(throws: OutputProblem.self) { try run(["file": "copy"]) { $0.outputFolder = path } }
    }
    // One that is missing is made.
    #expect(try run(["file": "copy"]) { $0.outputFolder = out.path("new") }.report.emitted == 1)
    #expect(try out.text(of: "new/a.txt") == "x")
  }

  @Test func dataComesWithItsHash() throws {
    try folder.write("abc", to: "a.txt")
    let size = try run(["data": "size"])
    #expect(try loaded(size, "data")[0]["byteCount"] as? Int == 3)
    #expect(try loaded(size, "data")[0]["base64"] == nil)
    #expect(try size.texts("sha1") == ["a9993e364706816aba3e25717850c26c9cd0d89d"])
    #expect(try loaded(try run(["data": "base64"]), "data")[0]["base64"] as? String == "YWJj")
  }

  @Test func thePictureToShowIsTheOriginal() throws {
    let path = try folder.write(PNGPicture(width: 4, height: 2), to: "a.png")
    for load in [[:], ["size": "maximum", "contentMode": "aspectFit"]] as [ArgumentValue] {
      let image = try loaded(try run(load), "image")[0]
      #expect(image["path"] as? String == path)
      #expect(image["pixelWidth"] as? Int == 4)
      #expect(image["pixelHeight"] as? Int == 2)
      #expect(image["origin"] as? String == "original")
    }
  }

  @Test func severalRepresentationsComeTogether() throws {
    try folder.write(PNGPicture(width: 4, height: 2), to: "a.png")
    let record = try #require(
      try run(["file": "copy", "data": "size", "size": "maximum"]).records.first)
    #expect(record["file"] != nil && record["data"] != nil && record["image"] != nil)
  }

  @Test func loadingReplacesWhatARecordSaidBefore() throws {
    try folder.write("abc", to: "a.txt")
    let first = try run(["file": "reference"])
    var second = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("load", ["file": "copy"])])
    second.input = first.bytes
    second.outputFolder = out.path
    let outcome = try second.run()
    #expect(outcome.lines[0].components(separatedBy: "\"file\":").count == 2)
    #expect(try loaded(outcome, "file")[0]["path"] as? String == out.path("a.txt"))
  }

  @Test(
    arguments: [["file": "move"], ["data": true], ["size": [0, 100]], ["contentMode": "fit"]]
      as [ArgumentValue])
  func refusesWrongOptions(_ table: ArgumentValue) {
    #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source", ["everything": true]), StageCall("load", table)]).plan()
    }
  }
}
