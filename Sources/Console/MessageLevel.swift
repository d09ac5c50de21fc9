internal import Platform

/// How much a message matters, as the system's journal counts it (syslog(3)).
package enum MessageLevel: Int {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6

  /// Whether standard error is the journal's: it says so itself, by the device and the number of the
  /// socket.
  package static let isWanted: Bool = {
    var facts = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &facts) == 0 else {
      return false
    }
    return stream == "\(facts.st_dev):\(facts.st_ino)"
  }()

  /// Lines with the level in front of each, which the journal takes off again; as they are for all other
  /// readers.
  package func mark(_ lines: String) -> String {
    guard Self.isWanted else { return lines }
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<\(rawValue)>\($0)" }.joined(separator: "\n")
  }
}
