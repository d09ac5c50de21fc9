internal import Pipeline
internal import Sessions
internal import Terminal

/// A test notification on the desktop, by which shotflow finds out if the user can see one.
struct NotificationTest {
  let tool: Tool

  /// The time for which the notification is shown, in milliseconds.
  private static let duration: Int64 = 10_000
  private static let topic = "notification"
  private static let side = 128

  /// Shows the notification and returns the finding. Throws ``RunProblem/cancelled`` after Ctrl-C.
  func finding() throws -> DoctorFinding {
    let cancellation = Cancellation()
    let messages = tool.messages()
    let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
    Signals.handle(cancellation, [asker?.mode])
    let desktop = DesktopNotifier().serving(
      NotifierRun(program: tool.name, cancellation: cancellation))
    messages.write(
      "a notification is on your desktop for \(Self.duration / 1000) seconds; click its button")
    do {
      let answer = try desktop.answer(
        to: offer, until: .now + .milliseconds(Self.duration))
      return try finding(answer.outcome, asker)
    } catch let problem as NotifierProblem {
      return DoctorFinding(.problem, Self.topic, problem.reason)
    }
  }

  private func finding(
    _ outcome: Outcome, _ asker: PermissionTerminal?
  ) throws -> DoctorFinding {
    switch outcome {
    case .accepted: return DoctorFinding(.ok, Self.topic, "seen, and its button works")
    case .dismissed: return DoctorFinding(.ok, Self.topic, "seen, and closed")
    case .expired, .delivered: break
    }
    guard let asker else {
      return DoctorFinding(.note, Self.topic, "was shown; no click on its button")
    }
    let isSeen =
      try asker.ask("Did you see it? [y yes, n no]", letters: "y") == UInt8(ascii: "y")
    return isSeen
      ? DoctorFinding(.note, Self.topic, "seen; no click on its button")
      : DoctorFinding(
        .problem, Self.topic,
        "was shown and not seen; look whether the desktop is set to \"do not disturb\"")
  }

  private var offer: Offer {
    Offer(
      title: "Do you see this?", subject: "\(tool.name) doctor asks", path: nil, age: nil,
      duration: Self.duration,
      picture: OfferPicture(width: Self.side, height: Self.side, pixels: Self.pixels))
  }

  /// The pixels of a colour gradient.
  private static var pixels: [UInt8] {
    var pixels: [UInt8] = []
    for row in 0..<side {
      let shade = UInt8(row * 255 / side)
      for column in 0..<side { pixels += [shade, UInt8(column * 255 / side), 255 - shade] }
    }
    return pixels
  }
}
