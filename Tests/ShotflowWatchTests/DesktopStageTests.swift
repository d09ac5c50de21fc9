import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that are shown on the desktop, and what comes into the clipboard.
@Suite struct DesktopStageTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("bin")
  }

  /// Writes a program that notes its words and its input, by a program of its own: a child that
  /// another test starts meanwhile would inherit a file open for writing, which can't be executed.
  private func install(_ names: String..., status: Int = 0) async throws {
    for name in names {
      let text = """
        #!/bin/sh
        printf "%s\\n" "$(basename "$0") $*" >> \(world.path("calls"))
        cat > \(world.path("input"))
        exit \(status)
        """
      try world.directory.write(text + "\n", to: "bin/\(name).new")
      _ = try await world.shell("chmod +x bin/\(name).new; mv bin/\(name).new bin/\(name)").result()
    }
  }

  private func program(
    _ stages: String, _ further: [String] = [], source: String = "source {}",
    _ variables: [String: String] = [:], input: String = "", terminal: Terminal? = nil
  ) throws -> RunProgram {
    let rule = try world.actingRule(stages, source: source)
    var program = world.program(
      world.actingWords(rule) + further, input: input.utf8, terminal: terminal)
    program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
    program.environment.merge(variables) { $1 }
    return program
  }

  private func calls() -> [String] {
    ((try? world.directory.text(of: "calls")) ?? "").split(separator: "\n").map(String.init)
  }

  @Test func opensWithTheDesktopsProgram() async throws {
    try world.picture("a.png")
    try await install("xdg-open")
    let dry = try await program("open {}", ["--dry-run"]).result()
    #expect(dry.errorText.contains("dry run: open \"\(world.path("pictures/a.png"))\""))
    #expect(calls() == [])
    let result = try await program("open {}").result()
    #expect(result.status == .exited(0))
    #expect(calls() == ["xdg-open \(world.path("pictures/a.png"))"])
    let lines: [ActLine] = try result.decodedLines()
    #expect(lines.first?.acts == (try dry.decodedLines() as [ActLine]).first?.acts)
  }

  @Test func neverOpensWhatCanBeStarted() async throws {
    try await install("xdg-open")
    try world.picture("run.png")
    chmod(world.path("pictures/run.png"), 0o755)
    try world.picture("trap.desktop", seed: 2)
    try world.picture("plain", seed: 3)
    try world.directory.write("[Desktop Entry]\nExec=sh\n", to: "pictures/entry.desktop")
    try world.directory.write("#!/bin/sh\n", to: "pictures/script.png")
    try world.directory.write([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], to: "pictures/elf.jpg")
    let result = try await program("open {}", source: "source { everything = true }").result()
    #expect(result.status == .exited(3))
    #expect(result.text == "")
    #expect(calls() == [])
    for (name, reason) in [
      ("run.png", "it is executable"), ("trap.desktop", "its name is not that of a picture"),
      ("plain", "its name is not that of a picture"), ("entry.desktop", "by its content"),
      ("script.png", "by its content"), ("elf.jpg", "by its content"),
    ] {
      #expect(
        result.errorLines.contains { $0.contains("/\(name): ") && $0.contains(reason) },
        "\(name): \(result.errorText)")
    }
  }

  @Test func revealsInTheFileManager() async throws {
    try world.picture("it's, a.png")
    try await install("gdbus", "dbus-send", "xdg-open")
    #expect(try await program("reveal {}").result().status == .exited(0))
    #expect(calls().count == 1)
    let call = try #require(calls().first)
    #expect(call.hasPrefix("gdbus call --session"))
    #expect(call.contains("--method org.freedesktop.FileManager1.ShowItems"))
    #expect(call.contains("['file://\(world.path("pictures"))/it%27s%2C%20a.png']"))
  }

  @Test func revealsTheFolderWhereNoFileManagerAnswers() async throws {
    try world.picture("a.png")
    try world.picture("b.png", seed: 2)
    try await install("gdbus", "dbus-send", status: 1)
    try await install("xdg-open")
    #expect(try await program("reveal {}").result().status == .exited(0))
    #expect(calls().last == "xdg-open \(world.path("pictures"))/")
    #expect(calls().count == 3)
  }

  @Test(arguments: ["open", "reveal", "clipboard"])
  func withoutAProgramThereIsAClearEnd(_ stage: String) async throws {
    try world.picture("a.png")
    let variables = ["PATH": world.path("bin"), "DISPLAY": ":0"]
    let result = try await program("\(stage) {}", [], variables).result()
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("install the package"))
  }

  @Test func withoutADesktopTheClipboardSaysSo() async throws {
    try world.picture("a.png")
    let variables = ["PATH": world.path("bin"), "DISPLAY": "", "WAYLAND_DISPLAY": ""]
    let result = try await program("clipboard {}", [], variables).result()
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("neither WAYLAND_DISPLAY nor DISPLAY is set"))
  }

  @Test(arguments: [
    ("wl-copy", "WAYLAND_DISPLAY", "wl-copy --type text/plain;charset=utf-8"),
    ("xclip", "DISPLAY", "xclip -selection clipboard"),
    ("xsel", "DISPLAY", "xsel --clipboard --input"),
  ])
  func putsPathsIntoTheClipboard(_ name: String, _ variable: String, _ call: String) async throws {
    try world.picture("a.png")
    try world.picture("b.png", seed: 2)
    try await install(name)
    let result = try await program("clipboard {}", [], [variable: ":7"]).result()
    #expect(result.status == .exited(0))
    #expect(calls() == [call])
    #expect(
      try world.directory.text(of: "input")
        == "\(world.path("pictures/a.png"))\n\(world.path("pictures/b.png"))")
    let lines: [ActLine] = try result.decodedLines()
    #expect(lines.allSatisfy { $0.acts?.first?.what == "path" })
  }

  @Test func aProgramThatFailsIsFollowedByTheNext() async throws {
    try world.picture("a.png")
    try await install("wl-copy", status: 1)
    try await install("xclip")
    let variables = ["WAYLAND_DISPLAY": "w", "DISPLAY": ":7"]
    #expect(try await program("clipboard {}", [], variables).result().status == .exited(0))
    #expect(calls().map { $0.prefix(5) } == ["wl-co", "xclip"])
  }

  @Test func putsThePictureItselfThere() async throws {
    try world.picture("a.png")
    try await install("wl-copy")
    let variables = ["WAYLAND_DISPLAY": "w"]
    let result = try await program("clipboard { what = \"image\" }", [], variables).result()
    #expect(result.status == .exited(0))
    #expect(calls() == ["wl-copy --type image/png"])
    let picture = try world.directory.contents(of: "pictures/a.png")
    #expect(try world.directory.contents(of: "input") == picture)
  }

  @Test(arguments: ["a\u{1B}]52;c;x\u{7}", "a\u{0}b", "a\u{9B}b"])
  func controlCharactersDoNotGetThere(_ text: String) async throws {
    try await install("wl-copy")
    let record = try JSONSerialization.data(withJSONObject: ["localIdentifier": "1", "mood": text])
    let result = try await program(
      "clipboard { what = \"mood\" }",
      source: "source { stdin = true, fields = { mood = \"text\" } }",
      ["WAYLAND_DISPLAY": "w"], input: String(decoding: record, as: UTF8.self) + "\n"
    ).result()
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("its mood has control characters"))
    #expect(calls() == [])
  }

  @Test func theTerminalIsTheLastWay() async throws {
    try world.picture("a.png")
    let path = world.path("pictures/a.png")
    let terminal = Terminal(showsOutput: false)
    let variables = ["PATH": world.path("bin")]
    let running = try program("clipboard {}", [], variables, terminal: terminal).start()
    let result = await running.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let escape = "\u{1B}]52;c;\(Data(path.utf8).base64EncodedString())\u{7}"
    #expect(result.errorText.contains(escape))
  }

  /// An upload's address goes into the clipboard and into a second question, behind the first one.
  @Test func whatAProgramAnswersGoesIntoTheClipboardAndASecondNotice() async throws {
    try world.picture("a.png")
    try await install("wl-copy")
    let stages = """
      notify { title = "Upload it?", dismiss = "10m" },
      exec { "jq", "-c", "--unbuffered", ". + {url: (\\"https://x.example/\\" + .filename)}",
        fields = { url = "text" } },
      clipboard { what = "url" },
      notify { title = "Uploaded to {url}", dismiss = "10m" }
      """
    let running = try program(
      stages, [], ["WAYLAND_DISPLAY": "w"], terminal: Terminal(showsOutput: false)
    ).start()
    #expect(await running.showed("Upload it?"))
    running.send("\r")
    #expect(await running.showed("Uploaded to https://x.example/a.png"))
    #expect(try world.directory.text(of: "input") == "https://x.example/a.png")
    running.send("\r")
    let result = await running.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map(\.prompt?.outcome) == ["accepted"])
    #expect(result.text.contains(#""url":"https://x.example/a.png""#))
  }
}
