internal import Pipeline
internal import Platform

/// The file that `--trace` names, with the times of each step. It is opened before anything runs,
/// so that an invalid path is reported at once.
final class TraceFile {
  let steps = StepTrace()
  private let path: String
  private let descriptor: Int32

  /// Creates or empties the file; throws ``OutputProblem`` if it can't be opened.
  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
  }

  deinit { close(descriptor) }

  /// Writes the trace; throws ``OutputProblem`` if a write fails, such as on a full disk.
  func write() throws {
    try steps.withText { text in
      var rest = text[...]
      while !rest.isEmpty {
        let count = Platform.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw Self.problem(path, errno) }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func problem(_ path: String, _ code: Int32) -> OutputProblem {
    .notWritable("can't write the trace \"\(path)\": \(FileProblem(error: code).reason)")
  }
}
