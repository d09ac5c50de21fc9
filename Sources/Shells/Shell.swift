/// A shell that asks the tool for what may stand next on a command line.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
