/// The files that a tool reads and keeps, for its manual and its help.
package enum KeptFiles {
  /// - Parameter folder: the name of the tool's folders.
  package static func terms(folder: String) -> [TextBlock.Term] {
    [
      TextBlock.Term("~/.config/\(folder)/config.lua", "your settings"),
      TextBlock.Term("~/.config/\(folder)/rules", "your rules, which are found by their names"),
      TextBlock.Term("~/.config/\(folder)/plugins", "modules that all rules may require"),
      TextBlock.Term("~/.local/state/\(folder)/ledger.sqlite", "the ledger: what was offered"),
      TextBlock.Term(
        "~/.local/state/\(folder)/journals", "what runs moved, copied and linked, for undo"),
      TextBlock.Term(
        "~/.local/state/\(folder)/permissions",
        "your decisions about rules, with a log of them beside it"),
      TextBlock.Term("~/.local/state/\(folder)/changes", "the fetches that tokens of changes name"),
      TextBlock.Term(
        "~/.cache/\(folder)/catalogue.sqlite", "facts and hashes of files that did not change"),
      TextBlock.Term("~/.cache/\(folder)/thumbnails", "pictures that were made"),
      TextBlock.Term(
        "~/.cache/thumbnails", "pictures of standard sizes, shared with file managers"),
      TextBlock.Term("../share/shotflow/rules", "the rules that ship, seen from the program"),
      TextBlock.Term(
        "../libexec/shotflow", "programs that decode pictures and start programs, seen from there"),
    ]
  }

  /// The sentence behind the list.
  package static let note =
    "XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME name other folders than ~/.config,"
    + " ~/.local/state and ~/.cache. Libraries are never written to."
}
