/// Hands records to a program of the person's computer and goes on with the records that it writes.
struct ProgramExec: TransformStage {
  static let description = StageDescription(
    name: "exec", role: .exec,
    summary: "starts a program that reads records and writes those that go on, one a line",
    content: .words,
    options: [
      OptionDescription(
        "fields", .fields,
        "members of the records that it writes, which later stages know as fields")
    ],
    example: "exec { \"jq\", \"-c\", \"select(.pixelWidth > 1000)\" }")

  private let call: ProgramCall?

  init(_ arguments: inout StageArguments) {
    arguments.addFields("fields")
    let words = arguments.words
    if words.isEmpty, arguments.isSound {
      arguments.note(
        "exec names a program, such as \(Self.description.example)", token: "exec")
    } else if words.first == "" || words.contains(where: { $0.utf8.contains(0) }) {
      arguments.note("exec takes texts without NUL, and a program has a name", token: "exec")
    }
    call =
      words.isEmpty
      ? nil : ProgramCall(words, rulePath: arguments.rulePath, line: arguments.line)
  }

  var traits: StageTraits {
    var traits = StageTraits(acts: true)
    traits.need = call.map { (.exec, $0.text) }
    return traits
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { call.map { [ProgramStep(call: $0)] } ?? [] }
}
