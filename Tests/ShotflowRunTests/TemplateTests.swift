import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Texts with fields in braces on the command line: places, names, lines and groups.
@Suite struct TemplateTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("Screenshot from 2014-01-02 03-04-05.png", seed: 1)
    try world.picture("Screenshot from 2015-03-04 05-06-07.png", seed: 2)
    try world.picture("Screenshot from 2015-03-05 05-06-07.png", seed: 3, in: "pictures/Trip")
  }

  @discardableResult
  private func run(_ words: String..., status: Int32 = 0) async throws -> ProgramResult {
    let result = try await world.program(words + ["-l", "pictures"]).result()
    #expect(result.status == .exited(status), "\(words): \(result.errorText)")
    return result
  }

  private func files(in folder: String = "pictures") throws -> [String] {
    try world.contents(of: folder).keys.sorted()
  }

  @Test func aFormatWithASlashMakesFolders() async throws {
    try await run("export", "--to", "copies/{localDate:%Y}/{filename:stem:slug}")
    #expect(try files(in: "copies").first == "2014/screenshot-from-2014-01-02-03-04-05.png")
    try await run("organise", "--to", "out/{localDate:%Y/%m}")
    #expect(
      try files(in: "out") == [
        "2014/01/Screenshot from 2014-01-02 03-04-05.png",
        "2015/03/Screenshot from 2015-03-04 05-06-07.png",
        "2015/03/Screenshot from 2015-03-05 05-06-07.png",
      ])
  }

  @Test(arguments: ["organise", "export"])
  func theLastPartWithTheFilesNameIsItsName(rule: String) async throws {
    try await run(rule, "--to", "out/{folder|none}/{filename}")
    #expect(
      try files(in: "out") == [
        "Trip/Screenshot from 2015-03-05 05-06-07.png",
        "pictures/Screenshot from 2014-01-02 03-04-05.png",
        "pictures/Screenshot from 2015-03-04 05-06-07.png",
      ])
  }

  @Test func namesAreNumberedAndStay() async throws {
    let rename = ["rename", "--to", "{folder}_{n:02}"]
    func run(_ further: String...) async throws -> ProgramResult {
      try await world.program(rename + further + ["-l", "pictures"]).result()
    }
    #expect(try await run().status == .exited(0))
    let names = ["Trip/Trip_01.png", "pictures_01.png", "pictures_02.png"]
    #expect(try files() == names)
    #expect(try await !run().errorText.contains("undo with"))
    #expect(try files() == names)
    // What comes later gets the next number, in a dry run, too.
    try world.picture("A.png", seed: 4)
    #expect(try await run("--dry-run").errorText.contains("/pictures/pictures_03.png"))
    #expect(try await run().status == .exited(0))
    #expect(try files() == names + ["pictures_03.png"])
    #expect(try world.contents()["pictures_03.png"] == Data(ProgramWorld.png(4).encoded()))
    try await self.run("rename", "--to", "all-{n:run}")
    #expect(
      Set(try files().map { ($0 as NSString).lastPathComponent })
        == ["all-1.png", "all-2.png", "all-3.png", "all-4.png"])
  }

  @Test(arguments: [
    ["rename", "--to", "p{n}"], ["organise", "--to", "pictures/Day/p{n}"],
    ["organise", "--to", "copies/p{n:1}", "--copy"],
  ])
  func numbersFollowTheDatesOrTheOrderThatIsTyped(_ words: [String]) async throws {
    for (seed, name) in [(5, "c.png"), (6, "b.png"), (7, "a.png")] {
      let path = try world.picture(name, seed: UInt64(seed), in: "pictures/Day")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_443_389_368 + Double(seed))],
        ofItemAtPath: path)
    }
    func numbered(_ further: String...) async throws -> [Data?] {
      let result = try await world.program(
        words + further + ["--in", "Day", "-l", "pictures"]
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      let there = try world.contents(of: words.contains("--copy") ? "copies" : "pictures/Day")
      return (1...3).map { there["p\($0).png"] }
    }
    let inOrder: [Data?] = [5, 6, 7].map { Data(ProgramWorld.png($0).encoded()) }
    #expect(try await numbered() == inOrder)
    #expect(try await numbered() == inOrder)
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try await numbered("--sort", "filename") == Array(inOrder.reversed()))
  }

  @Test(arguments: ["copy", "link", "hard link"])
  func aNumberedCopyIsFoundAgain(_ act: String) async throws {
    let kind = act == "hard link" ? ", kind = \"hard\"" : ""
    let stage = act == "copy" ? "copy" : "link"
    let rule = try world.actingRule("\(stage) { to = \"x/{n:03}\"\(kind) }")
    func copy() async throws -> ProgramResult {
      try await world.program(world.actingWords(rule) + ["--out", world.path("out")]).result()
    }
    #expect(try await copy().errorText.contains("undo with"))
    let names = ["x/001.png", "x/002.png", "x/003.png"]
    #expect(try files(in: "out") == names)
    #expect(try await !copy().errorText.contains("undo with"))
    #expect(try files(in: "out") == names)
    // A picture that comes first in the library is the last of the numbers.
    try world.picture("A.png", seed: 4)
    #expect(try await copy().status == .exited(0))
    #expect(try files(in: "out") == names + ["x/004.png"])
  }

  @Test func picturesOfOneNameGetOneNumber() async throws {
    try world.picture("a.png", seed: 8, in: "pictures/Pair")
    try world.picture("a.jpg", seed: 9, in: "pictures/Pair")
    try world.picture("b.png", seed: 10, in: "pictures/Pair")
    for _ in 1...2 {
      try await run("rename", "--to", "p{n}", "--in", "Pair")
      #expect(
        try files().filter { $0.hasPrefix("Pair/") } == [
          "Pair/p1.jpg", "Pair/p1.png", "Pair/p2.png",
        ])
    }
  }

  @Test(arguments: [["rename", "--to", "p{n}"], ["organise", "--to", "pictures/Pair/p{n}"]])
  func aPixelsRawPictureAndItsJPEGGetOneNumber(_ words: [String]) async throws {
    try world.picture("PXL_1.RAW-01.COVER.jpg", seed: 8, in: "pictures/Pair")
    try world.directory.write(
      RawPicture(.dng, width: 64, height: 48), to: "pictures/Pair/PXL_1.RAW-02.ORIGINAL.dng")
    for _ in 1...2 {
      let result = try await world.program(words + ["--in", "Pair", "-l", "pictures"]).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(try files().filter { $0.hasPrefix("Pair/") } == ["Pair/p1.dng", "Pair/p1.jpg"])
    }
  }

  private static let wrong: [([String], Int32, [String])] = [
    (
      ["rename", "--to", "%Y-%m-%d"], 64,
      ["did you mean \"{localDate:%Y-%m-%d}\"?", "\n    %Y-%m-%d\n    ^^^^^^^^"]
    ),
    (
      ["organise", "--to", "/s/YYYY/MM"], 64,
      ["did you mean \"{localDate:%Y/%m}\"?", "\n    /s/YYYY/MM\n       ^^^^^^^"]
    ),
    (
      ["organise", "--to", "sorted/{titel}"], 64,
      ["did you mean \"title\"?", "\n    sorted/{titel}\n           ^^^^^^^"]
    ),
    (
      ["export", "--by-album", "--to=out/{titel}"], 64,
      ["did you mean \"title\"?", "\n    out/{titel}\n        ^^^^^^^"]
    ),
    (
      ["organise", "--to", "/s/{creationDate:YYYY}"], 64, ["did you mean \"{creationDate:%Y}\"?"]
    ),
    (
      ["find", "--template", "{filename} {titel:lower}"], 64,
      ["no \"titel\"; did you mean \"title\"?", "\n               ^^^^^^^^^^^^^"]
    ),
    (
      ["find", "--template", "{filename:lowr}"], 64,
      ["did you mean \"lower\"?", "\n    {filename:lowr}\n              ^^^^"]
    ),
    (["find", "--template", "{n}"], 64, ["the records have no \"n\""]),
    (
      ["find", "--count-by", "{localDate:%Q}"], 64,
      ["in by, a date has no \"%Q\"", "\n    {localDate:%Q}\n               ^^"]
    ),
    (["find", "--count-by", "{n}"], 64, ["{n} numbers the files that copy, move and link name"]),
    (["rename", "--to", "{localDate:%Y/%m}"], 64, ["is a name without folders"]),
  ]

  @Test(arguments: wrong)
  func whatWasMeantIsShownAtItsPlace(
    _ words: [String], _ status: Int32, _ texts: [String]
  ) async throws {
    let before = try files()
    let result = try await world.program(words + ["-l", "pictures"]).result()
    #expect(result.status == .exited(status))
    for text in texts {
      #expect(result.errorText.contains(text), "\(result.errorText)")
    }
    #expect(try files() == before)
  }

  @Test func theRulesOwnLineIsMarkedWhereItHoldsTheTemplate() async throws {
    let rule = try world.actingRule("move { to = \"x/{localDate:%Q}\" }")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("move { to = \"x/{localDate:%Q}\""))
    #expect(result.errorText.count(where: { $0 == "^" }) == 2, "\(result.errorText)")
  }

  @Test func linesAndGroupsTakeTheSameWords() async throws {
    let lines = try await run(
      "find", "--sort", "creation-date", "--template",
      "{filename:stem:20} {cameraModel|no camera} {isFavorite?best|rest} {folder:lower}")
    #expect(lines.lines.last == "Screenshot from 2015 no camera rest trip")
    let groups = try await run(
      "find", "--count-by", "{cameraModel|Unknown}", "--template", "{key} {count}")
    #expect(groups.lines == ["Unknown 3"])
    let albums = try await run("find", "--in", "Trip", "--template", "{album}")
    #expect(albums.lines == ["Trip"])
  }

  @Test func aCurrentFolderMayHaveLettersOfADate() async throws {
    try world.directory.makeFolder("100%m {x}")
    let shell = try await world.shell(
      "cd '100%m {x}' && \"$shotflow\" organise ../pictures --to 'new/{localDate:%Y}'"
    ).result()
    #expect(shell.status == .exited(0), "\(shell.errorText)")
    #expect(try files(in: "100%m {x}/new").count == 3)
  }
}
