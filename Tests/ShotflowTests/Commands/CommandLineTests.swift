import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The words of the command line: what is understood, and what is said when it is not.
@Suite struct CommandLineTests {
  @Test(arguments: [
    (["rn"], "did you mean \"run\"?"), (["expain", "x.lua"], "did you mean \"explain\"?"),
    (["frobnicate"], "no command or rule is called \"frobnicate\""),
    (["help", "runn"], "did you mean \"run\"?"),
    (["help", "frobnicate"], "no command or rule is called \"frobnicate\""),
    (["ledger", "lst"], "did you mean \"list\"?"),
    (["auth", "list"], "no command called \"auth list\"; \"auth\" has status, request, grant,"),
    (["auth", "grnt"], "no command called \"auth grnt\"; did you mean \"grant\"?"),
    (["run"], "no rule is named"),
  ])
  func reportsTheProblem(words: [String], message: String) async throws {
    let world = try ProgramWorld()
    let result = try await world.program(words).result()
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test(arguments: [
    (["--now", "yesterday"], "\"yesterday\""), (["--now", ""], "--now"),
    (["--now", "2015-13-45T99:99:99Z"], "--now"), (["--progress", "fancy"], "--progress"),
    (["--color", "pink"], "--color"), (["--lanes", "many"], "--lanes"),
    (["--lanes", "0"], "--lanes"),
    (["--lanes=-1"], "--lanes"), (["--lanes", "100000"], "--lanes"),
    (["--progress-fd", "999"], "--progress-fd"), (["--progress-fd", "x"], "--progress-fd"),
  ])
  func refusesWrongValues(words: [String], option: String) async throws {
    let world = try ProgramWorld()
    let rule = try world.inputRule()
    let result = try await world.program(["run", rule] + words).result()
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(option), "\(result.errorText)")
  }

  @Test(arguments: [
    ["--library"], ["--now"], ["--nope"], ["ledger", "--nope"], ["check"], ["explain"],
  ])
  func refusesWhatIsIncomplete(words: [String]) async throws {
    let world = try ProgramWorld()
    let all = words[0].hasPrefix("--") ? ["run", try world.inputRule()] + words : words
    let result = try await world.program(all).result()
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorText.contains(words.last ?? "") || result.errorText.contains("rule"))
  }

  @Test(arguments: [
    (["--out", "--dry-run"], "--out takes a value"), (["--library", "--stats"], "--library takes"),
    (["--stats=1"], "--stats takes no value"), (["--dry-run=no"], "--dry-run takes no value"),
  ])
  func tellsOptionsFromValues(words: [String], message: String) async throws {
    let world = try ProgramWorld()
    try world.picture()
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let usual = ["run", rule, "--library", world.library, "--out", "out"]
    let result = try await world.program(usual + words).result()
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    let made = try FileManager.default.contentsOfDirectory(atPath: world.directory.path)
    #expect(made.sorted() == ["pictures", "rule.lua"])
  }

  @Test func refusesTooManyWords() async throws {
    let world = try ProgramWorld()
    for command in [["libraries"], ["ledger", "list"], ["ledger", "path"]] {
      let result = try await world.program(command + ["extra"]).result()
      #expect(result.status == .exited(64))
      #expect(result.text == "")
      #expect(result.errorText.contains("unexpected argument \"extra\""))
      #expect(result.errorLines.count == 1)
    }
  }

  @Test func runsARuleThatIsAProgram() async throws {
    let world = try ProgramWorld()
    try world.picture()
    _ = try world.rule(
      "#!/usr/bin/env -S shotflow run\nreturn pipeline { source {} }\n", named: "rule")
    // A copy made by a program of its own: a file that this process wrote may still be open for
    // writing in a child that is just being started for another test, and then can't be run.
    let result = try await world.shell(
      "cp rule program && chmod +x program && "
        + "PATH=\"$(dirname \"$shotflow\"):$PATH\" ./program --library pictures --stats"
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().count == 1)
  }

  @Test(arguments: [["help", "exit-status"], ["exit-status"]])
  func tellsWhatTheExitStatusesMean(words: [String]) async throws {
    let world = try ProgramWorld()
    let result = try await world.program(words).result()
    #expect(result.status == .exited(0))
    for status in ["0", "1", "3", "64", "65", "66", "69", "70", "73", "77", "130"] {
      #expect(result.lines.contains { $0.split(separator: " ").first == status[...] })
    }
  }

  @Test(arguments: [[], ["--help"], ["help"], ["-h"]])
  func listsItsCommands(words: [String]) async throws {
    let world = try ProgramWorld()
    let result = try await world.program(words).result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let words = Set(result.text.split { " ,\n".contains($0) })
    for command in ["find", "run", "check", "explain", "stages", "fields", "ledger"] {
      #expect(words.contains(command[...]))
    }
  }

  @Test(arguments: [["run", "--help"], ["help", "run"]])
  func explainsRun(words: [String]) async throws {
    let world = try ProgramWorld()
    let result = try await world.program(words).result()
    #expect(result.status == .exited(0))
    #expect(result.text.contains("USAGE: shotflow run"))
    for option in [
      "--library", "--now", "--out", "--dry-run", "--exit-status", "--stats", "--progress",
    ] {
      #expect(result.text.contains("\(option)"))
    }
  }
}
