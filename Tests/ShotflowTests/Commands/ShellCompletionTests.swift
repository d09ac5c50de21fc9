import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The Tab key in the three shells: the very name comes into the line, and nothing of it is run.
@Suite(
  .needs(.program("bash")), .needs(.program("zsh")), .needs(.program("fish")))
struct ShellCompletionTests {
  typealias Kind = TypingShell.Kind

  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Titles that attack a shell, each after a number that distinguishes it.
  private static let titles = [
    "Holiday", "two words", "$(touch pwned)", "`touch pwned`", "${HOME}", "$HOME",
    "a;touch pwned;b",
    "it's", "quo\"te", "back\\slash", "\\n", "glob*b?[x]", "co:lon=s", "bang!x!!", "br{a,c}e",
    "> pwned", "& touch pwned &", "né 日本 👩‍👩‍👧", "%s%F{red}%n", "~x", "#hash", "trailing ", "(x)",
    "^a^b",
    "new\nline", "esc\u{1B}[31m\u{7}", "right\u{202E}to left", "tab\tbed",
  ]

  /// Titles that mean something at the beginning of a word.
  private static let firstTitles = [
    "-dash", "--double", "~tilde", "#comment", "$(touch pwned)", "!bang", "=cat",
  ]

  private func noneRan() {
    #expect(!FileManager.default.fileExists(atPath: world.path("pwned")))
  }

  @Test(arguments: Kind.allCases)
  func theNameOfAnAlbumIsTypedAsItIs(kind: Kind) async throws {
    for (number, title) in Self.titles.enumerated() {
      try world.directory.makeFolder("pictures/\(10 + number)\(title)")
    }
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    for (number, title) in Self.titles.enumerated() {
      // fish gets names and what they are for with a tab between them.
      if kind == .fish, title.contains("\t") { continue }
      let words = try await shell.type("shotflow find -l pictures --album \(10 + number)\t")
      #expect(words == ["find", "-l", "pictures", "--album", "\(10 + number)\(title)"])
    }
    noneRan()
  }

  @Test(arguments: Kind.allCases, ["'", "\""])
  func theNameGoesOnWithinQuotes(kind: Kind, quote: String) async throws {
    let titles = Self.titles.filter { !$0.contains { $0.isNewline || $0.isControl } }
    for (number, title) in titles.enumerated() {
      try world.directory.makeFolder("pictures/\(10 + number)\(title)")
    }
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    for (number, title) in titles.enumerated() {
      let words = try await shell.type(
        "shotflow find -l pictures --album \(quote)\(10 + number)\t")
      #expect(words.last == "\(10 + number)\(title)")
    }
    noneRan()
  }

  @Test(arguments: Kind.allCases)
  func aNameMeansNothingElseAtTheBeginningOfAWord(kind: Kind) async throws {
    for title in Self.firstTitles { try world.directory.makeFolder("pictures/\(title)") }
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    for title in Self.firstTitles {
      let words = try await shell.type(
        "shotflow find -l pictures --album '\(title.prefix(title == "-dash" ? 2 : title == "--double" ? 3 : 1))\t"
      )
      #expect(words == ["find", "-l", "pictures", "--album", title])
    }
    noneRan()
  }

  /// A part in common is typed; nothing of it is half of an escape.
  @Test(arguments: Kind.allCases)
  func whatSeveralNamesHaveInCommonIsTyped(kind: Kind) async throws {
    for name in ["Trip $(touch pwned) a", "Trip $(touch pwned) b", "Trip 'x"] {
      try world.directory.makeFolder("pictures/\(name)")
    }
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    let words = try await shell.type("shotflow find -l pictures --album Trip\\ \\$\tb\t")
    #expect(words.last == "Trip $(touch pwned) b")
    noneRan()
  }

