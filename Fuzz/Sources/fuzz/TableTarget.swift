internal import LuaBridge
internal import Pipeline

/// The values that rules return: any values where stages look for their own.
enum TableTarget {
  private static let words =
    RuleVocabulary(.builtin).stages + RuleVocabulary(.builtin).tests + ["pipeline"]
  private static let names =
    Field.allCases.map(\.name)
    + Components.builtin.stages.descriptions.flatMap { $0.options.map(\.name) }
    + ["any", "none", "when", "about", "wants"]

  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    var writer = TableWriter(input, words: words, names: names)
    var text = writer.rule()
    return text.withUTF8 { RuleTarget.feed(UnsafeRawBufferPointer($0)) }
  }
}
