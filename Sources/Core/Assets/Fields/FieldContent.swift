/// A Swift type that a field's value can be read as and written from.
///
/// ```swift
/// asset["aspect"] = Double(width) / Double(height)
/// if let aspect: Double = asset["aspect"], aspect > 2 { asset.add(label: "wide") }
/// ```
public protocol FieldContent {
  /// Reads a value; nil when it is absent or of another type.
  init?(_ value: FieldValue)

  /// The value as a field holds it.
  var fieldValue: FieldValue { get }
}

extension Bool: FieldContent {
  public init?(_ value: FieldValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }

  public var fieldValue: FieldValue { .flag(self) }
}

extension Int: FieldContent {
  public init?(_ value: FieldValue) {
    guard case .integer(let integer) = value, let number = Int(exactly: integer) else { return nil }
    self = number
  }

  public var fieldValue: FieldValue { .integer(Int64(self)) }
}

extension Double: FieldContent {
  public init?(_ value: FieldValue) {
    switch value {
    case .number(let number): self = number
    case .integer(let integer): self = Double(integer)
    default: return nil
    }
  }

  public var fieldValue: FieldValue { .number(self) }
}

extension String: FieldContent {
  public init?(_ value: FieldValue) {
    switch value {
    case .text(let text): self = text.string
    case .string(let string): self = string
    default: return nil
    }
  }

  public var fieldValue: FieldValue { .string(self) }
}

extension [String]: FieldContent {
  public init?(_ value: FieldValue) {
    switch value {
    case .texts(let texts): self = texts
    case .subtypes(let subtypes): self = subtypes.names
    default: return nil
    }
  }

  public var fieldValue: FieldValue { .texts(self) }
}

extension Instant: FieldContent {
  public init?(_ value: FieldValue) {
    guard case .date(let date) = value else { return nil }
    self = date
  }

  public var fieldValue: FieldValue { .date(self) }
}

extension Location: FieldContent {
  public init?(_ value: FieldValue) {
    guard case .location(let location) = value else { return nil }
    self = location
  }

  public var fieldValue: FieldValue { .location(self) }
}

extension FieldValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
  public init(integerLiteral integer: Int64) { self = .integer(integer) }
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(stringLiteral string: String) { self = .string(string) }
  public init(arrayLiteral texts: String...) { self = .texts(texts) }
}
