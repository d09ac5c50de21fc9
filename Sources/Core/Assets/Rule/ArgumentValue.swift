/// A value of a rule, independent of the rule's programming language.
public indirect enum ArgumentValue: Sendable, Hashable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([ArgumentValue])
  /// A table of named values, sorted by name so that their order never varies.
  case table([ArgumentMember])
  /// A test of a value, such as `within("30s")`.
  case test(TestCall)
  /// A function of the rule.
  case function(FunctionReference)
  /// A stage inside another value; allowed only in the pipeline's own list.
  case stage(StageCall)

  /// The type of value, as messages name it, such as `a list`.
  package var kind: String {
    switch self {
    case .flag: "a boolean"
    case .integer, .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .table: "a table"
    case .test(let call): "\(call.name)(…)"
    case .function: "a function"
    case .stage(let call): "a \(call.name) stage"
    }
  }
}

extension ArgumentValue {
  /// The names in all tables within the value.
  package var memberNames: [String] {
    switch self {
    case .list(let values): values.flatMap(\.memberNames)
    case .table(let members): members.flatMap { [$0.name] + $0.value.memberNames }
    case .stage(let call): call.arguments.flatMap(\.memberNames)
    case .flag, .integer, .number, .text, .test, .function: []
    }
  }

  /// The texts, if the value is a text or a list of texts; else nil.
  package var texts: [String]? {
    switch self {
    case .text(let text): return [text]
    case .list(let values):
      var texts: [String] = []
      for value in values {
        guard case .text(let text) = value else { return nil }
        texts.append(text)
      }
      return texts
    default: return nil
    }
  }

  /// The value as a non-negative whole number; nil for anything else.
  package var count: Int? {
    switch self {
    case .integer(let number) where number >= 0: Int(exactly: number)
    case .number(let number) where number >= 0: Int(exactly: number)
    default: nil
    }
  }

  /// The value as a number; nil for anything else.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The value as messages quote it: a text, number or Boolean itself, else its ``kind``.
  package var quoted: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    default: kind
    }
  }
}

/// One named value of a table in a rule.
public struct ArgumentMember: Sendable, Hashable {
  public let name: String
  public let value: ArgumentValue

  public init(_ name: String, _ value: ArgumentValue) {
    self.name = name
    self.value = value
  }
}

/// A call of a test in a rule, such as `between(1, 2)`.
public struct TestCall: Sendable, Hashable {
  public let name: String
  public let arguments: [ArgumentValue]
  /// The line of the rule, from 1.
  public let line: Int

  public init(name: String, arguments: [ArgumentValue], line: Int) {
    self.name = name
    self.arguments = arguments
    self.line = line
  }
}

/// A reference to a function of a rule, by its index in the rule.
///
/// Each worker loads the rule itself, so a function has a different address in each. Its index in
/// the order of the rule's stages is the same in all of them.
public struct FunctionReference: Sendable, Hashable {
  /// The index of the function, in the order of the rule's stages.
  public let index: Int
  /// The line where the function begins, from 1.
  public let line: Int

  public init(index: Int, line: Int) {
    self.index = index
    self.line = line
  }
}

/// A stage as written in a rule, before its options were checked.
public struct StageCall: Sendable, Hashable {
  /// The name of the stage.
  public let name: String
  public let arguments: [ArgumentValue]
  /// The line of the rule, from 1.
  public let line: Int
  /// The file that contains the line; nil if it is the rule's own file or unknown.
  public let path: String?
  /// True if arguments are missing because they could not be understood. That error is reported
  /// already, so the missing arguments are not reported.
  package let isPartial: Bool

  public init(name: String, arguments: [ArgumentValue], line: Int, path: String? = nil) {
    self.init(name: name, arguments: arguments, line: line, path: path, isPartial: false)
  }

  package init(
    name: String, arguments: [ArgumentValue], line: Int, path: String?, isPartial: Bool
  ) {
    self.name = name
    self.arguments = arguments
    self.line = line
    self.path = path
    self.isPartial = isPartial
  }
}
