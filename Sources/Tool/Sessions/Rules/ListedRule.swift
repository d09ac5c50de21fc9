internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// A rule as a line of `shotflow rules`: its name and purpose, or its problem.
package struct ListedRule {
  private let found: RuleFolders.Found
  /// True if a rule of the user has the same name, so that the name means the user's rule.
  private let isHidden: Bool
  private var about: String?
  private var problem: String?

  /// Loads the rule without running it, and drops what it prints.
  package init(_ found: RuleFolders.Found, isHidden: Bool, in tool: Tool) {
    self.found = found
    self.isHidden = isHidden
    let loader = RuleLoader(words: RuleVocabulary(tool.components), printer: RulePrinter { _ in })
    do {
      let file = try RuleFile(
        path: found.path, libraries: tool.pluginFolders,
        shipped: tool.shippedPlugins)
      let loaded = try loader.inspect(file, now: .current)
      about = loaded.about
      if loaded.hindrance != nil { return }
      let builder = PlanBuilder(
        components: tool.components(of: loaded), rulePath: found.path, now: .current)
      _ = try loaded.plans(by: builder, in: tool)
    } catch let problems as RuleProblems {
      problem = problems.problems.first.map(Self.text)
    } catch let problem as RuleProblem {
      self.problem = Self.text(problem)
    } catch {
      problem = "\(error)"
    }
  }

  /// Returns the problem without the path, which has its own column.
  private static func text(_ problem: RuleProblem) -> String {
    (problem.line > 0 ? "line \(problem.line): " : "") + problem.messageWithRemedy
  }

  /// The cells of the rule's row in a table: name, origin, and purpose or problem.
  package var cells: [String] {
    let origin = found.origin.rawValue + (isHidden ? " (\(found.origin.option))" : "")
    let text = problem.map { "broken: \($0)" } ?? about ?? ""
    return [found.name, origin, text].map(TerminalText.escaped)
  }

  /// The rule as a JSON object with its line feed.
  package var record: String {
    var writer = RecordWriter(capacity: 512)
    writer.begin(kind: "rule")
    writer.write("name", found.name)
    writer.write("origin", found.origin.rawValue)
    writer.write("path", found.path)
    if let about { writer.write("about", about) }
    if let problem { writer.write("problem", problem) }
    if isHidden { writer.write("needsOption", found.origin.option) }
    writer.end()
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
