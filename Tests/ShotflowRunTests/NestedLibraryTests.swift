import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Libraries in a folder of pictures: each keeps account of the files in its own folder, and acts
/// work on all others.
@Suite struct NestedLibraryTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", in: "pictures/pics")
    try world.picture("a (copy).png", in: "pictures/pics")
  }

  private func sample(_ kind: String, at place: String) async throws {
    let made = try await world.run("sample", place, "--kind", kind, "--count", "6")
    try #require(made.status == .exited(0), "\(made.errorText)")
  }

  private func run(_ words: String...) async throws -> ProgramResult {
    try await world.program(words).result()
  }

  @Test(arguments: [
    ("takeout", "Takeout"), ("takeout", "old/phone/google"), ("photos", "Inner.photoslibrary"),
    ("shotwell", "inner"),
  ])
  func theOtherFilesAreActedOn(_ kind: String, _ name: String) async throws {
    let inner = world.path("pictures/\(name)")
    try await sample(kind, at: inner)
    let before = FolderState(inner)
    let trashed = try await run("duplicates", "pictures", "--trash")
    #expect(trashed.status == .exited(0), "\(trashed.errorText)")
    #expect(world.names(in: "pictures/pics") == ["a.png"])
    let renamed = try await run(
      "rename", "pictures", "--to", "b-{filename}", "--filename", "a.png")
    #expect(renamed.status == .exited(0), "\(renamed.errorText)")
    #expect(world.names(in: "pictures/pics") == ["b-a.png"])
    let organised = try await run(
      "organise", "pictures", "--to", "sorted", "--in", "pictures/pics")
    #expect(organised.status == .exited(0), "\(organised.errorText)")
    #expect(world.names(in: "sorted").contains { $0.hasSuffix("/b-a.png") })
    #expect(FolderState(inner).changes(since: before) == [])
  }

  @Test(arguments: [("takeout", "Takeout"), ("shotwell", "inner")])
  func messagesNameTheLibrary(_ kind: String, _ name: String) async throws {
    let inner = world.path("pictures/\(name)")
    try await sample(kind, at: inner)
    let before = FolderState(inner)
    let result = try await run("rename", "pictures", "--to", "b-{filename}")
    #expect(result.status == .exited(0))
    // One line, however many files stay, with the names of some.
    func isTold(_ result: ProgramResult, _ remedy: String) -> Bool {
      let told = result.errorLines.filter {
        $0.contains(") in the library \"\(inner)\", which keeps account of its files; \(remedy),")
          && $0.hasSuffix(", or leave it out: --in '!\(inner)'")
      }
      let start = told.first?.components(separatedBy: ") in the library").first ?? ""
      let names = start.components(separatedBy: " assets (").last ?? ""
      return told.count == 1 && names.contains(".")
        && names.components(separatedBy: ", ").count <= 4
    }
    let remedy =
      kind == "takeout"
      ? "copy them out of the Takeout with export or organise --copy"
      : "act on them in the program that owns the library"
    #expect(isTold(result, remedy), "\(result.errorText)")
    let moved = try await run("organise", "pictures", "--to", "sorted", "--dry-run")
    #expect(isTold(moved, "--copy copies them"), "\(moved.errorText)")
    #expect(try result.records().allSatisfy { $0.path?.hasPrefix(inner) == false })
    #expect(FolderState(inner).changes(since: before) == [])
    let rest = try await run(
      "rename", "pictures", "--to", "c-{filename}", "--in", "!\(inner)")
    #expect(rest.status == .exited(0), "\(rest.errorText)")
    #expect(world.names(in: "pictures/pics") == ["c-b-a (copy).png", "c-b-a.png"])
  }

  /// A run each evening mails what it did, and not each time what it always leaves.
  @Test func whatStaysIsSaidAgainWhereSomethingWasDone() async throws {
    try await sample("takeout", at: "pictures/Takeout")
    func left(_ words: String..., terminal: Terminal? = nil) async throws -> Bool {
      let result = try await world.program(
        ["organise", "pictures", "--to", "sorted"] + words, terminal: terminal
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      return result.errorText.contains("organise left ")
    }
    #expect(try await left())
    #expect(try await !left())
    #expect(try await left("--dry-run"))
    #expect(try await left(terminal: Terminal()))
    try world.picture("new.png", seed: 7, in: "pictures/pics")
    #expect(try await left())
    // Another picture is left then.
    let inner = "pictures/Takeout/takeout-20240301T120000Z-001/Takeout/Google Photos"
    try world.picture("0.png", seed: 8, in: inner)
    #expect(try await left())
    #expect(try await !left())
  }

  /// A run that moves nothing says so, wherever it writes and however often it ran.
  @Test func aRunThatLeavesAllSaysSo() async throws {
    let shots = world.path("pictures/shots")
    try await sample("takeout", at: "pictures/Takeout")
    try await sample("shotwell", at: shots)
    let words = ["organise", "pictures", "--to", "sorted", "--color", "never"]
    let first = try await world.program(words).result()
    #expect(!first.errorText.contains("nothing was moved"), "\(first.errorText)")
    for terminal in [nil, Terminal()] {
      let again = try await world.program(words, terminal: terminal).result()
      let end = again.errorLines.last { $0.contains("nothing was moved; ") } ?? ""
      #expect(end.contains(" assets stay in 2 libraries: "), "\(again.errorText)")
      #expect(end.contains("\(shots) ("), "\(again.errorText)")
      #expect(!again.errorText.contains("nothing matched"), "\(again.errorText)")
    }
    // The same by records, and where the text about one library is known.
    let records = try await run("find", "pictures", "--in", shots)
    for _ in 1...2 {
      let moved = try await world.program(
        ["organise", "-", "--to", "sorted"], input: records.output
      ).result()
      #expect(
        moved.errorText.contains("nothing was moved; ")
          && moved.errorText.contains(" in the library \(shots)"), "\(moved.errorText)")
    }
    let dry = try await world.program(words + ["--dry-run"], terminal: Terminal()).result()
    #expect(!dry.errorText.contains("nothing matched"), "\(dry.errorText)")
  }

  @Test func librariesOfOneFolderAreApart() async throws {
    try await sample("takeout", at: "pictures/ada")
    try await sample("takeout", at: "pictures/bob")
    try await sample("shotwell", at: "pictures/shots")
    try await sample("takeout", at: "pictures/shots/pictures/google")
    try await sample("photos", at: "pictures/ada/Photos.photoslibrary")
    let inner = ["ada", "bob", "shots"].map { world.path("pictures/\($0)") }
    let before = inner.map { FolderState($0) }
    let result = try await run("rename", "pictures", "--to", "b-{filename}")
    #expect(result.status == .exited(0))
    for place in ["ada/takeout-20240301T120000Z-001", "bob/takeout-20240301T120000Z-001", "shots"] {
      #expect(
        result.errorText.contains(
          "the library \"\(world.path("pictures/\(place)"))\", which keeps"),
        "\(result.errorText)")
    }
    #expect(world.names(in: "pictures/pics") == ["b-a (copy).png", "b-a.png"])
    for (place, state) in zip(inner, before) {
      #expect(FolderState(place).changes(since: state) == [])
    }
    // The thumbnails of Shotwell are no pictures of the user's.
    let listed = try await run("find", "pictures", "--format", "paths")
    #expect(!listed.text.contains("thumb0"))
    let titles = try await run("albums", "pictures").records().map(\.localIdentifier)
    #expect(titles.contains("pics") && titles.contains("shots/pictures/0"))
    // The albums of each Takeout are those of the folder, too, and its other folders are none.
    for person in ["ada", "bob"] {
      let archive = "\(person)/takeout-20240301T120000Z-001"
      let own = try await run("albums", "pictures/\(archive)").records().compactMap(
        \.localIdentifier
      )
      .filter { $0.hasPrefix("Takeout/") }
      #expect(!own.isEmpty)
      #expect(
        titles.compactMap(\.self).filter { $0.hasPrefix(archive) } == own.map { "\(archive)/\($0)" }
      )
    }
  }

  /// digiKam finds moved files again by their content, so that its folders are folders.
  @Test func foldersOfDigiKamAreFolders() async throws {
    try world.directory.write("database", to: "pictures/digikam/digikam4.db")
    try world.picture("d.png", seed: 4, in: "pictures/digikam")
    let result = try await run("rename", "pictures", "--to", "b-{filename}")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "pictures/digikam") == ["b-d.png", "digikam4.db"])
  }
}
