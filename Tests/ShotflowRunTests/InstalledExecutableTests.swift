import ProgramSupport
import TestSupport
import Testing

/// The places where a copy of the tool looks for the programs that ship with it.
@Suite struct InstalledExecutableTests {
  private let world: ProgramWorld

  init() async throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("prefix/bin")
    try await copy(Products.shotflow, to: "prefix/bin/shotflow")
  }

  /// By a program of its own: a child that another test starts meanwhile would inherit a file open
  /// for writing, which can't be executed.
  private func copy(_ program: String, to path: String) async throws {
    _ = try await RunProgram("/bin/cp", [program, world.path(path)]).result()
  }

  private func install(_ folder: String) async throws {
    try world.directory.makeFolder(folder)
    try await copy(Products.decoder, to: "\(folder)/shotflow-decode")
  }

  /// Returns the line of `doctor` about the decoder.
  private func decoder(named folder: String? = nil) async throws -> (grade: String, text: String) {
    struct Finding: Decodable { let topic, grade, text: String }
    var environment = world.environment
    if let folder { environment["SHOTFLOW_LIBEXEC"] = folder }
    let result = try await RunProgram(
      world.path("prefix/bin/shotflow"), ["doctor", "--json"], environment: environment
    ).result()
    let findings = try result.decodedLines(as: Finding.self)
    let finding = try #require(findings.first { $0.topic == "decoder" })
    return (finding.grade, finding.text)
  }

  @Test func theNamedFolderComesFirstThenItsOwnThenLibexec() async throws {
    let own = world.path("prefix/bin")
    let libexec = "\(own)/../libexec/shotflow"
    let named = world.path("elsewhere")
    try await install("prefix/libexec/shotflow")
    #expect(try await decoder() == ("ok", "\(libexec)/shotflow-decode"))
    #expect(try await decoder(named: named) == ("ok", "\(libexec)/shotflow-decode"))
    try await install("prefix/bin")
    #expect(try await decoder() == ("ok", "\(own)/shotflow-decode"))
    try await install("elsewhere")
    #expect(try await decoder(named: named) == ("ok", "\(named)/shotflow-decode"))
    #expect(try await decoder(named: "elsewhere") == ("ok", "\(own)/shotflow-decode"))
  }

  @Test func aMessageSaysWhereItWasLookedFor() async throws {
    let own = world.path("prefix/bin")
    let remedy = "install it beside this program, or name its folder in SHOTFLOW_LIBEXEC"
    #expect(
      try await decoder()
        == (
          "problem",
          "there is no shotflow-decode in \"\(own)\" or \"\(own)/../libexec/shotflow\"; \(remedy)"
        ))
    #expect(
      try await decoder(named: "/nowhere").text
        == "there is no shotflow-decode in \"/nowhere\", \"\(own)\" or "
        + "\"\(own)/../libexec/shotflow\"; \(remedy)")
    #expect(try await !decoder(named: "nowhere").text.contains("nowhere"))
  }

  @Test func picturesAndProgramsUseTheNamedFolder() async throws {
    try await install("elsewhere")
    try await copy(
      Products.decoder.replacing("shotflow-decode", with: "shotflow-exec"),
      to: "elsewhere/shotflow-exec")
    try world.picture()
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "to try it" }, source {}, exec { "cat" }, load { size = { 10, 10 } },
      }
      """)
    let result = try await RunProgram(
      world.path("prefix/bin/shotflow"), ["run", rule, "-l", world.library, "--allow", "exec"],
      environment: world.environment.merging(["SHOTFLOW_LIBEXEC": world.path("elsewhere")]) { $1 }
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().count == 1)
  }
}
