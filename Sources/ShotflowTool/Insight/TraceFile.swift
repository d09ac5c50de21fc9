internal import Pipeline
internal import Platform

/// The file to which `--trace` writes what each step did.
///
/// It is opened before anything runs, so that a wrong place is told at once.
final class TraceFile {
  let steps = StepTrace()
  private let path: String
  private let descriptor: Int32

  /// - Throws: ``OutputProblem`` when the file can't be written.
  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
  }

  deinit { close(descriptor) }

  /// Writes the trace.
  ///
  /// - Throws: ``OutputProblem`` when the disk is full or the like.
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
