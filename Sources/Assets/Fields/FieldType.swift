/// The shape of a field's values, in records, rules and the command line.
public enum FieldType: String, Sendable {
  case flag, integer, number, date, text, texts, location, object
  /// A flag, a number, a text or texts, as each asset has it.
  case value

  /// How the documentation names the shape.
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
