internal import Platform

/// A command of a tool: its name, texts and arguments, as the argument parser dumps them for the
/// help.
package struct CommandDescription: Sendable {
  /// The names to type, from the tool's name to the subcommand's.
  package let words: [String]
  /// The command's purpose in one sentence.
  package let abstract: String
  /// The longer description of the command; empty for none.
  package let discussion: String
  /// The options, flags and positional arguments that the help shows.
  package let arguments: [ArgumentDescription]
  /// The subcommands that the help lists.
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

  /// Reads a command from a dump of the argument parser (`--experimental-dump-help`). Throws
  /// ``JSONProblem`` for another text.
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

  /// The command and all its subcommands, the outermost first.
  package var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }
}

/// An option, a flag or a positional argument of a command.
package struct ArgumentDescription: Sendable {
  /// The names with their dashes, short ones first; empty for a positional argument.
  package let names: [String]
  /// The name of the value; nil for a flag.
  package let valueName: String?
  /// The description of the argument.
  package let summary: String
  /// The default value; nil for none.
  package let standard: String?
  /// True if the argument may be left out.
  package let isOptional: Bool
  /// True if the argument may be repeated.
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
  fileprivate func text(_ name: StaticString) -> String { self[first: name]?.string ?? "" }

  fileprivate var isShown: Bool { self[first: "shouldDisplay"]?.flag ?? true }
}
