public import Pipeline
internal import Sessions

/// The command line of `shotflow`, for any program that is built with other components. It has
/// every command of `shotflow`; added components are listed, checked, explained and documented
/// (`mytool reference rules`) like the built-in ones. The helper programs that decode pictures and
/// start programs are searched in the folder that `SHOTFLOW_LIBEXEC` names, beside the program, or
/// in `../libexec/shotflow`.
///
/// ```swift
/// import Pipeline
/// import ShotflowTool
///
/// @main struct MyTool {
///   static func main() {
///     ShotflowTool.run(.builtin.adding(stages: [SepiaFilter.self]), named: "mytool")
///   }
/// }
/// ```
public enum ShotflowTool {
  /// Runs the command line, and ends the program unless it succeeds.
  ///
  /// - Parameters:
  ///   - components: the components that rules can use.
  ///   - name: the name of the program in help, messages and completions, which its user types:
  ///     letters, digits, `-`, `_` and `.`, the first a letter or digit. Nil for the last part of
  ///     the path that it was called by.
  ///   - version: the version of the program, which `--version` prints before those of `shotflow`
  ///     and its libraries; nil for none.
  ///   - folder: the name of its folders for state, cache and configuration. As `shotflow`, it
  ///     shares the ledger, permissions, caches and plugins with `shotflow`; a name of its own,
  ///     such as `mytool`, keeps them apart.
  public static func run(
    _ components: Components, named name: String? = nil, version: String? = nil,
    keepingStateAs folder: String = "shotflow"
  ) {
    let words = CommandLine.arguments
    let name = name.map { ToolName($0) } ?? ToolName(ofCall: words.first ?? "")
    Tool(
      name: name.text, version: version, components: components, folder: ToolName(folder).text
    ).run(words)
  }
}
