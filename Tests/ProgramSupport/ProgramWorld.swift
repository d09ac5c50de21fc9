package import Foundation
package import Samples
package import TestSupport
package import Testing

/// A folder with a library, rules and a state of its own, and the program that works on them.
package final class ProgramWorld: Sendable {
  package let directory: TemporaryDirectory

  /// The moment of most runs: twelve seconds after the usual screenshot.
  package static let now = "2015-09-27T21:29:40Z"
  package static let screenshot = "Screenshot from 2015-09-27 21-29-28.png"
  package static let recentRule = builtInRules + "/recent.lua"
  package static let pickRule = builtInRules + "/pick.lua"
  package static let albumsRule = builtInRules + "/albums.lua"
  package static let albumRule = builtInRules + "/album.lua"
  package static let browserRule = builtInRules + "/browser.lua"
  package static let changesRule = builtInRules + "/changes.lua"
  package static let uploadRule = builtInRules + "/upload.lua"
  package static let exportRule = builtInRules + "/export.lua"

  /// The rules that ship with the program; this file is Tests/ProgramSupport/….
  private static let builtInRules = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("rules").path

  package init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("pictures")
  }

  package var library: String { path("pictures") }
  package var ledger: String { path("state/shotflow/ledger.sqlite") }

  package func path(_ relativePath: String) -> String { directory.path(relativePath) }

  /// The variables that keep the program in here; names of files count as UTC.
  package var environment: [String: String] {
    [
      "HOME": path("home"), "XDG_STATE_HOME": path("state"), "XDG_CACHE_HOME": path("cache"),
      "XDG_CONFIG_HOME": path("config"), "TZ": "UTC",
    ]
  }

  package func program(
    _ arguments: [String], input: some Sequence<UInt8> = [], terminal: Terminal? = nil
  ) -> RunProgram {
    RunProgram(
      Products.shotflow, arguments, environment: environment, workingFolder: directory.path,
      input: input, terminal: terminal)
  }

  /// The program with the fault library in front, for tests that need `.faultLibrary`.
  ///
  /// - Parameter faults: variables that the library reads.
  package func faultyProgram(_ arguments: [String], _ faults: [String: String]) throws -> RunProgram
  {
    let library = try #require(FaultLibrary.path)
    var program = program(arguments)
    program.environment.merge(faults) { $1 }
    program.environment["LD_PRELOAD"] = library
    // A backtrace is made by another program, which would meet the faults, too.
    program.environment["SWIFT_BACKTRACE"] = "enable=no"
    program.timeout = .seconds(60)
    return program
  }

  /// The program some seconds from now, by its own clock: longer than the coarsest clock of a file
  /// system takes for a step, so that what is read of files may be kept.
  package func laterProgram(_ arguments: [String], _ faults: [String: String] = [:]) throws
    -> RunProgram
  {
    try faultyProgram(arguments, faults.merging(["SHOTFLOW_CLOCK": "3"]) { $1 })
  }

  /// A line for the shell in which `$shotflow` is the program.
  package func shell(_ line: String, terminal: Terminal? = nil) -> RunProgram {
    RunProgram(
      "/bin/sh", ["-c", line],
      environment: environment.merging(["shotflow": Products.shotflow]) { $1 },
      workingFolder: directory.path, terminal: terminal)
  }

  /// Runs a line as a user types it in the home folder, where `shotflow` is a command, to that status.
  package func type(
    _ line: String, _ variables: [String: String] = [:], status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramResult {
    let products = URL(fileURLWithPath: Products.shotflow).deletingLastPathComponent().path
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    var shell = shell("cd; \(line)")
    shell.environment["PATH"] = "\(products):\(search)"
    shell.environment.merge(variables) { $1 }
    let result = try await shell.result()
    #expect(
      result.status == .exited(status), "\(line): \(result.errorText)",
      sourceLocation: sourceLocation)
    return result
  }

  /// Runs the program to its end, and looks whether libraries of Photos that it is given stay as they
  /// are.
  package func run(_ arguments: String..., input: String = "") async throws -> ProgramResult {
    let before = PhotosLibraryStates(arguments, isSameProcess: false)
    defer { #expect(before.changes == []) }
    return try await program(arguments, input: input.utf8).result()
  }

  /// Runs `rules/recent.lua` on the library.
  package func runRecent(_ arguments: String..., now: String = now) async throws -> ProgramResult {
    let usual = ["run", Self.recentRule, "--library", library, "--now", now, "--exit-status"]
    return try await program(usual + arguments).result()
  }

  /// Writes a rule and returns its path.
  package func rule(_ text: String, named name: String = "rule.lua") throws -> String {
    try directory.write(text, to: name)
  }

  /// Writes a rule with these stages behind `source { stdin = true }`.
  package func inputRule(_ stages: String = "", named name: String = "rule.lua") throws -> String {
    try rule("return pipeline { source { stdin = true }, \(stages) }\n", named: name)
  }

  /// Writes a rule with these stages behind a source that reads the library.
  package func libraryRule(_ stages: String = "", named name: String = "rule.lua") throws -> String
  {
    try rule("return pipeline { source {}, \(stages) }\n", named: name)
  }

  /// Writes a picture whose content only has its seed's twin.
  @discardableResult
  package func picture(
    _ name: String = screenshot, seed: UInt64 = 1, in folder: String = "pictures"
  )
    throws -> String
  {
    try directory.write(Self.png(seed), to: "\(folder)/\(name)")
  }

  /// Writes a file of which everything is a hole, and which takes minutes to read.
  package func endlessFile() throws {
    let path = try directory.write("movie", to: "pictures/endless.mov")
    try #require(truncate(path, 1 << 40) == 0)
  }

  package static func png(_ seed: UInt64) -> PNGPicture {
    PNGPicture(width: 48, height: 32, seed: seed) {
      $0.texts = [.plain(keyword: "Comment", text: "picture \(seed)")]
    }
  }

  /// Returns the output of `ledger list --json`.
  package func ledgerEntries() async throws -> [LedgerLine] {
    let result = try await run("ledger", "list", "--json", "--limit", "100000")
    return try result.decodedLines()
  }

  /// Those of one library's assets.
  package func ledgerEntries(of folder: String) async throws -> [LedgerLine] {
    try await ledgerEntries().filter { $0.library == path(folder) }
  }

  /// Returns the size of what all rules with `catchUp` know of their libraries.
  package func knownSize() throws -> Int {
    let folder = path("state/shotflow/watch")
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
    return try names.filter { $0.hasSuffix(".known") }.reduce(0) {
      try $0 + (files.attributesOfItem(atPath: "\(folder)/\($1)")[.size] as? Int ?? 0)
    }
  }

  /// Runs the program as a user whom file modes bind, for tests that need `.unprivilegedUser`.
  package func runUnprivileged(_ arguments: String...) async throws -> ProgramResult {
    guard geteuid() == 0 else { return try await program(arguments).result() }
    chmod(directory.path, 0o755)
    let copy = path("shotflow-copy")
    if !FileManager.default.fileExists(atPath: copy) {
      // By a program of its own: a child that another test starts meanwhile would inherit a file
      // open for writing, which can't be executed.
      _ = try await RunProgram("/bin/cp", [Products.shotflow, copy]).result()
      chmod(copy, 0o755)
    }
    var program = Requirement.asNobody(copy, arguments)
    program.environment = environment
    program.workingFolder = directory.path
    return try await program.result()
  }

  /// Makes a folder that only its owner, someone else, may use.
  package func makeFolder(_ name: String, mode: mode_t) throws -> String {
    let made = try directory.makeFolder(name)
    chmod(made, mode)
    return made
  }
}
