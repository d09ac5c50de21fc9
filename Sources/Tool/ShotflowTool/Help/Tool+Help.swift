internal import ArgumentParser
internal import Sessions

extension Tool {
  /// The columns of the parser's help, which has no room for its texts in fewer than these.
  static var helpColumns: Int { max(Output.columns, 40) }

  /// Writes the parser's help on a command, `further` lines, and the command's examples.
  func writeHelp(on command: any ParsableCommand.Type, _ further: String = "") {
    let text = declaring {
      RootCommand.helpMessage(for: command, columns: Self.helpColumns)
    }
    writeHelp(text + further, of: [command._commandName])
  }

  /// Writes help and the examples of the command with these names, from the outermost. Examples are
  /// copied, so their lines stay whole.
  func writeHelp(_ text: String, of words: [String]) {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    output.writeHelp(text[..<end] + "\n")
    for line in CommandExamples.lines(of: words, for: name) {
      if line.hasPrefix("  #") { output.writeHelp(line + "\n") } else { output.write(line + "\n") }
    }
  }
}
