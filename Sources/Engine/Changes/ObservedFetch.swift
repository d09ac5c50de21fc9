/// The part of a rule that is observed: its source and the stages before `observe`.
public struct ObservedFetch: Sendable {
  /// The token of the fetch before; empty for none.
  package let since: String
  /// What the rule asks, as bytes that are the same in every run with the same options.
  private let rule: [UInt8]
  /// The texts of the rule and its modules, as such bytes.
  private let texts: [UInt8]
  private let hasFunctions: Bool

  /// - Parameters:
  ///   - calls: the stages before `observe`.
  ///   - sources: the texts that the rule's functions come from.
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

  /// What a token is bound to, beside the libraries.
  ///
  /// A rule that sees chosen assets only goes by its own tokens: another's, or one that it got when
  /// it might see everything, would tell of assets that do not exist for it.
  package func identity(isLimited: Bool) -> [UInt8] {
    // A function is known by the text that it stands in.
    rule + (isLimited || hasFunctions ? texts : []) + (isLimited ? Self.limitedMark : [])
  }

  /// No value of a rule begins with it.
  private static let limitedMark = Array("limited".utf8)
}
