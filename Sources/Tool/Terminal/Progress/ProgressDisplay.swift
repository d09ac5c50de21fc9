internal import Platform

/// The display of a run's progress.
package enum ProgressDisplay: Sendable {
  /// A display only when a signal requests it.
  case none
  /// One line at the bottom of a terminal, cleared at the end.
  case bar
  /// A line every ten seconds, and a summary.
  case plain
  /// Records for a program that displays them.
  case json

  /// The times of the first display and between the next ones, in milliseconds; nil for none.
  package var rhythm: (first: Int64, next: Int64)? {
    switch self {
    case .none: nil
    case .bar: (500, 67)
    case .plain: (10_000, 10_000)
    case .json: (250, 250)
    }
  }
}

/// The values of `--progress`.
package enum ProgressMode: String, CaseIterable, Sendable {
  case auto, bar, plain, json, none

  /// Returns the display for this mode. By default a bar appears only while records go to a file: a
  /// terminal that shows records would mix them with it, and the reader of a pipe may write to the
  /// same terminal.
  package func display(isErrorTerminal: Bool, output: OutputKind) -> ProgressDisplay {
    switch self {
    case .auto: isErrorTerminal && output == .file ? .bar : .none
    case .bar: isErrorTerminal ? .bar : .plain
    case .plain: .plain
    case .json: .json
    case .none: .none
    }
  }
}

/// The kind of a descriptor that records are written to.
package enum OutputKind: Sendable {
  case terminal
  /// A pipe or a socket to another program.
  case pipe
  /// A file, or a device such as `/dev/null`.
  case file

  /// Determines the kind of an open descriptor.
  package init(of descriptor: Int32) {
    var facts = stat()
    if isatty(descriptor) == 1 {
      self = .terminal
    } else if fstat(descriptor, &facts) == 0, [S_IFIFO, S_IFSOCK].contains(facts.st_mode & S_IFMT) {
      self = .pipe
    } else {
      self = .file
    }
  }
}
