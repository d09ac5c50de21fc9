internal import CSystem
internal import Page
internal import Platform

/// Serves the page of a browser or picker to this computer only, from the feed on standard input.
///
///     shotflow-page TITLE SECONDS
@main
struct Main {
  /// The exit status after wrong arguments, as in sysexits(3).
  private static let usage: Int32 = 64
  /// The exit status when a resource is missing, as in sysexits(3).
  private static let unavailable: Int32 = 69

  /// The default time in seconds that a page may be silent before the server ends.
  private static let patience = 300

  static func main() {
    // A client that goes away needs no answer.
    guard csystem_start() else { exit(unavailable) }
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 2, !isTerminal else {
      tell("is started by shotflow browse --page, which feeds it")
      exit(usage)
    }
    // The tool handles Ctrl-C.
    signal(SIGINT, SIG_IGN)
    do throws(ListenerProblem) {
      let listener = try Listener()
      let session = PageSession(port: listener.port)
      let feed = Feed(requests: STDOUT_FILENO, answers: STDIN_FILENO)
      let site = Site(words[0], session, feed, Presence(patience: .seconds(seconds(words))))
      let server = PageServer(listener, site)
      feed.write("{\"address\":\"\(session.address)\"}")
      guard server.start(whenOver: { feed.close() }) else {
        tell("the system has no thread left")
        exit(unavailable)
      }
      feed.run()
      server.finish()
    } catch {
      tell(error.description)
      exit(unavailable)
    }
  }

  private static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 || isatty(STDOUT_FILENO) == 1 }

  private static func seconds(_ words: [String]) -> Int {
    Int(words[1]).flatMap { (1...86_400).contains($0) ? $0 : nil } ?? patience
  }

  private static func tell(_ reason: String) {
    let message = "shotflow-page: \(reason)\n"
    _ = message.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }
}
