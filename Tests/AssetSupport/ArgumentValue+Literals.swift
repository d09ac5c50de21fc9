public import Assets

extension ArgumentValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int64) { self = .integer(number) }
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
  public init(arrayLiteral values: ArgumentValue...) { self = .list(values) }

  public init(dictionaryLiteral members: (String, ArgumentValue)...) {
    self = .table(members.sorted { $0.0 < $1.0 }.map { ArgumentMember($0.0, $0.1) })
  }

  /// A call of a test word.
  package static func calling(_ name: String, _ arguments: ArgumentValue...) -> ArgumentValue {
    .test(TestCall(name: name, arguments: arguments, line: 1))
  }
}

extension StageCall {
  /// `name { … }`, or `name { }` without arguments.
  package init(_ name: String, _ argument: ArgumentValue = [:], line: Int = 1) {
    self.init(name: name, arguments: [argument], line: line)
  }
}
