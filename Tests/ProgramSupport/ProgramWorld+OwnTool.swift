package import TestSupport

extension ProgramWorld {
  /// Runs a tool that was built with one stage more, `every`.
  ///
  /// - Parameter variables: what is its own besides.
  package func ownTool(
    _ arguments: String..., variables: [String: String] = [:], at path: String = Products.ownTool
  ) async throws -> ProgramResult {
    try await RunProgram(
      path, arguments, environment: environment.merging(variables) { $1 },
      workingFolder: directory.path
    ).result()
  }
}
