import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Words that people know from other programs, on the command line.
@Suite struct FamiliarWordTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("Screenshot from 2022-03-04 05-06-07.png", seed: 2)
    try world.picture("Screenshot from 2021-01-02 03-04-05.png", seed: 1)
    try world.picture("Screenshot from 2023-03-05 05-06-07.png", seed: 3)
  }

  private func run(_ words: String...) async throws -> ProgramResult {
    try await world.program(words + ["-l", "pictures"]).result()
  }

  @Test(arguments: [
    ("date", ["2021", "2022", "2023"]), ("-date", ["2023", "2022", "2021"]),
    ("newest", ["2023", "2022", "2021"]), ("-newest", ["2021", "2022", "2023"]),
    ("name", ["2021", "2022", "2023"]), ("-name", ["2023", "2022", "2021"]),
    ("oldest,size", ["2021", "2022", "2023"]),
  ])
  func anOrderHasThem(_ order: String, _ years: [String]) async throws {
    let found = try await run("find", "--sort", order, "--template", "{localDate:%Y}")
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(found.lines == years)
  }

  @Test func columnsHaveThem() async throws {
    let found = try await run(
      "find", "--fields", "name,date,width,camera", "--limit", "1", "--format", "tsv")
    #expect(
      found.lines.first == "filename\tlocalDate\tpixelWidth\tcameraModel", "\(found.errorText)")
    #expect(found.lines.count == 2)
  }

  @Test(arguments: [
    ("camera", [" 3"]), ("year", ["2021 1", "2022 1", "2023 1"]),
    ("month", ["2021-01 1", "2022-03 1", "2023-03 1"]), ("type", ["image 3"]),
    ("day", ["2021-01-02 1", "2022-03-04 1", "2023-03-05 1"]),
  ])
  func groupsHaveThem(_ word: String, _ lines: [String]) async throws {
    let found = try await run("find", "--count-by", word, "--template", "{key} {count}")
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(found.lines == lines)
  }

  @Test(arguments: [
    (["--taken", "2021-2022"], 2), (["--taken", "2022+"], 2), (["--pixel-width", "1+"], 3),
    (["--pixel-width", "1-2"], 0), (["--media-type", "photo"], 3), (["--media-type", "movie"], 0),
    (["--within", "1y"], 0), (["--within", "9000y"], 3),
  ])
  func valuesHaveThem(_ words: [String], _ count: Int) async throws {
    let found = try await world.program(["find", "-l", "pictures", "--count"] + words).result()
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(found.text == "\(count)\n")
  }

  @Test(arguments: ["jpg", "JPG", "JPEG"]) func aChoiceHasThem(_ format: String) async throws {
    let made = try await run("export", "--as", format, "--to", "out")
    #expect(made.status == .exited(0), "\(made.errorText)")
    let names = try world.contents(of: "out").keys
    #expect(names.count == 3 && names.allSatisfy { $0.hasSuffix(".jpeg") || $0.hasSuffix(".jpg") })
  }

  private static let suggested: [([String], String)] = [
    (["find", "--width", "100"], "did you mean \"--pixel-width\"?"),
    (["find", "--caption", "x"], "did you mean \"--description\"?"),
    (["find", "--ext", "jpg"], "did you mean \"--filename '*.jpg'\"?"),
    (["find", "--type", "image"], "did you mean \"--media-type\"?"),
    (["find", "--since", "2015"], "did you mean \"--after\"?"),
    (["find", "--is-video"], "did you mean \"--videos\"?"),
    (["find", "--has-location"], "did you mean \"--location\"?"),
    (["find", "--newest"], "did you mean \"--sort\"?"),
    (["find", "--template", "{date}"], "did you mean \"localDate\"?"),
    (["find", "--template", "{camera}"], "did you mean \"cameraModel\"?"),
    (["find", "--sort", "siz"], "no field called \"siz\" to sort by"),
    (["rename", "--to", "{name}"], "did you mean \"filename\"?"),
    (["rename", "--to", "{date}"], "did you mean \"{localDate:%Y-%m-%d}\"?"),
    (["rename", "--to", "{taken:%F}_{n}"], "did you mean \"{localDate:%F}\"?"),
    (["organise", "--to", "out/{size}"], "did you mean \"fileSize\"?"),
    (["find", "--no-gps"], "did you mean \"--no-location\"?"),
    (["export", "--no-place"], "did you mean \"--no-location\"?"),
    (["organise", "--print"], "did you mean \"--dry-run\"?"),
    (["export", "--width", "9"], "did you mean \"--size\"?"),
    (["damaged", "--trash"], "the rule has no option \"--trash\"; did you mean \"--move-to\"?"),
    (["dupes"], "did you mean \"duplicates\"?"),
    (["move", "--to", "x"], "did you mean \"organise\"?"),
    (["trash"], "it is a stage: shotflow find … | shotflow stage trash"),
  ]

  @Test(arguments: suggested)
  func otherPlacesSuggestThem(_ words: [String], _ text: String) async throws {
    let result = try await world.program(words + ["-l", "pictures"]).result()
    #expect(result.status != .exited(0))
    #expect(result.errorText.contains(text), "\(result.errorText)")
  }
}
