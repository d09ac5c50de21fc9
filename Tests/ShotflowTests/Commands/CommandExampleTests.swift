import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The examples below each help and in manual pages, typed by somebody who has the files that they name.
@Suite struct CommandExampleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Parts of examples that need more than a test has.
  private static let others: [(part: String, need: String)] = [
    ("shotflow watch ", "it ends with a signal"), ("shotflow service ", "a systemd of the user"),
    ("shotflow pick ", "a terminal"), ("--page", "a browser"), ("$EDITOR", "an editor"),
    ("https://", "a network"), ("plugins update", "a repository"), ("plugins keep", "a repository"),
    ("plugins remove", "a repository"), ("shotflow undo 12", "twelve runs"),
    ("shotflow ledger new", "a damaged ledger"), ("sharpness.lua", "a plugin beside the rule"),
    ("auth request", "a terminal"), ("/media/me/CANON_DC", "a card"),
    ("~/Downloads/Takeout", "a Takeout"),
    ("plugins new", "a name that is not taken"),
  ]

  private func examples() async throws -> [String] {
    var found: [String] = []
    struct ListedRule: Decodable { let name: String }
    let rules = try await world.run("rules", "--json").lines.map { line in
      [try JSONDecoder().decode(ListedRule.self, from: Data(line.utf8)).name]
    }
    for words in try await world.commands() + rules where words != ["help"] {
      let lines = try await world.program(["help"] + words).result().lines
      guard let start = lines.firstIndex(of: "EXAMPLES:") else { continue }
      found += lines[start...].filter { $0.hasPrefix("  ") && $0.contains("shotflow") }
        .map { String($0.dropFirst(2)) }
    }
    return found
  }

  @Test(.needs(.program("jq"))) func doWhatTheySay() async throws {
    try await prepare()
    let examples = try await examples()
    #expect(examples.count > 60)
    let products = URL(fileURLWithPath: Products.shotflow).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for example in examples where !Self.others.contains(where: { example.contains($0.part) }) {
      var shell = world.shell("set -e; cd home; \(example)")
      shell.environment["PATH"] = "\(products):\(path)"
      shell.environment["HOME"] = world.path("home")
      let result = try await shell.result()
      #expect(result.status == .exited(0), "\(example)\n\(result.errorText)")
    }
  }

  /// Makes the reader's home, which is the working folder, too.
  private func prepare() async throws {
    var plugin = world.program(["plugins", "new", "sharpness", "--role", "classify"])
    plugin.environment["HOME"] = world.path("home")
    _ = try await plugin.result()
    _ = try await world.run("sample", "home/Pictures")
    try world.directory.write(
      Data(world.directory.contents(of: "home/Pictures/Holiday/beach.jpg")), to: "home/holiday.jpg")
    let folders = ["home/Pictures/2024", "home/Downloads", "home/.config/fish/completions"]
    for folder in folders { _ = try world.directory.makeFolder(folder) }
    let rule = "return pipeline { source {}, filter { mediaType = \"image\" } }\n"
    for path in ["home/trips.lua", "home/rules/trips.lua"] {
      try world.directory.write(rule, to: path)
    }
    let test = """
      return { rule = "trips.lua", tests = { {
        name = "keeps a picture", assets = { { filename = "a.jpg", mediaType = "image" } },
        expect = { { filename = "a.jpg" } },
      } } }

      """
    for path in ["home/recent_test.lua", "home/rules/trips_test.lua"] {
      try world.directory.write(test, to: path)
    }
  }
}
