import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The files of a release, as far as they need no other system.
@Suite struct PackagingTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func script(
    _ name: String, _ words: [String] = [], _ variables: [String: String] = [:]
  ) async throws -> ProgramResult {
    try await RunProgram("\(Checkout.path)/script/\(name)", words, environment: variables).result()
  }

  @Test func theVersionIsThatOfTheTool() async throws {
    let number = try #require(try await script("version").lines.first)
    let reported = try await world.run("--version").lines.first
    #expect(reported?.split(separator: " ").prefix(2) == ["shotflow", number[...]])
    let changes = try await script("changes")
    #expect(changes.status == .exited(0), "\(changes.errorText)")
    #expect(changes.text.contains("### Added"))
  }

  @Test(.needs(.program("git"))) func aCommitIsNamedInACheckoutOnly() async throws {
    // The script alone, in a folder that belongs to the checkout of something else.
    let shell = """
      set -e
      mkdir -p outer/inner/script outer/inner/Sources/Tool/Sessions/Console
      cp "$checkout/script/version" outer/inner/script
      cp "$checkout/Sources/Tool/Sessions/Console/Version.swift" outer/inner/Sources/Tool/Sessions/Console
      commit() { git -C "$1" -c user.name=a -c user.email=a@b commit -q --allow-empty -m "$2"; }
      git -C outer init -q; commit outer first
      echo "[$(outer/inner/script/version --commit)] $(outer/inner/script/version --package)"
      git -C outer/inner init -q; git -C outer/inner add -A; commit outer/inner first
      git -C outer/inner rev-parse --short=7 HEAD; outer/inner/script/version --commit
      git -C outer/inner tag "v$(outer/inner/script/version)"; outer/inner/script/version --package
      commit outer/inner second
      outer/inner/script/version --package
      echo "# changed" >>outer/inner/script/version; outer/inner/script/version --commit
      """
    let number = try #require(try await script("version").lines.first)
    var program = world.shell(shell)
    program.environment["checkout"] = Checkout.path
    let lines = try await program.result().lines
    try #require(lines.count == 6)
    #expect(lines[0] == "[] \(number)")
    #expect(lines[1] == lines[2])
    #expect(lines[3] == number)
    #expect(lines[4].hasPrefix("\(number)+git20"))
    #expect(lines[5].hasSuffix("-dirty"))
  }

  @Test(.needs(.program("sha256sum"))) func recipesNameTheTarballsOfTheRelease() async throws {
    let number = try #require(try await script("version", ["--package"]).lines.first)
    let tarballs = ["shotflow-\(number)-linux-x86_64", "shotflow-\(number)-linux-aarch64"]
    for name in tarballs + ["shotflow-\(number)"] {
      try world.directory.write(name, to: "packages/\(name).tar.gz")
    }
    let variables = ["HOMEPAGE": "git@example.org:photos/shotflow.git"]
    let made = try await script("recipes", [world.path("packages")], variables)
    #expect(made.status == .exited(0), "\(made.errorText)")
    for name in ["PKGBUILD", "shotflow.rb"] {
      let recipe = try world.directory.text(of: "packages/\(name)")
      #expect(recipe.contains(number))
      #expect(recipe.contains("https://example.org/photos/shotflow\""))
      #expect(recipe.firstMatch(of: /@[A-Z0-9_]+@/) == nil)
      #expect(
        try await recipe.contains(sum(name == "PKGBUILD" ? tarballs[0] : "shotflow-\(number)")))
    }
    let package = """
      mkdir -p '\(tarballs[0])/share/doc/shotflow' pkg && cd '\(tarballs[0])' && mkdir bin libexec
      touch bin/shotflow share/doc/shotflow/copyright
      cd .. && . packages/PKGBUILD && pkgdir=$PWD/pkg CARCH=x86_64 && package
      find pkg -type f | sort
      """
    let arch = try await RunProgram(
      "/bin/bash", ["-e", "-c", package], workingFolder: world.directory.path
    ).result()
    #expect(
      arch.lines == [
        "pkg/usr/bin/shotflow", "pkg/usr/share/doc/shotflow/copyright",
        "pkg/usr/share/licenses/shotflow-bin/copyright",
      ], "\(arch.errorText)")
  }

  @Test func aMissingTarballIsReported() async throws {
    let result = try await script(
      "recipes", [world.directory.path], ["HOMEPAGE": "https://example.org/shotflow"])
    #expect(result.status == .exited(66))
    #expect(result.errorText.contains("script/tarball makes it"))
  }

  private func sum(_ name: String) async throws -> String {
    let result = try await world.shell("sha256sum 'packages/\(name).tar.gz'").result()
    return String(result.text.prefix(64))
  }
}
