package import ArgumentParser
internal import Platform

/// The options and arguments of a command, from the argument parser's dump of it.
package struct CommandShape: Sendable {
  /// The options and flags of the command.
  package let options: [Option]
  /// The positional arguments of the command, in order.
  package let arguments: [Argument]

  /// An option or flag.
  package struct Option: Sendable {
    /// The names with their dashes, long ones first.
    package let names: [String]
    /// The name of the value in the help; nil for a flag.
    package let valueName: String?
    /// The description of the option.
    package let summary: String
    /// True if the option may be repeated.
    package let isRepeating: Bool
    /// All values of the option, if they are limited; else empty.
    package let choices: [String]
  }

  /// A positional argument.
  package struct Argument: Sendable {
    /// The name of the value in the help.
    package let valueName: String
    /// All values of the argument, if they are limited; else empty.
    package let choices: [String]
    /// True if the argument takes all remaining values.
    package let isRepeating: Bool
    /// True if the argument also takes options that the command doesn't know.
    package let takesUnknown: Bool
  }

  /// Reads the declarations of a command.
  package init(_ command: any ParsableCommand.Type) {
    var text = command._dumpHelp()
    var options: [Option] = []
    var arguments: [Argument] = []
    text.withUTF8 { bytes in
      let dump = try? JSONElement(checking: UnsafeRawBufferPointer(bytes), deepest: 64)
      guard let list = dump?[first: "command"]?[first: "arguments"] else { return }
      for argument in list.elements where argument[first: "shouldDisplay"]?.flag != false {
        if argument.text("kind") == "positional" {
          arguments.append(Argument(argument))
        } else {
          options.append(Option(argument))
        }
      }
    }
    (self.options, self.arguments) = (options, arguments)
  }
}

extension CommandShape.Option {
  fileprivate init(_ element: JSONElement) {
    names =
      (element[first: "names"].map { list in
        list.elements.map { ($0.text("kind") == "long" ? "--" : "-") + $0.text("name") }
      } ?? []).sorted { $0.utf8.count > $1.utf8.count }
    valueName = element.text("kind") == "flag" ? nil : element.text("valueName")
    summary = element.text("abstract")
    isRepeating = element[first: "isRepeating"]?.flag ?? false
    choices = element.choices
  }
}

extension CommandShape.Argument {
  fileprivate init(_ element: JSONElement) {
    valueName = element.text("valueName")
    choices = element.choices
    isRepeating = element[first: "isRepeating"]?.flag ?? false
    takesUnknown = element.text("parsingStrategy") == "allUnrecognized"
  }
}

extension JSONElement {
  fileprivate func text(_ name: StaticString) -> String { self[first: name]?.string ?? "" }

  fileprivate var choices: [String] {
    self[first: "allValues"].map { $0.elements.compactMap(\.string) } ?? []
  }
}
