/// The version of the program.
enum Version {
  /// Of what the tool is built on, which is `shotflow`.
  static let current = "0.1.0"

  /// The version in the declarations of commands, bound like ``ToolName/declared``.
  @TaskLocal static var declared = current
}
