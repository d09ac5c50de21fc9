/// What ends a run before its end.
package enum RunProblem: Error, Hashable, Sendable {
  /// The reader of the output went away, which is no error.
  case outputClosed
  /// The output can't be written, for the reason given.
  case outputFailed(String)
  /// What was fetched can't be kept, for the reason given, so that there is no token for it.
  case notKept(String)
  /// A program that the rule needs is not there; the reason says which and what to do.
  case missingProgram(String)
  /// A program that the rule started can't be worked with; the reason names it.
  case programFailed(String)
  /// The person, or the system, asked to stop.
  case cancelled
}
