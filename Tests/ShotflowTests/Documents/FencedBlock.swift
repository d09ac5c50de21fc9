/// A block of a document between fences.
///
/// The first word behind the fence is the language. Others say how the block is treated:
/// `file=rules/a.lua` writes a rule, or a program in Python, where later commands find it,
/// `check=fails` says that the rule is wrong on purpose, `same=rules/a.lua` that the block quotes a
/// file of the project, and
/// `part=Examples/…` that it quotes some of its lines. Rules of Examples are run by the tests there.
/// `needs=fzf` names the programs, separated by commas, without which commands are not run.
struct FencedBlock {
  let language: String
  /// The document and the line of the fence.
  let place: String
  let attributes: [String: String]
  var lines: [String] = []

  init(info: String, place: String) {
    let words = info.split(separator: " ")
    language = words.first.map(String.init) ?? ""
    self.place = place
    var attributes: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      attributes[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    self.attributes = attributes
  }

  var isExample: Bool { attributes["same"]?.hasPrefix("Examples/") ?? false }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The programs that the commands of the block need.
  var needs: [String] { attributes["needs"]?.split(separator: ",").map(String.init) ?? [] }

  /// The block as a rule: a stage that stands alone gets a pipeline around it; a file of settings
  /// and a plugin are left as they are.
  var rule: String {
    if text.contains("pipeline") || text.hasPrefix("return {")
      || text.hasPrefix("return stage {")
    {
      return text
    }
    let source = text.hasPrefix("source") ? "" : "source {},\n"
    let needs = [
      "exec {": "exec", "clipboard {": "clipboard", "import {": "write", "move {": "write",
      "trash {": "write", "open {": "desktop", "reveal {": "desktop", "webhook {": "network",
    ]
    let wanted = Set(needs.filter { text.contains($0.key) }.values).sorted().map { "\"\($0)\"" }
    let wants = wanted.isEmpty ? "" : "wants = { \(wanted.joined(separator: ", ")) },\n"
    return "return pipeline {\n\(wants)\(source)\(text)}\n"
  }

  /// The commands behind `$ `, each with what the document says that it prints.
  ///
  /// A command goes on in lines that begin with `> `.
  var commands: [(command: String, output: [String])] {
    var commands: [(command: String, output: [String])] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), []))
      } else if let last = commands.indices.last {
        if line.hasPrefix("> "), commands[last].output.isEmpty {
          commands[last].command += "\n" + line.dropFirst(2)
        } else {
          commands[last].output.append(line)
        }
      }
    }
    return commands
  }
}
