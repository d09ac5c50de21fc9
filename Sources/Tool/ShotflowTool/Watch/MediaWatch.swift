internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The watch of a rule that imports and names no source: it offers each card, camera or phone that is
/// plugged in, and runs the rule on it if the user agrees. Used only by the thread that watches.
final class MediaWatch {
  private let session: RuleSession
  /// Asks the user; nil to import without a question.
  private let notifier: (any Notifier)?
  private let cancellation: Cancellation
  private let messages: Messages
  /// The media that were offered and are still plugged in.
  private var known: [MountedMedium] = []
  /// The paths of the media without pictures, and the time until which these may appear.
  private var empty: (paths: [String], end: ContinuousClock.Instant) = ([], .now)

  /// The time for which a question is shown, in milliseconds.
  private static let patience: Int64 = 600_000
  /// The time between two looks at media that come and go unseen.
  private static let lookingTime = Duration.seconds(5)
  /// The time in which a phone is unlocked, so that its pictures appear.
  private static let unlockingTime = Duration.seconds(600)

  init(
    of session: RuleSession, askingBy notifier: (any Notifier)?, until cancellation: Cancellation,
    _ messages: Messages
  ) {
    self.session = session
    self.notifier = notifier
    self.cancellation = cancellation
    self.messages = messages
  }

  /// Offers media until the watch is cancelled; `wake` gets a message then.
  func run(_ wake: WakePipe, _ systemd: SystemdNotifier?) {
    let mounts = MountTable()
    messages.write("waiting for cards and phones", as: .info)
    systemd?.ready("waiting for cards and phones")
    defer { systemd?.stop() }
    while !cancellation.isCancelled {
      mounts?.read()
      let media = MountedMedia()
      known.removeAll { !media.all.contains($0) }
      for medium in media.all where !known.contains(medium) && !cancellation.isCancelled {
        known.append(medium)
        meet(medium)
      }
      systemd?.sign()
      let paths = media.withoutPictures
      if paths != empty.paths { empty = (paths, .now + Self.unlockingTime) }
      let mayChange = media.changeUnseen || !paths.isEmpty && .now < empty.end
      let look = mayChange ? ContinuousClock.now + Self.lookingTime : nil
      var requests = [
        pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: mounts?.descriptor ?? -1, events: Int16(POLLPRI), revents: 0),
      ]
      poll(
        &requests, nfds_t(requests.count),
        WatchLoop.milliseconds(until: [look, systemd?.nextSign].compactMap(\.self).min()))
    }
  }

  /// Imports from a medium what is new there, if the user agrees. A failure is reported, and the watch
  /// goes on.
  private func meet(_ medium: MountedMedium) {
    let session = session.importing(from: medium.sources)
    do {
      let counts = try session.importForecast(until: cancellation)
      guard counts.imported + counts.sidecars > 0 else {
        return messages.write("nothing is new on \"\(medium.label)\"", as: .info)
      }
      let title = ImportSummary.question(counts, on: medium.label)
      if session.request.isDryRun { return messages.write("dry run: \(title)") }
      guard try agrees(to: title, counts, medium) else {
        return messages.write("\"\(medium.label)\" was left as it is", as: .info)
      }
      try session.run(showsHelp: false)
    } catch is ExitStatus {
      // The run has reported it.
    } catch RunProblem.cancelled {
      // The user or the system asked the watch to end.
    } catch {
      _ = messages.report(error, rulePath: session.subject.label)
    }
  }

  private func agrees(
    to title: String, _ counts: ImportTally.Counts, _ medium: MountedMedium
  ) throws -> Bool {
    guard let notifier else { return true }
    let offer = Offer(
      title: title, subject: "\(ByteCount(Double(counts.bytes)))", path: medium.path, age: nil,
      duration: Self.patience)
    let answer = try notifier.answer(to: offer, until: .now + .milliseconds(Self.patience))
    return answer.outcome == .accepted
  }
}
