/// The version of the program.
package enum Version {
  /// Of what the tool is built on, which is `shotflow`.
  package static let current = "0.1.0"

  /// The version in the declarations of commands, bound like ``ToolName/declared``.
  @TaskLocal package static var declared = current
}
