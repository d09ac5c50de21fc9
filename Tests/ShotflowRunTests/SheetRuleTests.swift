import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Contact sheets as the built tool makes them.
@Suite struct SheetRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func photo(_ name: String, seed: UInt64 = 1) throws {
    try world.directory.write(
      JPEGPicture(width: 640, height: 480, seed: seed), to: "pictures/\(name)")
  }

  private func run(_ options: String, _ arguments: String...) async throws -> ProgramResult {
    let rule = try world.libraryRule("sheet { to = \"sheet\", \(options) }")
    return try await world.program(
      ["run", rule, "-l", world.library, "--out", world.path("out")] + arguments
    ).result()
  }

  private func page(_ name: String = "index.html") throws -> String {
    try world.directory.text(of: "out/sheet/\(name)")
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.path(folder)).sorted()
  }

  @Test func everyPictureIsOnThePage() async throws {
    for (seed, name) in ["a.jpg", "b.jpg", "sub/c.jpg"].enumerated() {
      try photo(name, seed: UInt64(seed))
    }
    let result = try await run("title = \"My <holiday>\", caption = \"{filename}, {pixelWidth}\"")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      result.errorText
        == "shotflow: made a sheet of 3 pictures: \(world.path("out"))/sheet/index.html\n")
    // The records are those that would come without it.
    let plain = try world.libraryRule(named: "plain.lua")
    #expect(try await world.run("run", plain, "-l", world.library).text == result.text)
    let html = try page()
    #expect(html.contains("<h1 dir=\"auto\">My &lt;holiday&gt;</h1>"))
    #expect(html.contains("c.jpg, 640</figcaption>"))
    #expect(html.contains("src=\"pictures/00003.jpg\" width=\"200\" height=\"150\" alt=\"c.jpg\""))
    #expect(try names("out/sheet") == ["index.html", "pictures"])
    #expect(try names("out/sheet/pictures") == ["00001.jpg", "00002.jpg", "00003.jpg"])
    #expect(try names("out") == ["sheet"])
    let picture = try world.directory.contents(of: "out/sheet/pictures/00001.jpg")
    #expect(Array(picture.prefix(3)) == [0xFF, 0xD8, 0xFF])
  }

  @Test func manyPicturesHaveSeveralPages() async throws {
    for number in 1...7 { try photo("\(number).jpg", seed: UInt64(number)) }
    #expect(try await run("page = 3, size = 32").status == .exited(0))
    #expect(try names("out/sheet") == ["index.html", "page-2.html", "page-3.html", "pictures"])
    let counts = try ["index.html", "page-2.html", "page-3.html"].map {
      try page($0).components(separatedBy: "<figure>").count - 1
    }
    #expect(counts == [3, 3, 1])
    #expect(try page("page-3.html").contains("7.jpg"))
  }

  @Test func whatHasNoPictureKeepsItsPlace() async throws {
    try photo("a.jpg")
    try world.directory.write(Array("no picture".utf8), to: "pictures/b.jpg")
    try photo("c.jpg", seed: 2)
    let result = try await run("")
    #expect(result.status == .exited(3))
    #expect(try result.records().count == 3)
    let html = try page()
    let figures = html.components(separatedBy: "<figure>").dropFirst()
    #expect(figures.count == 3)
    #expect(figures.dropFirst().first?.contains("class=\"missing\"") == true)
    #expect(figures.dropFirst().first?.contains("b.jpg</figcaption>") == true)
  }

  @Test func namesCanNotBecomeMarkup() async throws {
    try photo("<img src=x onerror=alert(1)>.jpg")
    try photo("gpj.\u{202E}\"'&.jpg", seed: 2)
    let result = try await run("")
    #expect(result.status == .exited(0), "\(result.errorText)")
    let html = try page()
    #expect(html.components(separatedBy: "<img ").count == 3)
    #expect(html.contains("&lt;img src=x onerror=alert(1)&gt;.jpg"))
    #expect(html.contains("\\u{202e}&quot;&#39;&amp;.jpg"))
    #expect(!html.unicodeScalars.contains("\u{202E}"))
  }

  @Test func anEarlierSheetIsReplacedAndNothingElseIs() async throws {
    try photo("a.jpg")
    try photo("b.jpg", seed: 2)
    #expect(try await run("page = 1").status == .exited(0))
    #expect(try await run("").status == .exited(0))
    #expect(try names("out/sheet") == ["index.html", "pictures"])
    #expect(try names("out") == ["sheet"])
    // A file of the user's own in it.
    try world.directory.write("mine", to: "out/sheet/notes.txt")
    let refused = try await run("title = \"new\"")
    #expect(refused.status == .exited(73))
    #expect(refused.errorText.contains("holds files that no sheet made"))
    #expect(refused.errorText.contains("name another folder"))
    #expect(try !page().contains("new"))
    #expect(try names("out") == ["sheet"])
    #expect(try world.directory.text(of: "out/sheet/notes.txt") == "mine")
  }

  @Test func foldersAndFilesOfOthersStay() async throws {
    try photo("a.jpg")
    try world.directory.write("x", to: "out/sheet/index.html")
    #expect(try await run("").status == .exited(73))
    try FileManager.default.removeItem(atPath: world.path("out/sheet"))
    try world.directory.write("x", to: "out/sheet")
    let file = try await run("")
    #expect(file.status == .exited(73))
    #expect(file.errorText.contains("is no folder"))
    try FileManager.default.removeItem(atPath: world.path("out/sheet"))
    try world.directory.makeFolder("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("out/sheet"), withDestinationPath: world.path("elsewhere"))
    #expect(try await run("").status == .exited(73))
    #expect(try names("elsewhere") == [])
    // An empty folder may as well be the sheet.
    try FileManager.default.removeItem(atPath: world.path("out/sheet"))
    try world.directory.makeFolder("out/sheet")
    #expect(try await run("").status == .exited(0))
    #expect(try names("out") == ["sheet"])
  }

  @Test func aTrialMakesNothing() async throws {
    try photo("a.jpg")
    let result = try await run("", "--dry-run")
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("dry run: sheet of 1 picture to"))
    #expect(!FileManager.default.fileExists(atPath: world.path("out/sheet")))
    try photo("b.jpg", seed: 2)
    #expect(try await run("", "--dry-run").errorText.contains("sheet of 2 pictures to"))
  }

  @Test func aTrialRefusesWhatTheRunWould() async throws {
    try photo("a.jpg")
    try world.directory.write("mine", to: "out/sheet/notes.txt")
    for arguments in [[], ["--dry-run"]] {
      let rule = try world.libraryRule("sheet { to = \"sheet\" }")
      let result = try await world.program(
        ["run", rule, "-l", world.library, "--out", world.path("out")] + arguments
      ).result()
      #expect(result.status == .exited(73))
      #expect(result.errorText.contains("holds files that no sheet made"))
    }
    #expect(try names("out") == ["sheet"])
    #expect(try names("out/sheet") == ["notes.txt"])
  }

  @Test func noLinkLeadsOutOfTheOutputFolder() async throws {
    try photo("a.jpg")
    try world.directory.makeFolder("elsewhere")
    try world.directory.makeFolder("out")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("out/sub"), withDestinationPath: world.path("elsewhere"))
    for place in ["sub/sheet", "sub/deep/sheet"] {
      for trial in [[], ["--dry-run"]] {
        let rule = try world.libraryRule("sheet { to = \"\(place)\" }")
        let result = try await world.program(
          ["run", rule, "-l", world.library, "--out", world.path("out")] + trial
        ).result()
        #expect(result.status == .exited(73))
        #expect(result.errorText.contains("is a link, which is not followed here"))
      }
    }
    #expect(try names("elsewhere") == [])
    // The folder that the user names may be one.
    let rule = try world.libraryRule("sheet { to = \"deep/sheet\" }")
    let result = try await world.run(
      "run", rule, "-l", world.library, "--out", world.path("out/sub"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names("elsewhere/deep/sheet") == ["index.html", "pictures"])
  }

  @Test func twoSheetsOfARuleNameTwoFolders() async throws {
    for (first, second) in [("sheet", "./sheet/"), ("~/a", "~/./a"), ("/srv/a", "/srv//a")] {
      let rule = try world.rule(
        """
        return pipeline {
          wants = { write = "to make the sheet" }, source {},
          sheet { to = "\(first)" },
          sheet { to = "\(second)" },
        }
        """)
      let result = try await world.run("check", rule)
      #expect(result.status == .exited(65))
      #expect(result.errorText.contains(":4:"), "\(result.errorText)")
      #expect(result.errorText.contains("a stage in front makes \"\(first)\" already"))
    }
    let two = try world.libraryRule("sheet { to = \"a\" }, sheet { to = \"b/a\" }")
    #expect(try await world.run("check", two).status == .exited(0))
  }

  @Test func twoSheetsOfARunNeverShareAPlace() async throws {
    try photo("a.jpg")
    try world.directory.makeFolder("out")
    let second = world.path("out/sheet")
    let rule = try world.rule(
      """
      return pipeline {
        wants = { write = "to make the sheet" }, source {}, sheet { to = "sheet", title = "first" },
        sheet { to = "\(second)", title = "second" },
      }
      """)
    for _ in 0..<2 {
      let result = try await world.run(
        "run", rule, "-l", world.library, "--out", world.path("out"), "--allow", "write")
      #expect(result.status == .exited(73))
      #expect(result.errorText.contains("another sheet was just put at"))
      #expect(try page().contains("first"))
      #expect(try names("out") == ["sheet"])
    }
  }

  @Test func nothingToShowMakesNoSheet() async throws {
    let result = try await run("")
    #expect(result.status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: world.path("out/sheet")))
  }

  @Test func elsewhereItNeedsPermission() async throws {
    try photo("a.jpg")
    let place = world.path("home/sheets/holiday")
    let asks = try world.rule(
      """
      return pipeline {
        wants = { write = "to make the sheet" }, source {}, sheet { to = "~/sheets/holiday" },
      }
      """)
    let refused = try await world.run("run", asks, "-l", world.library)
    #expect(refused.status == .exited(77))
    #expect(refused.errorText.contains("write"))
    #expect(!FileManager.default.fileExists(atPath: place))
    let allowed = try await world.run("run", asks, "-l", world.library, "--allow", "write")
    #expect(allowed.status == .exited(0), "\(allowed.errorText)")
    #expect(try names("home/sheets/holiday") == ["index.html", "pictures"])
    let silent = try world.libraryRule("sheet { to = \"~/sheets/x\" }", named: "silent.lua")
    let check = try await world.run("check", silent)
    #expect(check.status == .exited(65))
    #expect(check.errorText.contains("write"))
    let nowhere = try world.libraryRule("sheet { to = \"x\" }", named: "nowhere.lua")
    let missing = try await world.run("run", nowhere, "-l", world.library)
    #expect(missing.status != .exited(0))
    #expect(missing.errorText.contains("--out FOLDER"))
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    for (options, message) in [
      ("", "sheet names the folder"), ("to = \"../x\"", "leads out of its folder"),
      ("to = \"/\"", "names no folder"), ("to = \"{filename}\"", "no fields in braces"),
      ("to = \"x\", size = 3", "16 to 2048"), ("to = \"x\", page = 0", "1 to 100000"),
      ("to = \"x\", caption = \"{filenam}\"", "\"filename\""),
      ("to = \"x\", titel = \"y\"", "title"),
    ] {
      let rule = try world.libraryRule("sheet { \(options) }")
      let result = try await world.run("check", rule)
      #expect(result.status == .exited(65))
      #expect(result.errorText.contains(message), "\(options): \(result.errorText)")
    }
  }

  @Test func anInterruptedRunLeavesNothing() async throws {
    for number in 1...40 { try photo("\(number).jpg", seed: UInt64(number)) }
    try world.directory.write("x", to: "out/other")
    let rule = try world.libraryRule("sheet { to = \"sheet\" }")
    let result = try await world.shell(
      "timeout -s INT 0.05 \"$shotflow\" run \(rule) -l pictures --out out > /dev/null; true"
    ).result()
    #expect(result.status == .exited(0))
    let left = try names("out").filter { $0 != "other" }
    // It was either too late for the interruption, or nothing is there.
    #expect(left == [] || left == ["sheet"])
    if left == ["sheet"] {
      #expect(try page().components(separatedBy: "<figure>").count == 41)
    }
  }
}
