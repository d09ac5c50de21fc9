internal import JSON

/// A command of a tool: its words, its texts and its arguments.
///
/// Read from what the argument parser prints of a tool, so that a manual page says the same as the
/// help.
package struct CommandDescription: Sendable {
  /// The words to type, from the tool's name.
  package let words: [String]
  package let abstract: String
  package let discussion: String
  package let arguments: [ArgumentDescription]
  /// Those that are listed in the help.
  package let subcommands: [CommandDescription]

  package init(
    words: [String], abstract: String, discussion: String = "",
    arguments: [ArgumentDescription] = [], subcommands: [CommandDescription] = []
  ) {
    self.words = words
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.subcommands = subcommands
  }

  /// The command of a dump of the argument parser (`--experimental-dump-help`).
  ///
  /// - Throws: ``JSONProblem`` for another text.
  package init(dump: String) throws {
    var dump = dump
    self = try dump.withUTF8 { bytes in
      let element = try JSONElement(checking: UnsafeRawBufferPointer(bytes), deepest: 64)
      return CommandDescription(element[first: "command"] ?? element, below: [])
    }
  }

  private init(_ element: JSONElement, below words: [String]) {
    let words = words + [element.text("commandName")]
    self.init(
      words: words, abstract: element.text("abstract"), discussion: element.text("discussion"),
      arguments: (element[first: "arguments"]?.elements).map { list in
        list.filter(\.isShown).map { ArgumentDescription($0) }
      } ?? [],
      subcommands: (element[first: "subcommands"]?.elements).map { list in
        list.filter(\.isShown).map { CommandDescription($0, below: words) }
      } ?? [])
  }

  /// The command and those below it, the outermost first.
  package var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }
}

/// An option, a flag or a positional argument of a command.
package struct ArgumentDescription: Sendable {
  /// With their dashes, short ones first; none for a positional argument.
  package let names: [String]
  /// Nil for a flag.
  package let valueName: String?
  package let summary: String
  package let standard: String?
  package let isOptional: Bool
  package let isRepeating: Bool

  package init(
    names: [String], valueName: String?, summary: String, standard: String? = nil,
    isOptional: Bool = true, isRepeating: Bool = false
  ) {
    self.names = names
    self.valueName = valueName
    self.summary = summary
    self.standard = standard
    self.isOptional = isOptional
    self.isRepeating = isRepeating
  }

  fileprivate init(_ element: JSONElement) {
    let names = (element[first: "names"]?.elements).map { list in
      list.map { name in
        (name.text("kind") == "long" ? "--" : "-") + name.text("name")
      }
    }
    self.init(
      names: (names ?? []).sorted { $0.count < $1.count },
      valueName: element.text("kind") == "flag" ? nil : element.text("valueName"),
      summary: [element.text("abstract"), element.text("discussion")]
        .filter { !$0.isEmpty }.joined(separator: " "),
      standard: element[first: "defaultValue"]?.string,
      isOptional: element[first: "isOptional"]?.flag ?? false,
      isRepeating: element[first: "isRepeating"]?.flag ?? false)
  }
}

extension JSONElement {
  /// A text of an object; empty without one.
  fileprivate func text(_ name: StaticString) -> String { self[first: name]?.string ?? "" }

  fileprivate var isShown: Bool { self[first: "shouldDisplay"]?.flag ?? true }
}
