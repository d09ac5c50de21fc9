internal import LuaBridge
internal import Pipeline
internal import Sessions

/// The times since the last offers of watched rules, which are reported when they exceed a limit of
/// the rule. They continue while the computer sleeps. Confined to the thread that watches.
final class QuietTimes {
  private let notices: WatchNotices
  private var times: [Int: Time] = [:]

  private struct Time {
    var rule: ObjectIdentifier
    var offers: Int
    var since: ContinuousClock.Instant
    var isReported = false
  }

  /// The longest wait for the next check, as a wait doesn't count the time of a sleeping computer.
  private static let longestWait = Duration.seconds(600)

  init(_ notices: WatchNotices) {
    self.notices = notices
  }

  /// Reports the rules whose time is over; returns the time of the next check, nil for none.
  func look(at rules: [WatchedRule]) -> ContinuousClock.Instant? {
    var next: ContinuousClock.Instant?
    for (place, rule) in rules.enumerated() {
      guard let limit = rule.rule.quietTime, !rule.isPaused else {
        times[place] = nil
        continue
      }
      var time = time(of: rule, at: place)
      let end = time.since + .milliseconds(limit)
      if !time.isReported, end <= .now {
        time.isReported = true
        tell(rule, limit)
      }
      times[place] = time
      if !time.isReported { next = min(next ?? end, end, .now + Self.longestWait) }
    }
    return next
  }

  private func time(of rule: WatchedRule, at place: Int) -> Time {
    let identity = ObjectIdentifier(rule)
    guard var time = times[place] else {
      return Time(rule: identity, offers: rule.offers, since: .now)
    }
    // A rule that replaces another counts from zero.
    if time.rule != identity { (time.rule, time.offers) = (identity, 0) }
    if rule.offers != time.offers {
      (time.offers, time.since, time.isReported) = (rule.offers, .now, false)
    }
    return time
  }

  private func tell(_ rule: WatchedRule, _ limit: Int64) {
    let title = "\(rule.rule.loaded.name): nothing came for \(Duration.text(milliseconds: limit))"
    let text = rule.places.map(\.path).joined(separator: ", ")
    notices.tell(title, text)
  }
}
