import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The shipped rules for everyday jobs, on a folder as people have it: damaged files, a text,
/// duplicates, and names with spaces and quotes.
@Suite struct EverydayRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("IMG 1.png", seed: 1)
    try world.picture("IMG 1 (2).png", seed: 1, in: "pictures/copy of it")
    try world.picture("it's ü — {odd}.png", seed: 2, in: "pictures/a b")
    try world.directory.write("words", to: "pictures/notes.txt")
    try world.directory.write(Array(ProgramWorld.png(3).encoded().prefix(200)), to: Self.cut)
    try world.directory.write([UInt8](), to: "pictures/empty.jpg")
    for name in try files() {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_443_389_368)],
        ofItemAtPath: world.path(name))
    }
  }

  private static let cut = "pictures/cut short.png"
  private static let odd = "pictures/a b/it's ü — {odd}.png"

  /// Returns the paths of all files in the pictures, or another folder, from the world's folder.
  private func files(in folder: String = "pictures") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: world.path(folder))
      .map { "\(folder)/\($0)" }
      .filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: world.path(name), isDirectory: &isFolder)
          && !isFolder.boolValue
      }.sorted()
  }

  /// Runs a rule that is to succeed, in the world's folder.
  @discardableResult
  private func run(_ words: String...) async throws -> ProgramResult {
    let result = try await world.program(words + ["-l", "pictures"]).result()
    #expect(result.status == .exited(0), "\(words): \(result.errorText)")
    return result
  }

  private func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename).sorted { ($0 ?? "") < ($1 ?? "") }
  }

  @Test(arguments: ["duplicates", "similar", "organise", "rename", "damaged", "sheet"])
  func nothingIsDoneUnlessAPlaceIsTyped(rule: String) async throws {
    let before = try files()
    #expect(try await !run(rule).text.isEmpty)
    #expect(try files() == before)
    #expect(!FileManager.default.fileExists(atPath: world.path("state/shotflow/journal")))
  }

  @Test func foldersAndFilesStandBehindARule() async throws {
    let folder = try await world.program(["duplicates", "pictures"]).result()
    #expect(try names(folder).count == 1)
    let two = ["duplicates", "pictures/copy of it", "--library", "pictures/a b"]
    #expect(try await world.program(two).result().text == "")
    // Files are read in place of a library.
    let files = ["pictures/IMG 1.png", "pictures/copy of it/IMG 1 (2).png"]
    #expect(try await world.program(["duplicates"] + files).result().lines.count == 1)
    let copied = try await world.program(["export", files[0], "--to", "out"]).result()
    #expect(copied.status == .exited(0), "\(copied.errorText)")
    #expect(try self.files(in: "out") == ["out/IMG 1.png"])
    for (words, message) in [
      (["duplicates", "nothing"], "there is no file or folder \"nothing\""),
      (
        ["duplicates", "pictures", files[0]],
        "\"\(files[0])\" is a file, and \"pictures\" a library; name one or the other"
      ),
      (
        ["run", "-e", "return pipeline { source { library = 'pictures' } }", "pictures/a b"],
        "the rule reads a library of its own, so leave out \"pictures/a b\""
      ),
    ] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(words.contains("nothing") ? 66 : 64))
      #expect(result.errorText.contains(message), "\(result.errorText)")
    }
  }

  @Test func duplicatesAreListedOrMovedAway() async throws {
    let others = try await run("duplicates", "--filename", "*IMG*")
    #expect(try names(others) == ["IMG 1 (2).png"])
    #expect(try await run("duplicates", "--keep-in", "copy of it").text.contains("\"IMG 1.png\""))
    let allow = ["--allow", "write"]
    let before = try files()
    let trial = try await run("duplicates", "--move-to", "away 1", "--dry-run")
    #expect(trial.errorText.contains("away 1/IMG 1 (2).png\""), "\(trial.errorText)")
    #expect(try files() == before)
    try await run("duplicates", "--move-to", "away 1", allow[0], allow[1])
    #expect(try files(in: "away 1") == ["away 1/IMG 1 (2).png"])
    #expect(try files().count == before.count - 1)
    _ = try await world.run("undo")
    #expect(try files() == before)
    try await run("duplicates", "--trash", allow[0], allow[1])
    #expect(try files() == before.filter { !$0.hasSuffix("(2).png") })
    let both = try await world.run("duplicates", "--trash", "--move-to", "x", "-l", "pictures")
    #expect(both.status == .exited(64))
    #expect(both.errorText.contains("--trash and --move-to exclude each other"))
  }

  @Test(arguments: ["duplicates", "similar"])
  func groupsAreListedWithTheKeptOneFirst(rule: String) async throws {
    try world.picture("other.png", seed: 5)
    try world.picture("other copy.png", seed: 5)
    let table = try await run(rule, "--groups", "--format", "table").text
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    let head = ["pixelWidth", "pixelHeight", "fileSize", "path"]
    #expect(lines[0].split(separator: " ").map(String.init) == head, "\(table)")
    // What differs is shown of a path that is too wide.
    let rows = [
      ("kept  ", "/IMG 1.png"), ("      ", "…/copy of it/IMG 1 (2).png"), ("", ""),
      ("kept  ", "/other.png"), ("      ", "/other copy.png"), ("", ""),
    ]
    #expect(lines.count == 1 + rows.count, "\(table)")
    for (line, (start, end)) in zip(lines.dropFirst(), rows) {
      #expect(
        start.isEmpty ? line.isEmpty : line.hasPrefix(start) && line.hasSuffix(end), "\(table)")
      #expect(line.count <= 80)
    }
    #expect(try await run(rule, "--groups").lines.count == 4)
    let act = try await world.run(rule, "--groups", "--trash", "-l", "pictures")
    #expect(act.status == .exited(64))
    #expect(act.errorText.contains("--groups lists what is kept, too"), "\(act.errorText)")
  }

  @Test(arguments: [("duplicates", "duplicateOfPath"), ("similar", "similarToPath")])
  func duplicatesAreListedBesideWhatIsKept(rule: String, original: String) async throws {
    let table = try await run(rule, "--format", "table").text
    let lines = table.split(separator: "\n")
    #expect(lines.count == 2, "\(table)")
    #expect(lines[0].split(separator: " ") == ["fileSize", "path", Substring(original)])
    #expect(lines[1].contains("of it/IMG 1 (2).png  "), "\(table)")
    #expect(lines[1].hasSuffix("/pictures/IMG 1.png"), "\(table)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(table)")
    let cells = try await run(rule, "--format", "csv").text
    #expect(cells.hasPrefix("localDate,filename,"), "\(cells)")
  }

  @Test func similarPicturesAreMovedAway() async throws {
    try await run("similar", "--keep", "oldest", "--move-to", "alike", "--allow", "write")
    #expect(try files(in: "alike").count == 1)
  }

  @Test func picturesAreSortedIntoFolders() async throws {
    let to = "sorted/{localDate:%Y}/{localDate:%m}"
    let before = try files()
    try await run("organise", "--to", to, "--copy", "--filename", "it*", "--allow", "write")
    #expect(try files() == before)
    #expect(try files(in: "sorted") == ["sorted/2015/09/it's ü — {odd}.png"])
    try await run("organise", "--to", to, "--allow", "write", "--damage", "absent")
    #expect(
      try files(in: "sorted") == [
        "sorted/2015/09/IMG 1 (2).png", "sorted/2015/09/IMG 1.png",
        "sorted/2015/09/it's ü — {odd} 2.png", "sorted/2015/09/it's ü — {odd}.png",
      ])
    #expect(try files() == [Self.cut, "pictures/empty.jpg", "pictures/notes.txt"])
  }

  @Test func filesAreRenamedWhereTheyAre() async throws {
    try world.picture("IMG 2.png", seed: 5)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_443_389_368)],
      ofItemAtPath: world.path("pictures/IMG 2.png"))
    let name = "{localDate:%Y-%m-%d_%H%M%S}"
    for _ in 1...2 {
      // The second run finds the names there, and changes nothing.
      try await run("rename", "--to", name, "--damage", "absent", "--allow", "write")
      #expect(
        try files() == [
          "pictures/2015-09-27_212928 2.png", "pictures/2015-09-27_212928.png",
          "pictures/a b/2015-09-27_212928.png", "pictures/copy of it/2015-09-27_212928.png",
          Self.cut, "pictures/empty.jpg", "pictures/notes.txt",
        ])
    }
    _ = try await world.run("undo", "1")
    #expect(try files().contains(Self.odd))
    let slash = try await world.run("rename", "--to", "x/{filename}", "-l", "pictures")
    #expect(slash.status == .exited(64))
    #expect(slash.errorText.contains("name is a name without folders"), "\(slash.errorText)")
  }

  @Test func damagedFilesAreMovedAway() async throws {
    #expect(try await names(run("damaged")) == ["cut short.png", "empty.jpg"])
    try await run("damaged", "--move-to", "broken", "--allow", "write")
    #expect(try files(in: "broken") == ["broken/cut short.png", "broken/empty.jpg"])
    #expect(try files().count == 4)
  }

  @Test func aSheetIsMade() async throws {
    try await run(
      "sheet", "--to", "my sheet", "--damage", "absent", "--heading", "Odd ones", "--allow", "write"
    )
    let page = try String(contentsOfFile: world.path("my sheet/index.html"), encoding: .utf8)
    #expect(page.contains("Odd ones") && page.contains("it&#39;s ü") || page.contains("it's ü"))
  }

  @Test func aFolderBeginsWhereTheShellIs() async throws {
    try world.directory.makeFolder("deep/er")
    var program = world.program(
      ["organise", "--to", "../to {{here}}", "--copy", "-l", world.library, "--limit", "1"]
        + ["--allow", "write"])
    program.workingFolder = world.path("deep/er")
    #expect(try await program.result().status == .exited(0))
    let made = try files(in: "deep")
    #expect(made.count == 1)
    #expect(made.allSatisfy { $0.hasPrefix("deep/to {here}/2015/09/") })
  }

  @Test func aCopyIsARuleOfOnesOwn() async throws {
    #expect(try await world.run("new", "mine", "--from", "duplicates").status == .exited(0))
    #expect(try await names(run("mine")) == ["IMG 1 (2).png"])
  }
}
