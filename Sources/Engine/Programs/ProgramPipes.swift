internal import CSystem
internal import Platform

/// The pipes between a run and a program that it starts.
struct ProgramPipes {
  let input: Int32
  let output: Int32
  let errors: Int32
  /// Where the launcher tells what went wrong.
  private let report: Int32
  /// The launcher's ends, by its numbers.
  let inner: [Int32]

  init() throws(SpawnProblem) {
    var ends: [(read: Int32, write: Int32)] = []
    for _ in 0..<4 {
      var pair: [Int32] = [-1, -1]
      let problem = csystem_pipe(&pair)
      guard problem == 0 else {
        for pair in ends {
          close(pair.read)
          close(pair.write)
        }
        throw SpawnProblem(code: problem)
      }
      ends.append((pair[0], pair[1]))
    }
    input = ends[0].write
    output = ends[1].read
    errors = ends[2].read
    report = ends[3].read
    inner = [ends[0].read, ends[1].write, ends[2].write, ends[3].write]
    // A program that does not read must not hold up whoever wants to leave off.
    _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
  }

  func closeInner() {
    for descriptor in inner { close(descriptor) }
  }

  func closeOuter() {
    for descriptor in [input, output, errors] { close(descriptor) }
  }

  /// Waits until the program was started; nil when it was.
  func readReport() -> String? {
    defer { close(report) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(report, &buffer, buffer.count)
      if count > 0 { text += buffer[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
