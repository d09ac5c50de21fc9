import AssetSupport
import Engine
import Foundation
import TestSupport
import Testing

@testable import Runs

@Suite struct JailedProgramTests {
  private let folder: TemporaryDirectory
  private static let tool = RequiredProgram("tool", in: "tools")

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// A program that is a script; written by a program of its own, as a child that another test starts
  /// meanwhile would inherit a file that is open for writing, which can't be executed.
  private func program(_ script: String, rights: JailedProgram.Rights = .none) async throws
    -> JailedProgram
  {
    try folder.write("#!/bin/sh\n\(script)\n", to: "draft")
    let place = folder.path("tool")
    let copy = RunProgram(
      "/bin/sh", ["-c", "cp '\(folder.path("draft"))' '\(place)' && chmod +x '\(place)'"])
    try #require(try await copy.result().status == .exited(0))
    return try JailedProgram(
      Self.tool, for: "stage", rights: rights, searchPath: folder.path)
  }

  private func run(
    _ program: JailedProgram, _ words: [String] = [], input: String = "",
    time: Duration = .seconds(60), unless isCancelled: () -> Bool = { false }
  ) throws -> JailedProgram.Outcome {
    let file = try ScratchFile(Array(input.utf8))
    return try program.run(
      words, variables: ["GIVEN=yes"], reading: file.descriptor,
      within: JailedProgram.Bounds(time: time, output: 1 << 20), unless: isCancelled)
  }

  @Test func itReadsWritesAndEnds() async throws {
    let program = try await program("cat; echo \"$1 $GIVEN $HOME\"; echo trouble >&2; exit 4")
    let outcome = try run(program, ["a  'b"], input: "input\n")
    #expect(String(decoding: outcome.output, as: UTF8.self) == "input\na  'b yes \n")
    #expect(String(decoding: outcome.messages, as: UTF8.self) == "trouble\n")
    #expect(outcome.end == .exited(4))
  }

  @Test func onlyAbsoluteFoldersAreLookedIn() async throws {
    _ = try await program("exit 0")
    let here = FileManager.default.currentDirectoryPath
    let up = String(repeating: "../", count: here.split(separator: "/").count)
    let message =
      "stage needs the program \"tool\", which is not in PATH; install the package tools"
    #expect(throws: RunProblem.missingProgram(message)) {
      _ = try JailedProgram(
        Self.tool, for: "stage", searchPath: up + folder.path.dropFirst())
    }
    _ = try JailedProgram(Self.tool, for: "stage", searchPath: "x::\(folder.path)")
  }

  @Test func anotherContentIsAnotherVersion() async throws {
    let first = try await program("exit 0").version
    #expect(try await program("exit 10").version != first)
  }

  #if os(Linux)
    @Test func itWritesNoFileButItsOwn() async throws {
      let program = try await program(
        "echo > '\(folder.path("made"))'; echo own > \"$TMPDIR/own\" && cat \"$TMPDIR/own\"")
      let outcome = try run(program)
      #expect(String(decoding: outcome.output, as: UTF8.self) == "own\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
    }

    @Test(.needs(.program("python3"))) func onlyTheNetworkThatWasAskedForIsThere() async throws {
      let script =
        "python3 -c 'import socket; socket.socket(); print(1)' 2> /dev/null || echo 0"
      let without = try run(try await program(script))
      #expect(String(decoding: without.output, as: UTF8.self) == "0\n")
      let with = try run(try await program(script, rights: .network))
      #expect(String(decoding: with.output, as: UTF8.self) == "1\n")
    }

    @Test(.needs(.program("python3"))) func memoryIsBounded() async throws {
      let outcome = try run(
        try await program("python3 -c 'bytearray(5 << 30)' 2> /dev/null && echo had it"))
      #expect(outcome.output == [])
    }
  #endif

  @Test func whatWritesWithoutEndIsEnded() async throws {
    let program = try await program("exec cat /dev/zero")
    #expect(throws: JailedProgram.Failure.tooMuch) { try run(program) }
  }

  @Test func messagesWithoutEndAreBounded() async throws {
    let outcome = try run(try await program("head -c 1000000 /dev/zero >&2"))
    #expect(outcome.messages.count == 4096)
    #expect(outcome.end == .exited(0))
  }

  @Test func whatHangsIsEndedWithAllThatItStarted() async throws {
    let seconds = "\(getpid())\(UInt16.random(in: 10000...65535))"
    let program = try await program("sleep \(seconds) & sleep \(seconds)")
    #expect(throws: JailedProgram.Failure.late) { try run(program, time: .milliseconds(300)) }
    #expect(!ProcessTable.has("sleep", seconds))
  }

  @Test func aCancelledRunEndsIt() async throws {
    let program = try await program("exec sleep 600")
    var asked = 0
    #expect(throws: RunProblem.cancelled) {
      try run(program) {
        asked += 1
        return asked > 2
      }
    }
  }
}
