/// The versions of `shotflow` and of the tool.
package enum Version {
  /// The version of `shotflow`, which every tool is built on.
  package static let current = "0.1.0"

  /// The tool's version in the declarations of commands, bound like ``ToolName/declared``.
  @TaskLocal package static var declared = current
}
