import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Stages that act on the desktop, by the programs that desktops have for that.
@Suite(.timeLimit(.minutes(5))) struct RealDesktopStageTests {
  private let world: ProgramWorld

  /// Names with what has a meaning in addresses, in shells, in lists and in the arguments of programs.
  private static let oddNames = [
    "it's, \"a\" #1 100% [x].png", "a b;c&d$(e)`f`.png", "-n.png", "back\\slash.png", "über 写真.png",
    "two\nlines.png", "%41?.png",
  ]

  init() throws {
    world = try ProgramWorld()
  }

  private func program(
    _ stages: String, _ variables: [String: String]
  ) throws -> RunProgram {
    let rule = try world.actingRule("filter { sortedBy = \"filename\" }, " + stages)
    var program = world.program(world.actingWords(rule))
    program.environment.merge(variables) { $1 }
    return program
  }

  private func run(_ stages: String, _ variables: [String: String]) async throws {
    let result = try await program(stages, variables).result()
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
  }

  /// Runs a program of the desktop to its end, and returns its output.
  private func output(
    _ name: String, _ arguments: [String], _ variables: [String: String]
  ) async throws -> [UInt8] {
    let path = try #require(Requirement.path(ofProgram: name))
    let result = try await RunProgram(path, arguments, environment: variables).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.output
  }

  // MARK: - The clipboard

  @Test(.needs(all: VirtualScreen.requirements + [.program("xclip")]))
  func xclipKeepsThePictureAndThePaths() async throws {
    let screen = try await VirtualScreen()
    let variables = ["DISPLAY": screen.display]
    func pasted(_ arguments: String...) async throws -> [UInt8] {
      try await output("xclip", ["-selection", "clipboard"] + arguments + ["-o"], variables)
    }
    try world.picture("a.png")
    let picture = try world.directory.contents(of: "pictures/a.png")
    try await run("clipboard { what = \"image\" }", variables)
    #expect(try await pasted("-t", "image/png") == picture)
    let types = String(decoding: try await pasted("-t", "TARGETS"), as: UTF8.self)
    #expect(types.split(separator: "\n").contains("image/png"))
    // The first program stays, and holds what it was given until another one has the clipboard.
    try world.picture("über b.png", seed: 2)
    try await run("clipboard {}", variables)
    let paths = "\(world.path("pictures/a.png"))\n\(world.path("pictures/über b.png"))"
    #expect(try await pasted() == Array(paths.utf8))
    #expect(try await pasted("-t", "UTF8_STRING") == Array(paths.utf8))
  }

  @Test(
    .needs(all: WaylandScreen.requirements + [.program("wl-copy"), .program("wl-paste")]))
  func wlCopyKeepsThePictureAndThePaths() async throws {
    let screen = try await WaylandScreen()
    let variables = ["XDG_RUNTIME_DIR": screen.folder, "WAYLAND_DISPLAY": screen.display]
    func pasted(_ arguments: String...) async throws -> [UInt8] {
      try await output("wl-paste", ["--no-newline"] + arguments, variables)
    }
    try world.picture("a.png")
    let picture = try world.directory.contents(of: "pictures/a.png")
    try await run("clipboard { what = \"image\" }", variables)
    #expect(try await pasted("--type", "image/png") == picture)
    let types = String(decoding: try await pasted("--list-types"), as: UTF8.self)
    #expect(types.split(separator: "\n") == ["image/png"])
    try world.picture("über b.png", seed: 2)
    try await run("clipboard {}", variables)
    let paths = "\(world.path("pictures/a.png"))\n\(world.path("pictures/über b.png"))"
    #expect(try await pasted() == Array(paths.utf8))
  }

  // MARK: - The file manager

  @Test(
    .needs(all: [PrivateBus.requirement, .program("gdbus"), .program("dbus-send")]),
    arguments: ["gdbus", "dbus-send"])
  func theFileManagerIsAskedToShowAllNames(by name: String) async throws {
    let bus = try await PrivateBus()
    let manager = try FakeFileManager(on: bus.address)
    for (number, name) in Self.oddNames.enumerated() {
      try world.picture(name, seed: UInt64(number + 1))
    }
    // A name that is no text.
    try world.picture("plain.png", seed: 100)
    _ = try await world.shell("mv pictures/plain.png \"$(printf 'pictures/\\377.png')\"").result()
    let folder = try world.directory.makeFolder("bin")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)",
      withDestinationPath: try #require(Requirement.path(ofProgram: name)))
    try await run("reveal {}", ["PATH": folder, "DBUS_SESSION_BUS_ADDRESS": bus.address])
    let shown = manager.calls.flatMap { $0 }.map(Self.path)
    let names = Self.oddNames.map { Array($0.utf8) } + [[0xFF] + Array(".png".utf8)]
    #expect(Set(shown) == Set(names.map { Array("\(world.library)/".utf8) + $0 }))
    #expect(shown.count == names.count)
  }

  /// Returns the bytes of the path in a `file:` address.
  private static func path(of address: String) -> [UInt8] {
    guard address.hasPrefix("file:///") else { return [] }
    var path: [UInt8] = []
    var rest = address.dropFirst("file://".count).utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(rest.prefix(2)) ?? ""
      if byte == UInt8(ascii: "%"), let coded = UInt8(digits, radix: 16) {
        path.append(coded)
        rest = rest.dropFirst(2)
      } else {
        path.append(byte)
      }
    }
    return path
  }

  // MARK: - Opening

  /// Makes a program the one that opens types of files and addresses, for this world alone.
  private func installOpener(of types: String...) async throws -> [String: String] {
    _ = try await world.shell(
      """
      mkdir -p bin data/applications config
      printf '#!/bin/sh\\nprintf "%%s\\\\0" "$@" >> %s\\n' '\(world.path("opened"))' > bin/record.new
      chmod +x bin/record.new
      mv bin/record.new bin/record
      """
    ).result()
    try world.directory.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Record
      Exec=\(world.path("bin/record")) %u
      MimeType=\(types.joined(separator: ";"));

      """, to: "data/applications/record.desktop")
    let lines = types.map { "\($0)=record.desktop\n" }.joined()
    try world.directory.write("[Default Applications]\n" + lines, to: "config/mimeapps.list")
    // Without a screen xdg-open looks for programs of the terminal.
    return ["XDG_DATA_HOME": world.path("data"), "DISPLAY": ":99"]
  }

  private func opened() throws -> [String] {
    try world.directory.text(of: "opened").split(separator: "\0").map(String.init)
  }

  @Test(.needs(all: [.program("xdg-open"), .program("file")]))
  func xdgOpenOpensFilesWithAnyName() async throws {
    let variables = try await installOpener(of: "image/png")
    for (number, name) in Self.oddNames.enumerated() {
      try world.picture(name, seed: UInt64(number + 1))
    }
    try await run("open {}", variables)
    #expect(Set(try opened()) == Set(Self.oddNames.map { "\(world.library)/\($0)" }))
  }

  @Test(.needs(.program("xdg-open"))) func xdgOpenOpensThePage() async throws {
    let variables = try await installOpener(of: "x-scheme-handler/http")
    try world.picture("a.png")
    var program = world.program(["browse", "--page", world.library])
    program.environment.merge(variables) { $1 }
    let running = try program.start()
    #expect(await running.showed("the page is open in your browser"))
    await running.end(by: SIGINT)
    let address = try #require(try opened().first)
    #expect(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/\?token=\w+/) != nil)
  }
}
