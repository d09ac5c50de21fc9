/// The part of a rule that is observed: its source and the stages before `observe`.
public struct ObservedFetch: Sendable {
  /// The token of the earlier fetch to compare with; empty for none.
  package let since: String
  /// The calls of the stages as bytes, which are the same in every run with the same options.
  private let rule: [UInt8]
  private let texts: [UInt8]
  private let hasFunctions: Bool

  /// - Parameters:
  ///   - calls: the stages before `observe`.
  ///   - sources: The texts that define the rule's functions.
  package init(since: String, _ calls: some Sequence<StageCall>, sources: [String]) {
    self.since = since
    var writer = RuleBytes()
    for call in calls { writer.write(.stage(call)) }
    rule = writer.bytes
    hasFunctions = writer.hasFunctions
    var textWriter = RuleBytes()
    for source in sources { textWriter.write(.text(source)) }
    texts = textWriter.bytes
  }

  /// Returns true if both observe the same fetch since the same token.
  package func isSame(as other: ObservedFetch) -> Bool {
    rule == other.rule && texts == other.texts && since == other.since
  }

  /// Returns the bytes that a token is bound to, besides the libraries. A rule with limited access
  /// can use only tokens of its own. A token of another rule, or one from a time of full access,
  /// would reveal assets that the rule must not see.
  package func identity(isLimited: Bool) -> [UInt8] {
    // A function is identified by the text that defines it.
    rule + (isLimited || hasFunctions ? texts : []) + (isLimited ? Self.limitedMark : [])
  }

  /// A prefix that no encoded rule begins with.
  private static let limitedMark = Array("limited".utf8)
}

/// An encoder of rules' values as bytes: equal for equal values, and different for different ones.
struct RuleBytes {
  private(set) var bytes: [UInt8] = []
  private(set) var hasFunctions = false

  mutating func write(_ value: ArgumentValue) {
    switch value {
    case .flag(let flag): write("b\(flag)")
    case .integer(let number): write("i\(number)")
    case .number(let number): write("n\(number)")
    case .text(let text): write("t" + text)
    case .list(let values):
      write("l\(values.count)")
      for value in values { write(value) }
    case .table(let members):
      write("m\(members.count)")
      for member in members {
        write(member.name)
        write(member.value)
      }
    case .test(let call):
      write("c" + call.name)
      write(.list(call.arguments))
    case .function(let function):
      hasFunctions = true
      write("f\(function.index)")
    case .stage(let call):
      write("s" + call.name)
      write(.list(call.arguments))
    }
  }

  private mutating func write(_ text: String) {
    bytes += Array("\(text.utf8.count):".utf8)
    bytes += Array(text.utf8)
  }
}
