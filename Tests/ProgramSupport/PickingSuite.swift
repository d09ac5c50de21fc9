package import TestSupport
import Testing

/// Tests of `shotflow pick`, on six screenshots.
package protocol PickingSuite {
  var world: ProgramWorld { get }
}

extension PickingSuite {
  /// The newest comes first.
  package func name(_ row: Int) -> String { "Screenshot from 2015-09-27 21-29-0\(7 - row).png" }

  package func start(
    _ words: [String], terminal: Terminal = Terminal(showsOutput: false),
    _ variables: [String: String] = [:]
  ) throws -> RunningProgram {
    var program = world.program(["pick"] + words, terminal: terminal)
    program.environment.merge(variables) { $1 }
    return try program.start()
  }

  /// Picks among the library, and answers each text with keys.
  package func pick(
    _ words: [String] = [], _ steps: (shown: String, keys: String)...
  ) async throws -> ProgramResult {
    let program = try start(["pictures"] + words)
    for step in steps {
      #expect(await program.showed(step.shown), "\(step.shown) in \(program.errorOutput)")
      program.send(step.keys)
    }
    return await program.result()
  }

  package func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename)
  }
}
