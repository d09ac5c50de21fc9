import Foundation
import TestSupport
package import Testing

/// The home of `sample --kind messy` for a suite: made once for tests that only read, and copied for
/// each that acts.
package struct SharedHome: SuiteTrait, TestScoping {
  @TaskLocal private static var shared: ProgramWorld?

  @concurrent package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing run: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let world = try ProgramWorld()
    let made = try await world.run("sample", "home", "--kind", "messy")
    try #require(made.status == .exited(0), "\(made.errorText)")
    try await Self.$shared.withValue(world) { try await run() }
  }

  /// The world whose home no test changes.
  package static var untouched: ProgramWorld {
    get throws { try #require(shared) }
  }

  /// A world of its own with such a home.
  package static func copy() async throws -> ProgramWorld {
    let world = try ProgramWorld()
    let home = try untouched.path("home")
    let copied = try await RunProgram("/bin/cp", ["-Rp", home, world.path("home")]).result()
    try #require(copied.status == .exited(0), "\(copied.errorText)")
    return world
  }
}

extension Trait where Self == SharedHome {
  package static var messyHome: Self { Self() }
}
