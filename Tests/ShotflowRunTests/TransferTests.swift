import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that a rule moves, copies and links: where they go, and what is never done.
@Suite struct TransferTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func run(
    _ stages: String, _ further: String..., source: String = "source {}", input: String = ""
  ) async throws -> ProgramResult {
    let rule = try world.actingRule(stages, source: source)
    return try await world.program(
      world.actingWords(rule) + further, input: input.utf8
    ).result()
  }

  @Test func movesIntoFoldersOfTheDate() async throws {
    try world.picture()
    try world.picture("Screenshot from 2014-01-02 03-04-05.png", seed: 2, in: "pictures/deep/er")
    let before = try world.contents()
    let result = try await run("move { to = \"{localDate:%Y}/{localDate:%m}/{filename}\" }")
    #expect(result.status == .exited(0))
    #expect(result.errorLines.count == 1)
    let after = try world.contents()
    #expect(
      after.keys.sorted() == [
        "2014/01/Screenshot from 2014-01-02 03-04-05.png", "2015/09/\(ProgramWorld.screenshot)",
      ])
    #expect(Set(after.values) == Set(before.values))
    // The record tells where the file is now, so that the next program finds it.
    let lines: [ActLine] = try result.decodedLines()
    #expect(lines.map(\.path) == lines.map { $0.acts?.first?.path })
    for line in lines {
      #expect(FileManager.default.fileExists(atPath: try #require(line.path)))
    }
    let again = try await run("move { to = \"{localDate:%Y}/{localDate:%m}/{filename}\" }")
    #expect(again.lines.count == 2)
    #expect(try world.contents() == after)
  }

  @Test func filesThatAreMovedAreNotMetAgain() async throws {
    for number in 1...40 {
      try world.picture("\(number).png", seed: UInt64(number), in: "pictures/a\(number % 4)")
    }
    let result = try await run("move { to = \"z/y/x-{filename}\" }")
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 40)
    #expect(try world.contents().keys.allSatisfy { $0.hasPrefix("z/y/x-") && !$0.contains("x-x") })
  }

  @Test(arguments: [
    "move { to = \"{mediaType}/{filename}\" }", "copy { to = \"{mediaType}/same\" }",
    "link { to = \"{mediaType}/same\" }", "link { to = \"{localDate:%Y}/\", kind = \"hard\" }",
    "move { to = \"a.png\" }", "copy { to = \"x/\" }, move { to = \"{mediaType}/n\" }",
  ])
  func aDryRunNamesWhatTheRunDoes(_ stages: String) async throws {
    for (number, name) in ["a.png", "b/a.png", "c/a.png", "d.png", "image/a.png"].enumerated() {
      try world.directory.write(ProgramWorld.png(UInt64(number)), to: "pictures/\(name)")
    }
    try world.directory.write(ProgramWorld.png(0), to: "pictures/e.png")
    try world.livePhoto("IMG_1")
    try world.directory.write("<x/>", to: "pictures/d.xmp")
    let before = try world.contents()
    let out = world.path("out")
    let dry = try await run(stages, "--out", out, "--dry-run")
    #expect(dry.status == .exited(0))
    #expect(try world.contents() == before)
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(!FileManager.default.fileExists(atPath: world.path("state/shotflow/journals")))
    let real = try await run(stages, "--out", out)
    #expect(real.status == .exited(0))
    let planned: [ActLine] = try dry.decodedLines()
    let done: [ActLine] = try real.decodedLines()
    #expect(planned.compactMap(\.acts) == done.compactMap(\.acts))
    #expect(done.count == 7)
    for act in done.compactMap(\.acts).joined() {
      let paths = act.resources?.map(\.path) ?? [act.path ?? ""]
      for path in paths {
        #expect(dry.errorText.contains("to \"\(path)\""), "\(path)")
      }
    }
  }

  @Test func noFileIsReplaced() async throws {
    for (number, folder) in ["a", "b", "c"].enumerated() {
      try world.picture("same.png", seed: UInt64(number), in: "pictures/\(folder)")
    }
    try world.directory.write("mine", to: "out/same.png")
    let before = try world.contents()
    let result = try await run("move { to = \"{filename}\" }", "--out", world.path("out"))
    #expect(result.status == .exited(0))
    let out = try world.contents(of: "out")
    #expect(out["same.png"] == Data("mine".utf8))
    #expect(Set(out.keys) == ["same.png", "same 2.png", "same 3.png", "same 4.png"])
    #expect(Set(out.values) == Set(before.values).union([Data("mine".utf8)]))
  }

  @Test func aCopyThatIsThereIsTakenInstead() async throws {
    try world.picture("a.png")
    for _ in 1...2 {
      _ = try await run("copy { to = \"x/{filename}\" }", "--out", world.path("out"))
    }
    #expect(world.names(in: "out") == ["x", "x/a.png"])
    #expect(try world.contents(of: "out")["x/a.png"] == (try world.contents()["a.png"]))
  }

  @Test func linksLeadToTheOriginal() async throws {
    try world.picture("a.png")
    let original = world.path("pictures/a.png")
    _ = try await run("link { to = \"x/\" }", "--out", world.path("out"))
    #expect(try world.contents(of: "out")["x/a.png"] == Data("-> \(original)".utf8))
    _ = try await run("link { to = \"y/\", kind = \"hard\" }", "--out", world.path("out"))
    var (one, other) = (stat(), stat())
    #expect(lstat(original, &one) == 0 && lstat(world.path("out/y/a.png"), &other) == 0)
    #expect(one.st_ino == other.st_ino)
  }

  @Test func aLivePhotoGoesWithItsMovieAndSidecars() async throws {
    try world.livePhoto("IMG_1")
    try world.directory.write("<a/>", to: "pictures/IMG_1.JPG.xmp")
    try world.directory.write("<b/>", to: "pictures/IMG_1.xmp")
    try world.directory.write("taken", to: "pictures/x/photoLive.MOV")
    let result = try await run(
      "filter { mediaSubtypes = \"photoLive\" }, move { to = \"x/{mediaSubtypes}\" }")
    #expect(result.status == .exited(0))
    let names = try world.contents().keys.sorted()
    #expect(
      names == [
        "x/photoLive 2.JPG", "x/photoLive 2.JPG.xmp", "x/photoLive 2.MOV", "x/photoLive 2.xmp",
        "x/photoLive.MOV",
      ])
    let acts: [ActLine] = try result.decodedLines()
    #expect(
      acts.first?.acts?.first?.resources?.map(\.type)
        == ["photo", "pairedVideo", "sidecar", "sidecar"])
  }

  @Test func aSidecarThatAnotherPictureNeedsStaysThere() async throws {
    try world.picture("a.png")
    try world.picture("a.PNG", seed: 2)
    try world.directory.write("<x/>", to: "pictures/a.xmp")
    let result = try await run("filter { filename = \"a.png\" }, move { to = \"x/\" }")
    #expect(result.status == .exited(0))
    #expect(try world.contents().keys.sorted() == ["a.PNG", "a.xmp", "x/a.png", "x/a.xmp"])
  }

  /// A file of the same name that is no picture needs no sidecar.
  @Test func aSidecarMovesAlthoughAnotherFileHasItsName() async throws {
    try world.picture("a.png")
    try world.directory.write("<x/>", to: "pictures/a.xmp")
    try world.directory.write("text", to: "pictures/a.txt")
    let result = try await run("move { to = \"x/\" }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try world.contents().keys.sorted() == ["a.txt", "x/a.png", "x/a.xmp"])
  }

  @Test(arguments: [
    ("../../etc/x", "pictures/t/______etc_x/a.png"), ("..", "pictures/t/__/a.png"),
    ("a\u{1}b\nc", "pictures/t/a_b_c/a.png"), ("/", "pictures/t/_/a.png"),
    (".", "pictures/t/_/a.png"),
  ])
  func aValueLeadsNowhereElse(_ value: String, _ place: String) async throws {
    try world.picture("a.png")
    let record = try JSONSerialization.data(withJSONObject: [
      "path": world.path("pictures/a.png"), "library": world.library, "mood": value,
    ])
    let result = try await run(
      "move { to = \"t/{mood}/\" }",
      source: "source { stdin = true, fields = { mood = \"text\" } }",
      input: String(decoding: record, as: UTF8.self) + "\n")
    #expect(result.errorLines.count == 1)
    #expect(
      FileManager.default.fileExists(atPath: world.path(place)), "\(world.names())")
  }

  @Test func aValueThatIsNotThereIsAnError() async throws {
    try world.picture("a.png")
    let result = try await run("move { to = \"{cameraModel}/{filename}\" }")
    #expect(result.status == .exited(3))
    #expect(
      result.errorText.contains(
        "a.png: it has no cameraModel, which \"{cameraModel}/{filename}\" needs"))
    #expect(world.names() == ["a.png"])
  }

  @Test func aLinkBelowThePlaceIsNotFollowed() async throws {
    try world.picture("a.png")
    try world.directory.makeFolder("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("pictures/image"), withDestinationPath: world.path("elsewhere"))
    for stages in [
      "move { to = \"{mediaType}/{filename}\" }", "move { to = \"image/{filename}\" }",
    ] {
      let result = try await run(stages)
      #expect(result.status == .exited(3))
      #expect(result.errorText.contains("is a link, which is not followed"), "\(result.errorText)")
    }
    #expect(world.names(in: "elsewhere") == [])
    #expect(try world.contents()["a.png"] != nil)
  }

  @Test func aFileInTheWayOfAFolderIsReported() async throws {
    try world.picture("a.png")
    try world.directory.write("x", to: "out/image")
    let result = try await run("copy { to = \"{mediaType}/\" }", "--out", world.path("out"))
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("a file is in the way of the folder"))
  }

  @Test func aFileOutsideOfItsLibraryStays() async throws {
    try world.picture("a.png")
    let lie = #"{"path":"\#(world.path("home/secret.png"))","library":"\#(world.library)"}"#
    try world.picture("secret.png", seed: 3, in: "home")
    let outside = try await run(
      "move { to = \"x/\" }", source: "source { stdin = true }", input: lie + "\n")
    #expect(outside.status == .exited(3))
    #expect(outside.errorText.contains("it is not in the folder of its library"))
    #expect(world.names(in: "home").contains("secret.png"))
  }

  @Test func recordsOfAnotherRunAreMovedInTheirLibrary() async throws {
    try world.picture("a.png")
    let first = try await world.run(
      "run", try world.libraryRule(named: "all.lua"), "--library", world.library)
    let result = try await run(
      "move { to = \"x/\" }, filter { path = like(\"*/x/a.png\") }",
      source: "source { stdin = true }", input: first.text)
    #expect(result.status == .exited(0))
    #expect(world.names() == ["x", "x/a.png"])
    let records = try result.records()
    #expect(records.map(\.localIdentifier) == ["x/a.png"])
    #expect(records.map(\.folderPath) == [["x"]])
  }

  @Test func writingElsewhereIsPermittedFirst() async throws {
    try world.picture("a.png")
    let place = world.path("elsewhere")
    let stages = "copy { to = \"\(place)/{filename}\" }"
    let silent = try world.libraryRule(stages, named: "silent.lua")
    let unasked = try await world.run("check", silent)
    #expect(unasked.status == .exited(65))
    #expect(
      unasked.errorText.contains(
        "copy writes outside of the folder that --out names, which the rule has to ask for; add to"
          + " its pipeline: wants = { write = \"why it is needed\" }"))
    let rule = try world.rule(
      "return pipeline { wants = { write = \"x\" }, source {}, \(stages) }", named: "asks.lua")
    let refused = try await world.run("run", rule, "--library", world.library)
    #expect(refused.status == .exited(77))
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try await world.run("auth", "grant", rule).status == .exited(0))
    let status = try await world.run("auth", "status", rule)
    #expect(status.text.contains("write"))
    let granted = try await world.run("run", rule, "--library", world.library)
    #expect(granted.status == .exited(0))
    #expect(world.names(in: "elsewhere") == ["a.png"])
    // Below the folder that the user names, nothing more has to be permitted.
    let below = try world.libraryRule("copy { to = \"x/\" }", named: "below.lua")
    let output = try await world.run(
      "run", below, "--library", world.library, "--out", world.path("out"))
    #expect(output.status == .exited(0))
    let nowhere = try await world.run("run", below, "--library", world.library)
    #expect(nowhere.status == .exited(64))
    #expect(nowhere.errorText.contains("name it on the command line: --out FOLDER"))
  }

  @Test func theQuestionAndTheExplanationNameThePlaces() async throws {
    try world.picture("a.png")
    let rule = try world.rule(
      """
      return pipeline {
        wants = { write = "to sort them" }, source {}, move { to = "{localDate:%Y}/" },
      }
      """)
    let words = ["run", rule, "--library", world.library]
    let program = try world.program(words, terminal: Terminal()).start()
    #expect(await program.showed("Esc leaves it]"))
    #expect(program.errorOutput.contains("  to        write files outside of the cache"))
    #expect(
      program.errorOutput.contains(
        "  does      move files, out of the library or within it, to \"{localDate:%Y}/\""))
    program.send("d")
    #expect(await program.result().status == .exited(77))
    #expect(world.names() == ["a.png"])
    let explained = try await world.run("explain", rule, "--library", world.library)
    #expect(explained.lines.contains { $0.hasPrefix("access   denied: write") })
    #expect(
      explained.lines.contains {
        $0.hasPrefix("move ") && $0.contains("acts") && $0.hasSuffix("to \"{localDate:%Y}/\"")
      })
  }

  @Test(arguments: [("", 0), (", unattended = true", 1)])
  func unacceptedOffersStay(_ option: String, _ count: Int) async throws {
    try world.picture("a.png")
    let result = try await run("notify { title = \"Keep it?\"\(option) }, move { to = \"x/\" }")
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 1)
    #expect(world.names().contains("x/a.png") == (count == 1))
    #expect(
      result.errorText.contains("so move did nothing with it") == (count == 0))
  }

  @Test(.needs(.faultLibrary)) func aFullDiskLeavesTheFileWhereItIs() async throws {
    try world.picture("a.png")
    let before = try world.contents()
    let rule = try world.actingRule("copy { to = \"x/\" }, move { to = \"y/\" }")
    for fault in ["write:1+:ENOSPC", "copy:1+:ENOSPC", "mkdir:1+:ENOSPC", "link:1+:ENOSPC"] {
      let program = try world.faultyProgram(
        world.actingWords(rule, "--out", world.path("out"), "--no-catalogue"),
        ["SHOTFLOW_FAULT": fault])
      let result = try await program.result()
      if case .killed = result.status { Issue.record("\(fault): \(result.status)") }
      let all = try Array(world.contents().values) + Array(world.contents(of: "out").values)
      #expect(Set(all) == Set(before.values), "\(fault)")
    }
  }

  /// A file is copied if a rename can't cross to another file system.
  @Test(.needs(.faultLibrary)) func movesToAnotherFileSystemByACopy() async throws {
    try world.livePhoto("IMG_1")
    chmod(world.path("pictures/IMG_1.JPG"), 0o640)
    let before = try world.contents()
    let rule = try world.actingRule(
      "filter { mediaSubtypes = \"photoLive\" }, move { to = \"x/\" }")
    let program = try world.faultyProgram(
      world.actingWords(rule), ["SHOTFLOW_FAULT": "rename:1+:EXDEV"])
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(Set(try world.contents().keys) == ["x/IMG_1.JPG", "x/IMG_1.MOV"])
    #expect(Set(try world.contents().values) == Set(before.values))
    var facts = stat()
    #expect(stat(world.path("pictures/x/IMG_1.JPG"), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o640)
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try world.contents() == before)
  }
}
