import Foundation
package import TestSupport
import Testing

/// The repository of a plugin, in the folder `origin`.
extension ProgramWorld {
  /// The text of a plugin that keeps assets by an expression.
  package static func tidy(_ version: String, keeps: String = "true") -> String {
    """
    return stage {
      name = "tidy", role = "filter", api = { 1, 1 }, version = "\(version)", summary = "is tidy",
      process = function(asset) return \(keeps) end,
    }
    """
  }

  package func git(_ words: String...) async throws {
    let result = try await RunProgram(
      "/usr/bin/git",
      ["-C", path("origin"), "-c", "user.name=a", "-c", "user.email=a@b.c"] + words,
      environment: ["HOME": path("home"), "GIT_CONFIG_NOSYSTEM": "1"]
    ).result()
    #expect(result.status == .exited(0), "git \(words): \(result.errorText)")
  }

  /// Makes the repository with the plugin, tagged v1.
  package func makeOrigin() async throws {
    try directory.makeFolder("origin")
    try await git("init", "--quiet", "--initial-branch=main")
    try directory.write(Self.tidy("1"), to: "origin/init.lua")
    try directory.write("return 1", to: "origin/part.lua")
    try await commit("v1")
  }

  package func commit(_ tag: String) async throws {
    try await git("add", "--all")
    try await git("commit", "--quiet", "--message", tag)
    try await git("tag", "--force", tag)
  }

  package func addOrigin(_ ref: String = "v1") async throws -> ProgramResult {
    try await run("plugins", "add", "\(path("origin"))@\(ref)", "--yes")
  }
}
