/// Passes records to a program of the user, and continues with the records that it writes.
struct ProgramExec: TransformStage {
  static let description = StageDescription(
    name: "exec", role: .exec,
    summary: "starts a program that reads records and writes those that go on, one a line",
    content: .words,
    options: [
      OptionDescription(
        "args", .texts,
        "more arguments, with fields in braces: the program is started for each asset, which goes on"
          + " if it ends with 0; it reads and writes no records"),
      OptionDescription(
        "fields", .fields,
        "members of the records that it writes, which later stages know as fields"),
      OptionDescription.integer(
        "batch",
        "the program is waited for: it gets at most so many records and then answers each"),
      OptionDescription(
        "timeout", .duration,
        "with batch, args, or for a batch of 1: how long an answer may take", standard: "\"1m\""),
      OptionDescription(
        "onError", .choice(OnError.allCases.map(\.rawValue)),
        "with batch, args, or for a batch of 1: what an asset that fails does to the run",
        standard: "\"skip\""),
      OptionDescription(
        "memory", .integer, "how many MiB of private memory each process of the program may fill",
        standard: "\(ProgramCall.usualMemory)"),
    ],
    example: "exec { \"jq\", \"-c\", \"select(.pixelWidth > 1000)\" }")

  private enum OnError: String, CaseIterable {
    case skip, stop
  }

  private let call: ProgramCall?
  /// The settings of a program that answers batch by batch; nil if it reads and writes freely.
  private let settings: CoprocessSettings?

  init(_ arguments: inout StageArguments) {
    let declared = arguments.addFields("fields")
    let batch: Int? = arguments.integer("batch")
    let timeout: Int64? = arguments.duration("timeout")
    let onError: String? = arguments.choice("onError", among: OnError.allCases.map(\.rawValue))
    if let batch, !(1...Self.largestBatch).contains(batch) {
      arguments.note("batch is from 1 to \(Self.largestBatch), not \(batch)", token: "batch")
    }
    if let timeout, timeout < 1 {
      arguments.note("timeout is longer than nothing, such as \"30s\"", token: "timeout")
    }
    let memory: Int = arguments.integer("memory") ?? ProgramCall.usualMemory
    if !(1...Self.mostMemory).contains(memory) {
      arguments.note("memory is from 1 to \(Self.mostMemory) MiB, not \(memory)", token: "memory")
    }
    let filled = Self.filled(&arguments)
    if !filled.isEmpty, batch != nil || !declared.isEmpty {
      arguments.note(
        "a program with args reads and writes no records, so it has no batch and no fields",
        token: "args")
    }
    call = arguments.program(
      arguments.words, of: "exec", Self.description.example, memory: memory, declaring: declared,
      filled: filled)
    let isAsked = batch != nil || timeout != nil || onError != nil || !filled.isEmpty
    settings = call.flatMap { call in
      isAsked
        ? CoprocessSettings(
          call, batch: batch ?? 1, timeout: timeout ?? 60_000,
          stopsAtFailure: onError == OnError.stop.rawValue) : nil
    }
  }

  /// Returns the templates of the option `args`; adds a problem for a value in a shell's program,
  /// whose characters the shell would obey.
  private static func filled(_ arguments: inout StageArguments) -> [RecordTemplate] {
    let templates = (arguments.texts("args") ?? []).compactMap {
      arguments.template($0, of: "args", leavingOthers: true)
    }
    var words = arguments.words
    for template in templates {
      let isProgram =
        words.last.map { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.hasSuffix("c") } ?? false
      if template.hasValues, isProgram, words.contains(where: isShell) {
        arguments.note(
          "in args, a value is an argument and no part of a shell's program; write \"$1\" there, and"
            + " behind it \"sh\" and the value", token: template.text)
      }
      words.append(template.text)
    }
    return templates
  }

  private static func isShell(_ word: String) -> Bool {
    let name = word.split(separator: "/").last.map(String.init) ?? ""
    return ["sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "busybox"].contains(name)
  }

  /// The maximum size of a batch; it bounds the records in memory.
  private static let largestBatch = 10_000
  /// The maximum memory limit: 16 TiB, in MiB.
  private static let mostMemory = 1 << 24

  var traits: StageTraits {
    StageTraits(albums: .albums, action: ActionBehaviour(.always, starting: call))
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    if let settings { return [CoprocessStep(settings)] }
    return call.map { [ProgramStep(call: $0)] } ?? []
  }
}
