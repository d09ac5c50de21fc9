internal import Console
internal import LuaBridge
internal import Pipeline

/// Tells the user when rules that are watched have offered nothing for the time that they name, once for
/// each such time.
///
/// The clock goes on while the computer sleeps. Confined to the thread that watches.
final class QuietTimes {
  private let notifier: (any Notifier)?
  private let messages: Messages
  private var times: [Int: Time] = [:]
  private var notice: LaneThread?

  private struct Time {
    var rule: ObjectIdentifier
    var offers: Int
    var since: ContinuousClock.Instant
    var isTold = false
  }

  /// How long the notice stays.
  private static let stay = Duration.seconds(60)
  /// A wait does not count the time in which the computer sleeps, so none is longer.
  private static let longestWait = Duration.seconds(600)

  init(_ notifier: (any Notifier)?, _ messages: Messages) {
    self.notifier = notifier
    self.messages = messages
  }

  /// Looks whether the time of a rule is over.
  ///
  /// - Returns: when to look again; nil for never.
  func look(at rules: [WatchedRule]) -> ContinuousClock.Instant? {
    var next: ContinuousClock.Instant?
    for (place, rule) in rules.enumerated() {
      guard let limit = rule.rule.quietTime else {
        times[place] = nil
        continue
      }
      var time = time(of: rule, at: place)
      let end = time.since + .milliseconds(limit)
      if !time.isTold, end <= .now {
        time.isTold = true
        tell(rule, limit)
      }
      times[place] = time
      if !time.isTold { next = min(next ?? end, end, .now + Self.longestWait) }
    }
    return next
  }

  private func time(of rule: WatchedRule, at place: Int) -> Time {
    let identity = ObjectIdentifier(rule)
    guard var time = times[place] else {
      return Time(rule: identity, offers: rule.offers, since: .now)
    }
    // A rule that takes over counts from zero.
    if time.rule != identity { (time.rule, time.offers) = (identity, 0) }
    if rule.offers != time.offers {
      (time.offers, time.since, time.isTold) = (rule.offers, .now, false)
    }
    return time
  }

  private func tell(_ rule: WatchedRule, _ limit: Int64) {
    let title = "\(rule.rule.loaded.name): nothing came for \(Duration.text(milliseconds: limit))"
    let text = rule.places.map(\.path).joined(separator: ", ")
    let messages = messages
    guard let notifier else { return messages.write("\(title) (\(text))", as: .warning) }
    notice?.join()
    notice = LaneThread {
      do {
        try notifier.tell(title, text, for: Self.stay)
      } catch RunProblem.cancelled {
        // The watch ends.
      } catch {
        messages.write("\(title) (\(text))", as: .warning)
      }
    }
  }

  /// Waits for the notice that is shown, once the watch was told to end.
  func end() { notice?.join() }
}
