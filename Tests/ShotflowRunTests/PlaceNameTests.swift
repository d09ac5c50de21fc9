import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The ways to name a folder, in options and in rules, and files that are named one by one.
@Suite struct PlaceNameTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", in: "home/lib/Family")
    try world.picture("b.png", seed: 2, in: "home/lib")
    try world.picture("a0.png", in: "home/loose")
  }

  private func run(_ words: String...) async throws -> ProgramResult {
    try await world.program(words).result()
  }

  /// Each name of the folder `Family`, from the folder above `home`.
  private var family: [String] {
    [
      "Family", "Family/", "home/lib/Family", "./home/lib/Family", "home/loose/../lib/Family",
      "~/lib/Family", world.path("home/lib/Family"),
    ]
  }

  @Test func aFolderIsFoundByEachOfItsNames() async throws {
    for name in family {
      let found = try await run("find", "home/lib", "--in", name, "--format", "paths")
      #expect(found.lines.map { $0.hasSuffix("/Family/a.png") } == [true], "\(name)")
      let others = try await run("find", "home/lib", "--in", "!\(name)", "--format", "paths")
      #expect(others.lines.map { $0.hasSuffix("/lib/b.png") } == [true], "\(name)")
      let kept = try await run("duplicates", "home/loose", "home/lib", "--keep-in", name)
      #expect(try kept.records().map(\.filename) == ["a0.png"], "\(name): \(kept.errorText)")
      let rule = try world.rule(
        "return pipeline { source {}, dedupe { keepIn = \"\(name)\", show = \"dropped\" } }\n")
      let ruled = try await run("run", rule, "-l", "home/loose", "-l", "home/lib")
      #expect(try ruled.records().map(\.filename) == ["a0.png"], "\(name): \(ruled.errorText)")
    }
  }

  /// In quotes the shell leaves `~` as it is.
  @Test func aTildeInQuotesIsTheHomeInArgumentsToo() async throws {
    let found = try await run("find", "~/lib/Family", "--format", "paths")
    #expect(found.lines.map { $0.hasSuffix("/Family/a.png") } == [true], "\(found.errorText)")
    let files = try await run("find", "~/lib/b.png", "~/loose/a0.png", "--template", "{filename}")
    #expect(files.text == "b.png\na0.png\n", "\(files.errorText)")
    let organised = try await run("organise", "~/loose", "--to", "~/sorted", "--dry-run")
    #expect(organised.errorText.contains("/home/sorted/"), "\(organised.errorText)")
    let missing = try await run("find", "~/none")
    #expect(missing.errorText.contains("there is no file or folder \"~/none\""))
  }

  @Test func aLibraryIsNamedAsItWasTyped() async throws {
    for name in ["lib", "home/lib", "./home/lib", "~/lib", world.path("home/lib")] {
      let kept = try await run("duplicates", "home/loose", "home/lib", "--keep-in", name)
      #expect(try kept.records().map(\.filename) == ["a0.png"], "\(name): \(kept.errorText)")
      let found = try await run("find", "home/lib", "home/loose", "--in", name)
      #expect(found.lines.count == 2, "\(name): \(found.errorText)")
    }
  }

  @Test func aNameInSeveralLibrariesIsAllOfThem() async throws {
    try world.picture("c.png", seed: 3, in: "home/loose/Family")
    let found = try await run("find", "home/lib", "home/loose", "--in", "Family")
    #expect(try found.records().map(\.filename) == ["a.png", "c.png"])
  }

  @Test func aFolderFurtherDownIsProposedAndFoundByTwoStars() async throws {
    try world.picture("w.png", seed: 4, in: "home/lib/Phone/media/WhatsApp")
    try world.picture("x.png", seed: 5, in: "home/lib/Phone/media/WhatsApp/Sent")
    for name in ["WhatsApp", "*hatsA??"] {
      for mark in ["", "!"] {
        let found = try await run("find", "home/lib", "--in", mark + name)
        #expect(found.status == .exited(64))
        #expect(
          found.errorText.contains(
            "no folder \"\(name)\"; --in '\(mark)**/\(name)' names \"~/lib/Phone/media/WhatsApp\""),
          "\(found.errorText)")
      }
    }
    for name in ["**/WhatsApp", "Phone/**/What*", "~/**/WhatsApp", "home/**/media/**/WhatsApp/**"] {
      let found = try await run("find", "home/lib", "--in", name, "--sort", "filename")
      #expect(try found.records().map(\.filename) == ["w.png", "x.png"], "\(found.errorText)")
    }
    let others = try await run("find", "home/lib", "--in", "!**/WhatsApp", "--sort", "filename")
    #expect(try others.records().map(\.filename) == ["a.png", "b.png"])
    let none = try await run("find", "home/lib", "--in", "**/Sent/WhatsApp")
    #expect(none.errorLines.map { $0.hasSuffix("no folder \"**/Sent/WhatsApp\"") } == [true])
  }

  /// In the folder `home/lib/Sub`, which has a `Family` of its own.
  @Test func aNameWithDotsIsFromHereAndAPlainOneNeverBoth() async throws {
    try world.picture("s.png", seed: 7, in: "home/lib/Sub/Family")
    try world.picture("t.png", seed: 8, in: "home/lib/Sub")
    func inside(_ words: String...) async throws -> ProgramResult {
      var program = world.program(words + ["-l", world.path("home/lib"), "--format", "paths"])
      program.workingFolder = world.path("home/lib/Sub")
      return try await program.result()
    }
    for (name, files, others) in [
      (".", ["s.png", "t.png"], 2), ("./Family", ["s.png"], 3), ("../Family", ["a.png"], 3),
      ("./Fam*", ["s.png"], 3), ("Sub", ["s.png", "t.png"], 2),
    ] {
      let found = try await inside("find", "--in", name, "--sort", "filename")
      let names = found.lines.compactMap { $0.split(separator: "/").last.map(String.init) }
      #expect(names == files, "\(name): \(found.errorText)")
      #expect(try await inside("find", "--in", "!\(name)").lines.count == others, "\(name)")
    }
    try world.picture("twin.png", seed: 8, in: "home/lib/Family")
    #expect(try await inside("duplicates", "--keep-in", ".").lines.count == 1)
    try world.picture("other.png", seed: 8, in: "home/lib/Sub")
    #expect(try await inside("duplicates", "--keep-in", "./").lines.count == 1)
    for name in ["Family", "Fam*"] {
      let looked = try await inside("find", "--in", name)
      let kept = try await inside("duplicates", "--keep-in", name)
      #expect(looked.status == .exited(64) && kept.status == .exited(66))
      for refused in [looked, kept] {
        #expect(refused.text == "")
        #expect(
          refused.errorText.contains("/lib/Family\" in the library, and \"")
            && refused.errorText.contains("/lib/Sub/Family\" from here; name it as \"")
            && refused.errorText.contains(" or \"./\(name)\""), "\(refused.errorText)")
      }
    }
  }

  @Test func aFolderThatIsNowhereIsAMistake() async throws {
    let found = try await run("find", "home/lib", "--in", "Famly")
    #expect(found.status == .exited(64))
    #expect(found.errorText.contains("there is no folder \"Famly\""))
    for name in ["family", "~/Lib/family", "**/FAMILY"] {
      let other = try await run("find", "home/lib", "--in", name)
      #expect(
        other.errorText.contains("no folder \"\(name)\"; did you mean \"~/lib/Family\"?"),
        "\(other.errorText)")
    }
    let misspelt = try await run("duplicates", "home/lib", "--keep-in", "family")
    #expect(misspelt.errorText.contains("there is no folder \"family\", of which everything is"))
    #expect(misspelt.errorText.contains("/lib/Family\"?"), "\(misspelt.errorText)")
    let kept = try await run("duplicates", "home/lib", "--keep-in", "./home/loose")
    #expect(kept.status != .exited(0))
    #expect(kept.errorText.contains("\"./home/loose\", which is in no library of the run"))
    #expect(!kept.errorText.contains(".lua"), "\(kept.errorText)")
  }

  // MARK: Files

  @Test func aFileThatIsNamedIsActedOnInItsFolder() async throws {
    let renamed = try await run("rename", "home/loose/a0.png", "--to", "x-{filename}")
    #expect(renamed.status == .exited(0), "\(renamed.errorText)")
    #expect(world.names(in: "home/loose") == ["x-a0.png"])
    #expect(try await world.run("undo").status == .exited(0))
    #expect(world.names(in: "home/loose") == ["a0.png"])
    let trashed = try await run(
      "duplicates", "home/lib/Family/a.png", "home/loose/a0.png", "--trash")
    #expect(trashed.status == .exited(0), "\(trashed.errorText)")
    let left = world.names(in: "home/loose") + world.names(in: "home/lib/Family")
    #expect(left.count == 1, "\(left)")
  }

  /// macOS writes U+202F into names of screenshots, which nobody types.
  @Test(arguments: [
    ("at 7.28 PM.png", "at 7.28\u{202F}PM.png"), ("\u{E9}t\u{E9}.png", "e\u{301}te\u{301}.png"),
  ])
  func aNameWithOtherSpacesIsProposed(typed: String, name: String) async throws {
    let folder = "my\u{A0}shots"
    try world.picture(name, seed: 6, in: "home/\(folder)")
    let before = world.names(in: "home/\(folder)")
    for path in ["home/my shots/\(typed)", "home/\(folder)/\(typed)"] {
      let remark = ", but \"home/\(folder)/\(name)\" with other spaces or accents"
      for words in [
        ["rename", path, "--to", "x"], ["find", path], ["show", path],
        ["why", path, "--photos", "-l", "home"],
      ] {
        let refused = try await world.program(words).result()
        #expect(refused.status != .exited(0))
        #expect(refused.errorLines.count == 1)
        #expect(refused.errorText.contains(remark), "\(words): \(refused.errorText)")
      }
    }
    #expect(world.names(in: "home/\(folder)") == before)
    let found = try await run("find", "home/\(folder)/\(name)", "--count")
    #expect(found.text == "1\n", "\(found.errorText)")
    try world.picture("at 7.28\u{A0}PM.png", seed: 7, in: "home/\(folder)")
    try world.picture("at 7.28\u{3000}PM.png", seed: 8, in: "home/\(folder)")
    let several = try await run("find", "home/\(folder)/at 7.28 PM.png")
    #expect(!several.errorText.contains(", but"), "\(several.errorText)")
  }

  @Test func aListIsActedOn() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: world.path("link"), withDestinationPath: world.path("home/loose"))
    let list = "link/a0.png\n\(world.path("home/lib/b.png"))\n"
    let organised = try await world.run("organise", "-", "--to", "sorted", input: list)
    #expect(organised.status == .exited(0), "\(organised.errorText)")
    #expect(world.names(in: "sorted").filter { $0.hasSuffix(".png") }.count == 2)
    let rule = try world.rule(
      "return pipeline { wants = { write = \"to move\" }, source { stdin = true },"
        + " move { to = \"in/{filename}\" } }\n")
    let moved = try await world.run(
      "run", rule, "--allow", "write", input: "home/lib/Family/a.png\n")
    #expect(moved.status == .exited(0), "\(moved.errorText)")
    #expect(world.names(in: "home/lib/Family") == ["in", "in/a.png"])
  }

  @Test func aNamedFileOfALibraryThatKeepsAccountStays() async throws {
    let made = try await run("sample", "home/Takeout", "--kind", "takeout", "--count", "6")
    try #require(made.status == .exited(0))
    let before = FolderState(world.path("home/Takeout"))
    let file = try #require(world.names(in: "home/Takeout").first { $0.hasSuffix(".JPG") })
    let renamed = try await run("rename", "home/Takeout/\(file)", "--to", "x-{filename}")
    #expect(renamed.status == .exited(3))
    #expect(renamed.errorText.contains("keeps account of its files"), "\(renamed.errorText)")
    #expect(FolderState(world.path("home/Takeout")).changes(since: before) == [])
  }
}
