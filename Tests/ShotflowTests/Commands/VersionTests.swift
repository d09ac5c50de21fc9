import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow --version`: a name and a version a line, for people and for scripts.
@Suite struct VersionTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private static var first: Regex<Substring> {
    /shotflow \d+\.\d+\.\d+(?: \([0-9a-f]{7,}(?:-dirty)?\))?/
  }

  @Test(arguments: [["--version"], ["check", "--version"]])
  func namesTheToolAndItsLibraries(words: [String]) async throws {
    let result = try await world.program(words).result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let lines = result.lines
    try #require(lines.count == 4)
    #expect(lines[0].wholeMatch(of: Self.first) != nil, "\(lines[0])")
    #expect(lines[1].wholeMatch(of: /Lua 5\.4\.\d+/) != nil, "\(lines[1])")
    #expect(lines[2].wholeMatch(of: /SQLite 3\.\d+\.\d+/) != nil, "\(lines[2])")
    #expect(lines[3].wholeMatch(of: /libvips 8\.\d+\.\d+/) != nil, "\(lines[3])")
  }

  /// The decoder in the place of the real one has no libvips.
  @Test func saysThatLibvipsIsNotInstalled() async throws {
    try world.directory.makeFolder("libexec")
    let copy = try await RunProgram(
      "/bin/cp", [Products.fakeDecoder, world.path("libexec/shotflow-decode")]
    ).result()
    try #require(copy.status == .exited(0))
    #expect(try await version(decodersIn: "libexec").last == "libvips not installed")
  }

  @Test func saysWhyLibvipsCantBeAskedFor() async throws {
    try world.directory.makeFolder("libexec")
    let path = try world.directory.write("no program", to: "libexec/shotflow-decode")
    chmod(path, 0o755)
    let lines = try await version(decodersIn: "libexec")
    #expect(lines.count == 4)
    #expect(lines.last?.hasPrefix("libvips unknown: can't start \"\(path)\"") == true)
  }

  @Test func aToolOfItsOwnComesFirst() async throws {
    let variables = ["OWN_TOOL_NAME": "mytool", "OWN_TOOL_VERSION": "7.1"]
    let lines = try await RunProgram(
      Products.ownTool, ["--version"], environment: world.environment.merging(variables) { $1 }
    ).result().lines
    try #require(lines.count == 5)
    #expect(lines[0] == "mytool 7.1")
    #expect(lines[1].wholeMatch(of: Self.first) != nil)
  }

  private func version(decodersIn folder: String) async throws -> [String] {
    var program = world.program(["--version"])
    program.environment["SHOTFLOW_LIBEXEC"] = world.path(folder)
    return try await program.result().lines
  }
}
