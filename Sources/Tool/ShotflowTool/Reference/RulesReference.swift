internal import LuaBridge
internal import Pipeline
package import Sessions
internal import Terminal

/// The content of docs/rules.md: every stage, option, test, album and field of rules.
package struct RulesReference {
  private let tool: Tool
  private let words: RulesReferenceText

  package init(_ tool: Tool) {
    self.tool = tool
    words = RulesReferenceText(tool)
  }

  /// The text of the file docs/rules.md.
  package var text: String {
    [
      words.opening, RulesReferenceText.options, RulesReferenceText.values, stages, tests, albums,
      fields, words.functions,
    ].joined(separator: "\n")
  }

  private var stages: String {
    RulesReferenceText.stages + tool.components.stages.descriptions.map(section).joined()
  }

  private func section(_ stage: StageDescription) -> String {
    var text = "\n### \(stage.name)\n\n\(sentence(stage.summary))\n"
    if let note = stage.content.note { text += "\n\(note)\n" }
    let options = stage.options.map { option in
      let standard = option.standard.map { ", else `\($0)`" } ?? ""
      return "- `\(option.name)` (\(option.type.word)\(standard)): \(option.summary)\n"
    }
    let added = (stage.adds.flatMap(\.withMembers) + stage.mayAdd).map {
      "- adds `\($0.name)` (\($0.type.summary)): \($0.summary)\n"
    }
    let lines = options + added
    if !lines.isEmpty { text += "\n" + lines.joined() }
    return text + "\n```lua\n\(stage.example)\n```\n"
  }

  private var tests: String {
    let rows = TestDescription.all.map { ["`\($0.usage)`", $0.summary] }
    return RulesReferenceText.tests + "\n"
      + MarkdownTable([["test", "holds for"]] + rows).description
  }

  private var albums: String {
    let rows = CollectionSubtype.allCases.map { subtype in
      let members =
        switch subtype {
        case .albumRegular: "the assets of a sub-folder"
        case _ where subtype.membership == .any([]): "nothing: a folder can't tell"
        case _ where subtype.membership == .always: "everything"
        default: "`\(subtype.membership)`"
        }
      return ["`\(subtype.rawValue)`", members]
    }
    return RulesReferenceText.albums + "\n"
      + MarkdownTable([["album", "holds, in a folder"]] + rows).description
  }

  private var fields: String {
    let all = DescribedField.all(adding: tool.components.fields)
    let lists = Facet.allCases.map { facet in
      let lines = all.filter { $0.facet == facet }.map { field in
        let words = field.knownTexts.map { ": " + $0.map { "`\($0)`" }.joined(separator: ", ") }
        return "- `\(field.name)` (\(field.type.summary)): \(field.summary)\(words ?? "")\n"
      }
      return lines.isEmpty ? "" : "\n**\(facet.name)**\n\n\(lines.joined())"
    }
    return RulesReferenceText.fields + lists.joined() + "\n" + words.addedFields
  }

  private func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}

extension OptionType {
  /// The name of the type in a narrow column.
  fileprivate var word: String {
    switch self {
    case .flag: "yes or no"
    case .integer: "whole number"
    case .number: "number"
    case .text: "text"
    case .duration: "duration"
    case .date: "date"
    case .texts: "list of texts"
    case .choice(let names): names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .choiceOrFunction(let names): OptionType.choice(names).word + ", function"
    case .textOrFunction: "text or function"
    case .size: "size"
    case .tests: "table of tests, or list"
    case .alternatives: "tables of tests, with limits"
    case .actions: "names with labels, or list"
    case .namedTexts: "names with texts"
    case .fields: "names with types"
    }
  }
}

/// A table of a Markdown document.
package struct MarkdownTable: CustomStringConvertible {
  private let rows: [[String]]

  /// - Parameter rows: the rows of the table, the head first.
  package init(_ rows: [[String]]) {
    self.rows = rows
  }

  package var description: String {
    guard let head = rows.first else { return "" }
    let rule = head.map { _ in "---" }
    return ([head, rule] + rows.dropFirst()).map { row in
      "| " + row.map(Self.cell).joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// Returns the text of a cell, with bars escaped.
  private static func cell(_ text: String) -> String {
    String(text.flatMap { $0 == "|" ? ["\\", "|"] : [$0] })
  }
}

/// A document generated from the descriptions that also check rules.
package enum ReferenceDocument: String, CaseIterable {
  case rules, schema, lua, man

  /// Returns the text of the document; nil for the manual, which is many files.
  package func text(for tool: Tool) -> String? {
    switch self {
    case .rules: RulesReference(tool).text
    case .schema: RecordSchema(tool).text
    case .lua: LuaDefinitions(tool).text
    case .man: nil
    }
  }
}
