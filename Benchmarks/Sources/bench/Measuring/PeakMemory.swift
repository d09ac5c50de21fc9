/// The largest resident size of a program, as one that needs hardly any itself starts it.
///
/// Linux counts for a program what the one that started it had, so that little ones would seem to need as
/// much as this one does.
struct PeakMemory {
  let bytes: Int

  init(of command: Command, in settings: Settings) throws(BenchmarkError) {
    let output = "\(settings.scratch)/peak"
    try Command("\(settings.products)/peak-memory", [command.program] + command.arguments)
      .writing(to: output).run(in: settings)
    let text = System.text(of: output)
    guard let bytes = Int(text.filter(\.isNumber)), bytes > 0 else {
      throw BenchmarkError("peak-memory wrote \"\(text)\"")
    }
    self.bytes = bytes
  }
}
