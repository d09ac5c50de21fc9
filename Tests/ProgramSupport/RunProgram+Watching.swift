package import TestSupport
package import Testing

extension RunProgram {
  /// Starts the program, which is a watch, and waits until it watches.
  package func startWatching(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> RunningProgram {
    let program = try start()
    #expect(await program.showed("watching"), sourceLocation: sourceLocation)
    return program
  }
}
