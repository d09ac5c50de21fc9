internal import Pipeline
internal import Platform
internal import Plugins
package import Terminal

/// The exit status of a command; the values above 63 are those of sysexits.h.
package enum ExitStatus: Int32, Error, CaseIterable {
  case done = 0
  case nothingEmitted = 1
  case someFailed = 3
  case wrongCommandLine = 64
  case wrongRule = 65
  case noSuchLibrary = 66
  case missingProgram = 69
  case bug = 70
  case cannotWrite = 73
  case busy = 75
  case notPermitted = 77
  case interrupted = 130

  /// Returns the meaning of the status, for a tool of that name.
  package func summary(of toolName: String) -> String {
    switch self {
    case .done: "done"
    case .nothingEmitted: "nothing was printed, or nothing that was taken (only with --exit-status)"
    case .someFailed: "done, but items failed in a stage that they reached, or a program did"
    case .wrongCommandLine: "wrong command line or configuration"
    case .wrongRule: "wrong rule, or wrong lines to import"
    case .noSuchLibrary: "no such library or album"
    case .missingProgram: "a needed program or library is missing, or descriptors or stack"
    case .bug: "a bug in \(toolName)"
    case .cannotWrite: "can't write the output, the ledger or a file"
    case .busy: "another process does this already"
    case .notPermitted: "not permitted"
    case .interrupted: "interrupted"
    }
  }

  /// Returns the table of all statuses, for a tool of that name.
  package static func terms(of toolName: String) -> [TextBlock.Term] {
    allCases.map { TextBlock.Term("\($0.rawValue)", $0.summary(of: toolName)) }
  }

  /// Creates the status for the error that ended a command.
  package init(_ error: any Error) {
    self =
      switch error {
      case is RuleProblem, is RuleProblems: .wrongRule
      case LibraryProblem.notNamed: .wrongCommandLine
      case LibraryProblem.notPermitted: .notPermitted
      case is LibraryProblem: .noSuchLibrary
      case RunProblem.cancelled: .interrupted
      case RunProblem.missingProgram: .missingProgram
      case RunProblem.programFailed: .someFailed
      case LedgerError.invalidDigest, LedgerError.invalidMemory: .wrongCommandLine
      case OutputProblem.notNamed: .wrongCommandLine
      case is PermissionRefusal, PermissionProblem.notTrusted, PermissionProblem.restricted:
        .notPermitted
      case is RunProblem, is PermissionProblem, is LedgerError, is OutputProblem,
        is StateDirectoryError:
        .cannotWrite
      case is WatchConflict, is LibraryBusy: .busy
      case let problem as PluginProblem: ExitStatus(problem.kind)
      case is FileProblem, is InputProblem: .noSuchLibrary
      case let status as ExitStatus: status
      default: .bug
      }
  }

  /// Ends the program with this status.
  package func exit() -> Never {
    Platform.exit(rawValue)
  }
}

extension ExitStatus {
  fileprivate init(_ kind: PluginProblem.Kind) {
    self =
      switch kind {
      case .plugin: .wrongRule
      case .usage: .wrongCommandLine
      case .missingProgram: .missingProgram
      case .notWritable: .cannotWrite
      case .notAgreed: .notPermitted
      case .interrupted: .interrupted
      }
  }
}
