internal import CSystem
internal import Console
internal import JSON
internal import Pipeline
internal import Platform

/// The program that serves a page to the browser, and the pipes to it: requests come from it, records go
/// to it.
final class PageHelper {
  /// What the page shows.
  struct Subject {
    enum Kind: String {
      case library, records
    }

    let kind: Kind
    let title: String
    /// How many assets may be chosen, 0 for no limit; nil where nothing is chosen.
    var limit: Int?
    /// The places of those that are chosen already.
    var selected: [Int] = []
  }

  /// Where its requests come from.
  let requests: Int32
  /// Where its answers go; closed to end it.
  private(set) var answers: Int32
  private let child: ChildProcess

  /// How long it may take to say where it is.
  private static let patience: Int32 = 10_000
  private static let program = "shotflow-page"
  private static let longestAddress = 4096

  /// Starts it.
  ///
  /// - Throws: ``RunProblem/missingProgram(_:)``.
  init(_ subject: Subject) throws(RunProblem) {
    let executable = InstalledExecutable(Self.program)
    guard let path = executable.path else { throw .missingProgram(executable.remedy) }
    var (request, answer): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard csystem_pipe(&request) == 0 else { throw Self.noPipe }
    guard csystem_pipe(&answer) == 0 else {
      for end in request { close(end) }
      throw Self.noPipe
    }
    requests = request[0]
    answers = answer[1]
    defer {
      close(request[1])
      close(answer[0])
    }
    let limit = subject.limit.map { "\($0)" } ?? "-"
    let selected = subject.selected.map(String.init).joined(separator: ",")
    do throws(SpawnProblem) {
      child = try ChildProcess(
        path: path,
        arguments: [
          subject.kind.rawValue, subject.title, limit, selected,
          Environment["SHOTFLOW_PAGE_TIME"] ?? "",
        ],
        descriptors: [answer[0], request[1], STDERR_FILENO])
    } catch {
      close(request[0])
      close(answer[1])
      throw .missingProgram("can't start \"\(path)\": \(error.text)")
    }
  }

  private static let noPipe = RunProblem.missingProgram("there is no descriptor left for a page")

  /// Tells it that no more answers come, upon which it ends.
  func endAnswers() {
    if answers >= 0 { close(answers) }
    answers = -1
  }

  /// Ends it.
  func end() {
    endAnswers()
    close(requests)
    _ = child.wait()
  }

  /// The address of the page, which the helper says first.
  ///
  /// - Throws: ``RunProblem/missingProgram(_:)`` when it does not.
  func address() throws(RunProblem) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var request = pollfd(fd: requests, events: Int16(POLLIN), revents: 0)
    while line.count < Self.longestAddress, poll(&request, 1, Self.patience) > 0,
      read(requests, &byte, 1) == 1
    {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
        continue
      }
      let address = line.withUnsafeBytes { text in
        (try? JSONElement(checking: text, deepest: 2))?[first: "address"]?.string
      }
      if let address { return address }
      break
    }
    throw .missingProgram("\(Self.program) did not begin to serve the page")
  }
}
