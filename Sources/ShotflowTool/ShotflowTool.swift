internal import Console
public import Pipeline

/// The command line: what `shotflow` is, for any program that is built with other parts.
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
///
/// The program has every command of `shotflow`. Added parts are listed, checked, explained and
/// documented (`mytool reference rules`) like those built in. It finds the programs that decode
/// pictures and start programs in the folder that `SHOTFLOW_LIBEXEC` names, beside itself, or in
/// `../libexec/shotflow`.
public enum ShotflowTool {
  /// Reads the command line and does what it says; ends the program unless all went well.
  ///
  /// - Parameters:
  ///   - components: what rules can use.
  ///   - name: what the program calls itself in help, messages and completions, and what its user
  ///     types: letters, digits, `-`, `_` and `.`, the first a letter or digit. Nil for what it was
  ///     called by, without folders.
  ///   - version: the program's own, which `--version` prints before the versions of `shotflow` and its
  ///     libraries; nil for none.
  ///   - folder: the name of its folders for state, cache and configuration. As `shotflow`, it
  ///     shares the ledger, permissions, caches and plugins with `shotflow`; a name of its own, such
  ///     as `mytool`, keeps them apart.
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
