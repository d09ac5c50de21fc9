package import ArgumentParser
internal import JSON

/// The options and arguments that a command declares, read from what the argument parser prints of it.
package struct CommandShape: Sendable {
  package let options: [Option]
  package let arguments: [Argument]

  package struct Option: Sendable {
    /// With their dashes, long ones first.
    package let names: [String]
    /// How help names its value; nil for a flag.
    package let valueName: String?
    package let summary: String
    package let isRepeating: Bool
    /// Every value that it takes, where they are few.
    package let choices: [String]
  }

  package struct Argument: Sendable {
    package let valueName: String
    package let choices: [String]
    package let isRepeating: Bool
    /// True when options that the command does not know are left to it.
    package let takesUnknown: Bool
  }

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
