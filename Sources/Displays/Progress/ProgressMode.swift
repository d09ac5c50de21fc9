internal import Platform

/// The values of `--progress`.
package enum ProgressMode: String, CaseIterable, Sendable {
  case auto, bar, plain, json, none

  /// What is shown where there is, or isn't, a terminal.
  ///
  /// By itself a bar appears only while records go to a file. On the terminal that shows them it
  /// would end up among them, and the reader of a pipe may write to the same terminal.
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

/// What a descriptor is that records are written to.
package enum OutputKind: Sendable {
  case terminal
  /// A pipe or a socket, behind which another program reads.
  case pipe
  /// A file, or what swallows all, such as `/dev/null`.
  case file

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
