internal import CLuaShim
internal import Engine
internal import Platform

/// The names that all Lua states of a rule share, in C's form. `@unchecked Sendable`: written in
/// `init` only.
final class CNameTable: @unchecked Sendable {
  let words: UnsafeMutableBufferPointer<shotlua_word>
  let fields: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

  init(_ words: RuleVocabulary, _ added: FieldTable = FieldTable()) {
    let all: [(String, shotlua_word_kind)] =
      words.stages.map { ($0, .stage) } + words.tests.map { ($0, .test) }
      + words.constants.map { ($0, .constantTest) } + [
        (RuleOption.requiredWord, .test), ("pipeline", .pipeline),
      ]
    self.words = .allocate(capacity: all.count)
    _ = self.words.initialize(from: all.map { shotlua_word(name: strdup($0.0), kind: $0.1) })
    // Sorted by the fields' numbers.
    let names = added.names
    fields = .allocate(capacity: names.count)
    _ = fields.initialize(from: names.map { UnsafePointer(strdup($0)) })
  }

  deinit {
    for word in words { free(UnsafeMutablePointer(mutating: word.name)) }
    for field in fields { free(UnsafeMutablePointer(mutating: field)) }
    words.deallocate()
    fields.deallocate()
  }
}
