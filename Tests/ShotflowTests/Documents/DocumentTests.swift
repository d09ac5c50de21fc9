import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The examples in the documents, which are run.
struct DocumentTests {
  @Test(.needs(.program("jq")), arguments: Document.all)
  func commandsAndRulesDoWhatTheDocumentShows(_ document: Document) async throws {
    let tour = try Tour()
    for block in try document.blocks() {
      switch block.language {
      case "console":
        if let program = try await tour.missingProgram(of: block) {
          print("\(block.place): not run, as \(program) is not installed")
          continue
        }
        for (command, output) in block.commands {
          // The screenshot is a new one however long the commands before took.
          if command.hasPrefix("shotflow recent") {
            _ = try await tour.run("shotflow sample ~/Pictures")
          }
          let (lines, _) = try await tour.run(command)
          #expect(
            ShortenedOutput(output).matches(lines),
            "\(block.place): \(command)\nprinted:\n\(lines.joined(separator: "\n"))")
        }
      case "lua" where block.isExample: try compare(block)
      case "lua": try await check(block, in: tour)
      case "swift": try compare(block)
      case "python": try await write(block, in: tour)
      case "sh":
        // What prepares the reader's own shell is prepared here by the tour.
        for line in block.lines where line.split(separator: " ").first == "make" {
          #expect(isMakeCommand(line), "\(block.place): \(line)")
        }
      case "text": break
      default: Issue.record("\(block.place): a block that nothing can check is marked as text")
      }
    }
  }

  @Test(arguments: Document.all)
  func linksLeadSomewhere(_ document: Document) throws {
    for path in try document.linkedPaths() {
      #expect(Checkout.has(path), "\(document) links to \(path)")
    }
  }

  @Test(arguments: Document.all)
  func linksLeadToHeadings(_ document: Document) throws {
    for (path, heading) in try document.linkedHeadings() where path.hasSuffix(".md") {
      let headings = try Document(path: path).headings()
      #expect(headings.contains(heading), "\(document) links to \(path)#\(heading)")
    }
  }

  @Test func everyPageIsListed() throws {
    let listed = try Set(Document(path: "docs/README.md").linkedPaths())
    let recipes = try Set(Document(path: "docs/cookbook.md").linkedPaths())
    for page in Document.all where page.path.hasPrefix("docs/") && page.path != "docs/README.md" {
      let isListed = listed.union(recipes).contains(page.path)
      #expect(isListed || page.path.hasPrefix("docs/decisions/"), "docs/README.md lists \(page)")
    }
  }

  @Test(
    .needs(.program("jq")), .needs(.program("python3")),
    .withoutSanitizer("its options come by the environment, which is empty"))
  func thePictureOfATerminalShowsWhatIsPrinted() async throws {
    let products = URL(fileURLWithPath: Products.shotflow).deletingLastPathComponent().path
    let script = "\(Checkout.path)/script/terminal-picture"
    let drawn = try await RunProgram(script, [products]).result()
    #expect(drawn.status == .exited(0), "\(drawn.errorText)")
    #expect(
      try drawn.text == Checkout.text(of: "docs/terminal.svg"),
      "draw it again: script/terminal-picture \(products) > docs/terminal.svg")
  }

  @Test func theGuideListsTheExitStatuses() async throws {
    let table = try await RunProgram(Products.shotflow, ["exit-status"]).result().text
    let rows = table.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return "| \(parts[0]) | \(parts[1].drop { $0 == " " }) |"
    }
    #expect(rows.count > 5)
    #expect(try Checkout.text(of: "docs/guide/errors.md").contains(rows.joined(separator: "\n")))
  }

  /// A block that quotes a file, or a part of one, says what the file says.
  private func compare(_ block: FencedBlock) throws {
    if let path = block.attributes["part"] {
      #expect(try Checkout.text(of: path).contains(block.text), "\(block.place) is not in \(path)")
    } else {
      let path = try #require(block.attributes["same"], "\(block.place) quotes no file")
      #expect(try block.text == Checkout.text(of: path), "\(block.place) is not \(path)")
    }
  }

  private func check(_ block: FencedBlock, in tour: Tour) async throws {
    if let quoted = block.attributes["same"] {
      #expect(try block.text == Checkout.text(of: quoted), "\(block.place) is not \(quoted)")
    }
    let path = block.attributes["file"] ?? "rules/quoted.lua"
    try tour.write(block.rule, to: path)
    let (lines, status) = try await tour.run("shotflow check \(path)")
    let isWrong = block.attributes["check"] == "fails"
    #expect(
      (status == .exited(0)) == !isWrong, "\(block.place):\n\(lines.joined(separator: "\n"))")
  }

  /// Writes a program that later rules start; by a shell, as a file can't be started that a test has
  /// open for writing.
  private func write(_ block: FencedBlock, in tour: Tour) async throws {
    let path = try #require(block.attributes["file"], "\(block.place) is for no file")
    let (lines, status) = try await tour.run(
      "cat > \(path) <<'END OF FILE'\n\(block.text)END OF FILE\nchmod +x \(path)")
    #expect(status == .exited(0), "\(block.place):\n\(lines.joined(separator: "\n"))")
  }

  private func isMakeCommand(_ line: String) -> Bool {
    guard line.hasPrefix("make "), let makefile = try? Checkout.text(of: "Makefile") else {
      return false
    }
    let target = line.dropFirst(5).prefix { $0 != " " }
    return makefile.split(separator: "\n").contains { $0.hasPrefix(target + ":") }
  }
}
