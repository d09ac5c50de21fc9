/// A program that shows notifications, as it is reached over a bus. Confined to one thread at a time.
protocol NoticeServer: AnyObject {
  /// Whether a user who takes a notice away can be told from one who did nothing.
  var tellsDismissal: Bool { get }

  /// Shows a notice; one at a time.
  ///
  /// - Parameter duration: how long it is to stay.
  func show(_ notice: DesktopNotice, for duration: Duration) throws(BusProblem)

  /// What became of the notice; nil when nothing did until the deadline.
  func event(until deadline: ContinuousClock.Instant) throws(BusProblem) -> NoticeEvent?

  /// Takes the notice away.
  func close() throws(BusProblem)
}

/// What became of a notice.
enum NoticeEvent: Hashable {
  /// The user chose an action, by its name.
  case chosen(String)
  /// It went away by its time.
  case timedOut
  /// It went away by the user, or for a reason that the program does not tell.
  case closed
  /// It went away with the program that showed it.
  case lost
}
