import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The tool as `make install` puts it into a folder, from the programs that the tests were built with.
struct Installation {
  let world: ProgramWorld
  /// With a space, as a user's folder may have.
  let prefix = "/opt/my tools"

  init() throws {
    world = try ProgramWorld()
  }

  /// The folder where a package would be made.
  var destination: String { world.path("package") }

  func path(_ relativePath: String) -> String { "\(destination)\(prefix)/\(relativePath)" }

  /// `make TARGET`; symbols are kept, which is quicker, unless a test is about them.
  func make(_ target: String, _ variables: [String: String] = [:]) async throws -> ProgramResult {
    let make = try #require(Requirement.path(ofProgram: "make"))
    let words = settings.merging(variables) { $1 }.map { "\($0)=\($1)" }.sorted()
    return try await RunProgram(make, ["-s", "-C", Checkout.path, target] + words).result()
  }

  /// A script without make between, whose status make would hide.
  func script(_ name: String, _ variables: [String: String] = [:]) async throws -> ProgramResult {
    try await RunProgram(
      "\(Checkout.path)/script/\(name)", environment: settings.merging(variables) { $1 }
    ).result()
  }

  /// The installed tool.
  func shotflow(_ words: String...) async throws -> ProgramResult {
    try await RunProgram(
      path("bin/shotflow"), words, environment: world.environment,
      workingFolder: world.directory.path
    ).result()
  }

  /// All files in the destination, by their paths below the prefix.
  func files() throws -> [String] {
    let all = FileManager.default.enumerator(atPath: path(""))?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  func write(_ text: String, to relativePath: String) throws {
    try world.directory.write(text, to: "package\(prefix)/\(relativePath)")
  }

  static var programs: String { (Products.shotflow as NSString).deletingLastPathComponent }

  private var settings: [String: String] {
    ["PREFIX": prefix, "DESTDIR": destination, "PROGRAMS": Self.programs, "STRIP": ""]
  }
}
