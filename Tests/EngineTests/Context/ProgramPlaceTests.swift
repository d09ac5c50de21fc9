import Foundation
import TestSupport
import Testing

@testable import Engine

@Suite struct ProgramPlaceTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try program("rules/bin/one")
    try program("outside/two")
    try folder.write("x", to: "rules/text")
    symlink(folder.path("outside/two"), folder.path("rules/link"))
    symlink(folder.path("outside"), folder.path("rules/folder"))
  }

  private func program(_ name: String) throws {
    chmod(try folder.write("#!/bin/sh\n", to: name), 0o755)
  }

  private func place(_ name: String, path: String = "") throws -> String {
    let call = ProgramCall([name], rulePath: folder.path("rules/a.lua"), line: 4)
    return try ProgramPlace(of: call, searchPath: path).path
  }

  private func problem(_ name: String, path: String = "") -> String {
    do { return try place(name, path: path) } catch {
      guard case RunProblem.missingProgram(let reason) = error else { return "\(error)" }
      return String(reason.trimmingPrefix(folder.path("rules/a.lua") + ":4: exec: "))
    }
  }

  @Test func aNameIsLookedForInPath() throws {
    let path = "bin:\(folder.path("rules")):\(folder.path("outside")):\(folder.path("rules/bin"))"
    #expect(try place("two", path: path) == folder.path("outside/two"))
    #expect(try place("one", path: path) == folder.path("rules/bin/one"))
    // Neither a file that can't be executed nor a folder is one.
    #expect(
      problem("text", path: path)
        == "there is no program \"text\" in PATH; install it, or name it by its path")
    #expect(problem("bin", path: path).hasPrefix("there is no program \"bin\" in PATH"))
    #expect(problem("one", path: "").hasPrefix("there is no program \"one\" in PATH"))
  }

  @Test func anAbsolutePathIsItself() throws {
    #expect(try place(folder.path("outside/two")) == folder.path("outside/two"))
    #expect(
      problem("/nowhere/x") == "there is no program \"/nowhere/x\"; install it, or name another")
  }

  @Test func aPathLeadsBelowTheRulesFolderThroughRealFolders() throws {
    #expect(try place("./bin/one").hasSuffix("/rules/bin/one"))
    #expect(try place("bin/one").hasSuffix("/rules/bin/one"))
    for name in ["./link", "./folder/two", "../outside/two", "./bin/../../outside/two", "./bin"] {
      #expect(
        problem(name)
          == "there is no program \"\(name)\" below the rule's folder; links don't count")
    }
    #expect(problem("./text").hasPrefix("\"./text\" is not executable; to change that: chmod +x "))
  }
}
