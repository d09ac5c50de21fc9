internal import Pipeline
internal import Terminal

extension RuleSession {
  /// Unmounts the cards and phones that the run read, if its rule asks for it and all went well;
  /// returns false if that fails. Nothing of the run is open on them any more.
  func eject(_ context: RunContext, behind report: RunReport) -> Bool {
    guard let media = context.departingMedia?.all else { return true }
    if media.isEmpty { messages.write("no picture was on a card or phone, so none is unmounted") }
    let isWhole = report.failureCount == 0 && report.programProblems.isEmpty
    var isDone = true
    for medium in media {
      if !isWhole {
        messages.write("\"\(medium.label)\" stays mounted, as not all went well", as: .warning)
      } else if request.isDryRun {
        messages.write("dry run: unmount \"\(medium.path)\"")
      } else {
        isDone = unmount(medium) && isDone
      }
    }
    return isDone
  }

  private func unmount(_ medium: MountedMedium) -> Bool {
    do throws(FileProblem) {
      try MediumEjection(medium).run()
    } catch {
      messages.write("\"\(medium.label)\" stays mounted: \(error.reason)", as: .warning)
      return false
    }
    if !request.isQuiet { messages.write("\"\(medium.label)\" is unmounted; you can take it out") }
    return true
  }
}
