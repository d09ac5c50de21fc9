import Foundation
package import TestSupport
import Testing

/// A shell on a terminal with the completions of the tool, and a user who types.
///
/// What a line would hand to the tool is kept instead of run, so that a test compares whole words; only
/// the questions of the completions go to the tool.
package struct TypingShell {
  package enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    package var requirement: Requirement { .program(rawValue) }
    package var testDescription: String { rawValue }
  }

  package let program: RunningProgram
  private let world: ProgramWorld
  private var lines = 0

  /// Starts the shell in the world's folder and waits until it is ready.
  ///
  /// - Parameters:
  ///   - product: the built program that answers.
  ///   - name: what it is called.
  ///   - source: how the completions come in; nil for a pipe from the tool.
  package init(
    _ kind: Kind, in world: ProgramWorld, product: String = Products.shotflow,
    named name: String = "shotflow", variables: [String: String] = [:], source: String? = nil
  ) async throws {
    self.world = world
    let text = try world.directory.write(
      """
      #!/bin/sh
      case $1 in complete | completions) exec '\(product)' "$@" ;; esac
      printf '%s\\0' "$@" >words
      echo "line $(cat count) is in"
      """, to: "tool")
    try world.directory.makeFolder("bin")
    // By a program of its own: a child that another test starts meanwhile would inherit a file that is
    // open for writing, which can't be executed.
    let tool = world.path("bin/\(name)")
    _ = try await RunProgram("/bin/cp", [text, tool]).result()
    chmod(tool, 0o755)
    let path = try #require(Requirement.path(ofProgram: kind.rawValue))
    var shell = RunProgram(
      path, kind.arguments, environment: world.environment.merging(variables) { $1 },
      workingFolder: world.directory.path, timeout: .seconds(600),
      terminal: Terminal(columns: 200, rows: 100))
    shell.environment["PATH"] = world.path("bin") + ":/usr/local/bin:/usr/bin:/bin"
    // However busy the computer is, the answer counts.
    shell.environment["SHOTFLOW_TAB_TIME"] = "600000"
    program = try shell.start()
    program.send("\(kind.setup); \(source ?? kind.source(name)); echo rea'd'y\n")
    try #require(await program.showed("ready\r\n"), "\(program.errorOutput)")
  }

  /// Types a line and Return; the words that the tool gets.
  package mutating func type(_ line: String) async throws -> [String] {
    lines += 1
    try world.directory.write("\(lines)", to: "count")
    program.send(line + "\n")
    try #require(await program.showed("line \(lines) is in"), "\(program.errorOutput)")
    return try world.directory.text(of: "words").split(
      separator: "\0", omittingEmptySubsequences: false
    ).map(String.init).dropLast()
  }

  package func end() {
    program.signal(SIGKILL)
  }
}

extension TypingShell.Kind {
  fileprivate var arguments: [String] {
    switch self {
    case .bash: ["--norc", "--noprofile", "-i"]
    case .zsh: ["-f", "-i"]
    case .fish: ["--no-config", "-i"]
    }
  }

  fileprivate var setup: String {
    switch self {
    case .bash: "PS1='> '"
    case .zsh: "PS1='> '; autoload -U compinit; compinit -D"
    case .fish: "function fish_prompt; echo '> '; end"
    }
  }

  fileprivate func source(_ tool: String) -> String {
    self == .fish
      ? "\(tool) completions fish | source" : "source <(\(tool) completions \(rawValue))"
  }
}
