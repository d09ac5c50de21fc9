import Foundation
import TestSupport
import Testing

@testable import Engine

/// By what a program is known that a rule starts.
@Suite struct ProgramFileTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @discardableResult
  private func program(_ name: String, _ text: String = "#!/bin/sh\ncat\n") throws -> String {
    let path = try folder.write(text, to: name)
    chmod(path, 0o755)
    return path
  }

  private func file(
    _ words: String..., as person: uid_t = 1000, searchPath: String = "/usr/bin"
  ) throws -> ProgramFile {
    try ProgramFile(
      of: ProgramCall(words, rulePath: folder.path("a.lua"), line: 1), searchPath: searchPath,
      person: person)
  }

  @Test func theSystemsAreKnownByTheirPlace() throws {
    #expect(try file("env").identity == "path /usr/bin/env")
    #expect(try file("/usr/bin/env").identity == "path /usr/bin/env")
    #expect(try file("env").place == "/usr/bin/env")
    // What root owns is root's own, if root is the user.
    #expect(try file("env", as: 0).identity.hasPrefix("sha256 "))
  }

  @Test func othersAreKnownByTheirContent() throws {
    try program("one")
    try program("copy")
    try program("other", "#!/bin/sh\ntac\n")
    let one = try file("./one")
    #expect(one.identity.hasPrefix("sha256 "))
    #expect(one.place == "\(one.path)  (\(one.identity.dropFirst(7).prefix(12)))")
    #expect(try file("./copy").identity == one.identity)
    #expect(try file("./other").identity != one.identity)
    try program("one", "#!/bin/sh\ntac\n")
    #expect(try file("./one").identity == file("./other").identity)
    #expect(one.mayHaveChanged)
    #expect(try !file("./one").mayHaveChanged)
  }

  @Test func aLinkIsWhatItLeadsTo() throws {
    try program("one")
    symlink("/usr/bin/env", folder.path("link"))
    #expect(try file(folder.path("link")).identity == "path /usr/bin/env")
    unlink(folder.path("link"))
    symlink(folder.path("one"), folder.path("link"))
    #expect(try file(folder.path("link")).identity == file("./one").identity)
  }

  @Test(arguments: [
    "env vtool", "env -S vtool", "env -Svtool a", "env -S A=b vtool a",
    "env --split-string=vtool a",
  ])
  func aScriptIsAlsoKnownByWhatReadsIt(_ line: String) throws {
    let searchPath = "\(try folder.makeFolder("first")):\(try folder.makeFolder("bin"))"
    func script() throws -> ProgramFile { try file("./one", searchPath: searchPath) }
    try program("one", "#! /usr/bin/\(line)\n")
    #expect(throws: RunProblem.self) { try script() }
    try program("bin/vtool", "#!/bin/sh\ncat\n")
    let one = try script()
    let digest = try ProgramFile.digest(of: [one])
    #expect(try ProgramFile.digest(of: [script()]) == digest)
    #expect(one.place.contains(", read by \(folder.path("bin/vtool"))  ("))
    #expect(!one.mayHaveChanged)
    try program("bin/vtool", "#!/bin/sh\ntac\n")
    #expect(one.mayHaveChanged)
    #expect(try ProgramFile.digest(of: [script()]) != digest)
    let second = try script()
    try program("first/vtool", "#!/bin/sh\ncat\n")
    #expect(second.mayHaveChanged)
    #expect(try ProgramFile.digest(of: [script()]) == digest)
  }

  /// Programs that start the one that their words name.
  @Test(arguments: [
    "nice vtool", "env -S nice -n 5 vtool", "env -S setsid --wait vtool -x",
    "env -S nice BIN/vtool", "nice BIN/vtool", "nice \t vtool \t",
  ])
  func whatAReaderStartsCountsToo(_ line: String) throws {
    let bin = try folder.makeFolder("bin")
    let searchPath = "\(bin):/usr/bin:/bin"
    func script() throws -> ProgramFile { try file("./one", searchPath: searchPath) }
    try program("bin/vtool", "#!/bin/sh\ncat\n")
    try program("one", "#!/usr/bin/\(line.replacingOccurrences(of: "BIN", with: bin))\n")
    let one = try script()
    let digest = try ProgramFile.digest(of: [one])
    #expect(try ProgramFile.digest(of: [script()]) == digest)
    #expect(one.place.contains(", read by \(folder.path("bin/vtool"))  ("))
    try program("bin/vtool", "#!/bin/sh\ntac\n")
    #expect(one.mayHaveChanged)
    #expect(try ProgramFile.digest(of: [script()]) != digest)
  }

  @Test func whatReadsTheReaderCountsToo() throws {
    try program("reader", "#!/bin/sh\ncat\n")
    try program("middle", "#!\(folder.path("reader"))\n")
    try program("one", "#!\(folder.path("middle")) -x\n")
    let digest = try ProgramFile.digest(of: [file("./one")])
    try program("reader", "#!/bin/sh\ntac\n")
    #expect(try ProgramFile.digest(of: [file("./one")]) != digest)
    try program("reader", "#!\(folder.path("one"))\n")
    #expect(throws: Never.self) { try file("./one") }
  }

  @Test(arguments: [
    "env", "env -i vtool", "env PATH=/x vtool", "env -S PATH=/x vtool", "env -S -i vtool",
    "env vtool a",
    "env -S 'vtool'", "env -S ${A}", "env -S v\\_tool", "env -S A=b",
    "env" + String(repeating: " ", count: 300) + "sh",
    "env -S sh " + String(repeating: "x", count: 300),
  ])
  func aLineThatDoesNotSayWhatReadsItIsRefused(_ line: String) throws {
    try program("one", "#!/usr/bin/\(line)\n")
    #expect(throws: RunProblem.self) { try file("./one") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes what is root's"))
  func whereOthersWriteOnTheWayThePlaceSaysNothing() throws {
    // The folder for temporary files is everybody's.
    #expect(try file(program("mine")).identity.hasPrefix("sha256 "))
  }

  @Test func theirDigestIsOfEachWordInOrder() throws {
    try program("one")
    let lists = [
      [["env", "a", "b"]], [["env", "ab"]], [["env", "a b"]], [["env", "b", "a"]], [["env"]],
      [["./one", "a", "b"]], [["env", "a"], ["env", "b"]], [["env", "b"], ["env", "a"]],
      [["env", "a"], ["env"]], [],
    ]
    let digests = try lists.map { list in
      try ProgramFile.digest(
        of: list.map { words in
          try ProgramFile(
            of: ProgramCall(words, rulePath: folder.path("a.lua"), line: 1),
            searchPath: "/usr/bin", person: 1000)
        })
    }
    #expect(Set(digests).count == lists.count)
  }
}
