/// The part of a rule that is observed: its source and the stages before `observe`.
public struct ObservedFetch: Sendable {
  /// The token of the fetch before; empty for none.
  let since: String
  /// What the rule asks, as bytes that are the same in every run with the same options.
  let rule: [UInt8]

  /// - Parameters:
  ///   - calls: the stages before `observe`.
  ///   - sources: the texts that the rule's functions come from.
  init(since: String, _ calls: some Sequence<StageCall>, sources: [String]) {
    self.since = since
    var writer = RuleBytes()
    for call in calls { writer.write(.stage(call)) }
    // A function is known by the text that it stands in.
    if writer.hasFunctions { for source in sources { writer.write(.text(source)) } }
    rule = writer.bytes
  }
}
