import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The answer to the program's name alone, and the examples below each help.
@Suite struct FirstScreenTests {
  @Test(arguments: [[], ["help"], ["--help"]])
  func everyLineFitsAndIsExplained(_ words: [String]) async throws {
    let world = try ProgramWorld()
    let screen = try await world.program(words).result()
    #expect(screen.status == .exited(0) && screen.errorText.isEmpty)
    #expect(screen.lines.count <= 45)
    for line in screen.lines {
      #expect(line.count <= 80, "\(line)")
      guard line.hasPrefix("  "), !line.hasPrefix("  shotflow ") else { continue }
      let purpose = line.dropFirst(14)
      #expect((1...60).contains(purpose.count), "\(line)")
    }
    for plumbing in ["plan", "split", "stage", "exit-status", "environment"] {
      #expect(!screen.lines.contains { $0.hasPrefix("  \(plumbing) ") })
    }
  }

  /// A rule of a command's name is run by `run` alone.
  @Test func theNameOfACommandMeansTheCommand() async throws {
    let world = try ProgramWorld()
    let names = try await world.commands().filter { $0.count == 1 }.map { $0[0] }
    #expect(names.count > 30)
    for name in names {
      try world.directory.write(
        "return pipeline { source {} }", to: "config/shotflow/rules/\(name).lua")
      let help = try await world.run(name, "--help").text
      #expect(!help.contains("The rule has no options"), "\(name): \(help)")
    }
  }

  /// Each example is typed by somebody who has pictures and no settings.
  @Test func itsCommandsWorkOnTheOwnPictures() async throws {
    let world = try ProgramWorld()
    _ = try await world.run("sample", "Pictures")
    let screen = try await world.run()
    let commands = screen.lines.filter { $0.hasPrefix("  shotflow ") }.map { line in
      line.dropFirst(2).replacing(/\s\s+.*$/, with: "")
    }
    #expect(commands.count == 7)
    for command in commands where !command.hasSuffix(" pick") && !command.contains(" watch ") {
      var shell = world.shell(String(command))
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      shell.environment["PATH"] =
        "\(URL(fileURLWithPath: Products.shotflow).deletingLastPathComponent().path):\(path)"
      shell.environment["HOME"] = world.directory.path
      let result = try await shell.result()
      #expect(result.status == .exited(0), "\(command)\n\(result.errorText)")
      #expect(!result.text.isEmpty || command.contains("--videos"), "\(command)")
    }
  }

  @Test func allCommandsAreListedSomewhere() async throws {
    let world = try ProgramWorld()
    let all = try await world.run("help", "all")
    for word in ["find", "plan", "split", "stage", "exit-status", "environment", "dates"] {
      #expect(all.lines.contains { $0.hasPrefix("  \(word) ") }, "\(word)")
    }
  }

  @Test(arguments: ["run", "find", "watch", "stage", "albums", "undo", "doctor"])
  func helpEndsWithExamples(_ command: String) async throws {
    let world = try ProgramWorld()
    for words in [[command, "--help"], ["help", command]] {
      let help = try await world.program(words).result()
      let start = try #require(help.lines.firstIndex(of: "EXAMPLES:"), "\(words)")
      #expect(help.lines[start + 1].hasPrefix("  # "))
      #expect(help.lines[start + 2].contains("shotflow \(command)"))
    }
  }
}