  @Test(arguments: Kind.allCases)
  func theOptionsOfTheRuleAreTyped(kind: Kind) async throws {
    try world.directory.write(
      """
      local o = options {
        firstDay = { "monday", "the day", { "monday", "sunday" } },
        strict = { false, "no mercy" },
      }
      return pipeline { source {}, filter { limit = 3 } }
      """, to: "a b $(touch pwned).lua")
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    #expect(
      try await shell.type("shotflow run ./a\t--first\ts\t--stri\t--sta\t") == [
        "run", "./a b $(touch pwned).lua", "--first-day", "sunday", "--strict", "--stats",
      ])
    #expect(
      try await shell.type("shotflow run rec\t--win\t5s") == ["run", "recent", "--window", "5s"])
    #expect(try await shell.type("shotflow find --format=nd\t") == ["find", "--format=ndjson"])
    #expect(
      try await shell.type("shotflow find --fields filename,mediaT\t").last == "filename,mediaType")
    noneRan()
  }

  @Test(arguments: Kind.allCases)
  func foldersAreTypedThroughHome(kind: Kind) async throws {
    try world.directory.makeFolder("home/My $(touch pwned)/Two; three")
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    #expect(
      try await shell.type("shotflow albums ~/My\tTwo\t").last
        == world.path("home/My $(touch pwned)/Two; three/"))
    #expect(
      try await shell.type("shotflow albums $HOME/My\t").last?.hasPrefix(
        world.path("home/My $(touch pwned)")) == true)
    #expect(try await shell.type("shotflow albums -l sho\t").last == "shotwell:")
    noneRan()
  }

  @Test(arguments: Kind.allCases)
  func allThatFitsIsListed(kind: Kind) async throws {
    let shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    shell.program.send("shotflow run recent --\t\t")
    #expect(await shell.program.showed("--window"))
    #expect(await shell.program.showed("--no-catalogue"))
    noneRan()
  }

  @Test(arguments: Kind.allCases)
  func anotherToolHasItsOwn(kind: Kind) async throws {
    let name = "my-tool.2"
    var shell = try await TypingShell(
      kind, in: world, product: Products.ownTool, named: name,
      variables: ["OWN_TOOL_NAME": name])
    defer { shell.end() }
    #expect(try await shell.type("\(name) stages ev\tasp\t") == ["stages", "every", "aspect"])
  }

  /// The files that an installation puts where the shells look.
  @Test(arguments: Kind.allCases)
  func theShellsFindTheScriptsByThemselves(kind: Kind) async throws {
    let script = try await world.run("completions", kind.rawValue).text
    let (file, source) =
      switch kind {
      case .bash: ("shotflow", "source scripts/shotflow")
      case .zsh: ("_shotflow", "fpath=($PWD/scripts $fpath); compinit -D")
      case .fish: ("shotflow.fish", "set -p fish_complete_path $PWD/scripts")
      }
    try world.directory.write(script, to: "scripts/\(file)")
    var shell = try await TypingShell(kind, in: world, source: source)
    defer { shell.end() }
    #expect(try await shell.type("shotflow stages fil\tlo\t") == ["stages", "filter", "load"])
  }

  /// A file that is called like the tool may lie in a strange folder.
  @Test(arguments: Kind.allCases)
  func aProgramInTheFolderAtHandIsNotAsked(kind: Kind) async throws {
    var shell = try await TypingShell(kind, in: world)
    defer { shell.end() }
    chmod(try world.directory.write("#!/bin/sh\ntouch pwned\n", to: "strange/shotflow"), 0o755)
    shell.program.send("cd strange\n")
    shell.program.send("./shotflow stages fil\t\u{15}cd ..\n")
    #expect(try await shell.type("shotflow stages fil\t") == ["stages", "filter"])
    noneRan()
    #expect(!FileManager.default.fileExists(atPath: world.path("strange/pwned")))
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains {
      [.control, .format].contains($0.properties.generalCategory) && $0 != "\u{200D}"
    }
  }
}
