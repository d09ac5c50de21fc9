/// The type of a field's values in records, in rules and on the command line.
public enum FieldType: String, Sendable {
  case flag, integer, number, date, text, texts, location, object
  /// A flag, a number, a text or a list of texts, possibly different for each asset.
  case value

  /// The type's name in a sentence of a message: `a whole number`.
  package var phrase: String {
    switch self {
    case .flag: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .date: "a date"
    case .text: "a text"
    case .texts: "a list of texts"
    case .location: "a latitude and a longitude"
    case .object: "an object"
    case .value: "a text, a number, true or false, or a list of texts"
    }
  }

  /// The name of the type in the documentation, such as `whole number`.
  public var summary: String {
    switch self {
    case .flag: "true or false"
    case .integer: "whole number"
    case .number: "number"
    case .date: "date"
    case .text: "text"
    case .texts: "list of texts"
    case .location: "latitude and longitude"
    case .object: "object"
    case .value: "text, number, true or false, or list of texts"
    }
  }
}
