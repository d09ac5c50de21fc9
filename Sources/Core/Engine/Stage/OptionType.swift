/// The type of value that a stage's option takes.
public enum OptionType: Hashable, Sendable {
  case flag, integer, number, text, duration, date, texts
  case choice([String])
  /// One of several texts, or a function that is called with the asset.
  case choiceOrFunction([String])
  /// A text with names of fields in braces, or a function that is called with the asset.
  case textOrFunction
  /// Width and height of a picture in pixels, or `"maximum"`.
  case size
  /// Tables of tests, as ``any`` and ``none`` take them.
  case tests
  /// Tables of tests, each with an optional limit, of which the rule uses one.
  case alternatives
  /// Names of fields with their types, such as `{ mood = "text" }`.
  case fields
  /// Names of actions with the labels that the user reads, such as `{ open = "Open" }`.
  case actions
  /// Names with a text for each, such as `{ title = "{filename}" }`.
  case namedTexts

  /// The name of the type in documentation and messages.
  public var summary: String {
    switch self {
    case .flag: "true or false"
    case .integer: "a whole number, 0 or more"
    case .number: "a number"
    case .text: "a text"
    case .duration: "a duration such as \"30s\" or \"2m\", or a number of seconds"
    case .date: "a date such as \"2024-12-31\""
    case .texts: "a text or a list of texts"
    case .choice(let names):
      "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .choiceOrFunction(let names):
      OptionType.choice(names).summary + ", or a function of an asset"
    case .textOrFunction: "a text, or a function of an asset"
    case .size: "width and height, each from 1 to 16384, such as { 150, 150 }, or \"maximum\""
    case .tests: "a table of tests, or a list of such tables"
    case .alternatives: "a list of tables of tests, each of which may have a limit"
    case .actions:
      "a table of names, each with the words of its button, such as { open = \"Open\" }, or a list of"
        + " such tables for an order of one's own"
    case .namedTexts: "a table of names, each with a text, such as { title = \"{filename}\" }"
    case .fields: "a table of names, each with a type, such as { mood = \"text\" }"
    }
  }
}
