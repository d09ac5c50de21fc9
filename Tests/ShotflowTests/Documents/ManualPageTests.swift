import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The manual pages of the tool that was built: all there, and to mandoc's liking.
@Suite struct ManualPageTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Writes all pages and returns their folder.
  private func pages(_ variables: [String: String] = [:]) async throws -> String {
    let folder = world.path("man")
    var program = RunProgram(
      "\(Checkout.path)/script/man", [folder], environment: world.environment)
    program.environment["SHOTFLOW"] = Products.shotflow
    program.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    program.environment.merge(variables) { $1 }
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return folder
  }

  private func text(of page: String) throws -> String {
    try world.directory.text(of: "man/\(page).1")
  }

  @Test(.needs(.program("mandoc"))) func mandocFindsNothingToSay() async throws {
    let folder = try await pages()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count > 40)
    let mandoc = try #require(Requirement.path(ofProgram: "mandoc"))
    let result = try await RunProgram(
      mandoc, ["-T", "lint"] + names.map { "\(folder)/\($0)" }, environment: [:]
    ).result()
    // It looks for other pages where pages are installed, and not beside a page.
    let missing = #/referenced manual not found: Xr (\S+) 1/#
    let lines = (result.lines + result.errorLines).filter { line in
      !line.isEmpty && !(line.firstMatch(of: missing).map { names.contains("\($0.1).1") } ?? false)
    }
    #expect(lines == [])
  }

  @Test(.needs(.program("mandoc")), arguments: [40, 80])
  func linesFit(width: Int) async throws {
    let folder = try await pages()
    let mandoc = try #require(Requirement.path(ofProgram: "mandoc"))
    for page in ["shotflow", "shotflow-run", "shotflow-find", "shotflow-ledger-list"] {
      let shown = try await RunProgram(
        mandoc, ["-T", "utf8", "-O", "width=\(width)", "\(folder)/\(page).1"], environment: [:]
      ).result()
      // Letters that are printed over themselves are bold.
      let lines = shown.text.replacing(/.\x08/, with: "").components(separatedBy: "\n")
      let long = lines.filter {
        $0.count > width && !$0.contains("shotflow ") && $0.split(separator: " ").count > 2
      }
      #expect(long == [], "\(page)")
    }
  }

  @Test func everyCommandHasItsPageWithEveryOption() async throws {
    _ = try await pages()
    for words in try await world.commands() {
      let words = ["shotflow"] + words
      let name = words.joined(separator: "-")
      let text = try text(of: name)
      for section in [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS",
        "EXAMPLES", "SEE ALSO",
      ] {
        #expect(text.contains("\n.Sh \(section)\n"), "\(section) of \(name)")
      }
      let help = try await world.program(words.dropFirst() + ["--help"]).result()
      let list = help.lines.drop { $0 != "OPTIONS:" }.dropFirst().prefix { !$0.isEmpty }
      let options = list.compactMap { $0.firstMatch(of: /^  (-[a-z0-9-]+)(?:, (--[a-z-]+))?/) }
        .flatMap { [$0.1, $0.2].compactMap(\.self) }
      #expect(options.contains("--help"), "\(name)")
      let lines = text.split(separator: "\n").filter { $0.hasPrefix(".It ") }
      for option in options {
        let escaped = option.dropFirst().replacing("-", with: "\\-")
        #expect(lines.contains { "\($0) ".contains("Fl \(escaped) ") }, "\(option) of \(name)")
      }
      let examples = text.components(separatedBy: "\n.Sh EXAMPLES\n").last ?? ""
      let example = words.prefix(2).joined(separator: " ").replacing("-", with: "\\-")
      #expect(
        examples.components(separatedBy: "\n.Sh ")[0].contains(example),
        "\(name) has no example")
      for (status, meaning) in [("0", "done"), ("77", "not permitted")] {
        #expect(text.contains(".It \(status)\n\(meaning)\n"))
      }
      #expect(text.contains(".It Ev SHOTFLOW_LIBRARY\n"))
      #expect(text.contains("/shotflow/config.lua"))
    }
    let find = try text(of: "shotflow-find")
    for option in ["media\\-type", "taken", "near", "album"] {
      #expect(find.contains(".It Fl \\-\(option) "))
    }
    #expect(try text(of: "shotflow-ledger-list").contains("(default: 100)"))
    #expect(try text(of: "shotflow-help").contains(".It Cm dates\n") == false)
    #expect(try text(of: "shotflow-help").contains(".It dates\n"))
  }

  @Test func thePagesOfARevisionAreAlwaysTheSame() async throws {
    _ = try await pages(["SOURCE_DATE_EPOCH": "1443389368"])
    let first = try text(of: "shotflow-run")
    #expect(first.hasPrefix(".Dd September 27, 2015\n.Dt SHOTFLOW\\-RUN 1\n"))
    _ = try await pages(["SOURCE_DATE_EPOCH": "1443389368"])
    #expect(try text(of: "shotflow-run") == first)
  }

  @Test func aToolOfOnesOwnHasPagesOfItsName() async throws {
    let result = try await world.ownTool(
      "reference", "man", "pages", variables: ["OWN_TOOL_NAME": "my-tool.2"])
    #expect(result.status == .exited(0), "\(result.errorText)")
    let text = try world.directory.text(of: "pages/my-tool.2-run.1")
    #expect(text.contains(".Nm my\\-tool.2\n.Cm \"\\&run\"\n"))
    #expect(text.contains(".Xr my-tool.2-find 1") || text.contains(".Xr my-tool.2 1"))
    let find = try world.directory.text(of: "pages/my-tool.2-find.1")
    #expect(find.contains(".It Fl \\-stars Ar number\nstars of a catalogue\n"))
    #expect(!find.contains("Nm shotflow"))
  }

  @Test func aFolderThatCanNotBeWrittenIsReported() async throws {
    try world.directory.write("a file", to: "file")
    let blocked = try await world.run("reference", "man", "file")
    #expect(blocked.status == .exited(73))
    #expect(blocked.errorText.contains("can't write \"file/shotflow.1\""))
    let unnamed = try await world.run("reference", "man")
    #expect(unnamed.status == .exited(64))
    #expect(unnamed.errorText.contains("name a folder"))
    let extra = try await world.run("reference", "lua", "folder")
    #expect(extra.status == .exited(64) && extra.text == "")
  }
}
