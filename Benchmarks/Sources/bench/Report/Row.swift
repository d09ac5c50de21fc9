/// One line of the table.
struct Row {
  let name: String
  var ours = ""
  var peer = ""
  var ratio = ""
  var cpuRatio = ""
  var bar = ""
  var peak = ""
  var verdict = ""
  /// The smallest program that does the same work.
  var floor = ""
  /// The time of that program, relative to the peer's.
  var floorRatio = ""
  /// The time of shotflow, relative to the smallest program's.
  var beyondFloor = ""
  /// The times of both, in one unit; drawn as bars on the page.
  var amounts: (ours: Double, peer: Double)?
  /// The growth of the work, where it was measured.
  var curve: Curve?

  /// Returns the text under each of the titles.
  func cells(in layout: Layout) -> [String] {
    switch layout {
    case .figures: [name, ours, peer, ratio, cpuRatio, bar, peak, verdict]
    case .floors: [name, peer, floor, ours, floorRatio, bar, beyondFloor, verdict]
    }
  }

  /// The result of comparing a row with its bar.
  enum State: String {
    case reached
    case missed
    case skipped
    /// There is no bar for shotflow.
    case open
  }

  var state: State {
    if verdict == Verdict.reached { return .reached }
    if verdict == Verdict.missed { return .missed }
    return verdict.hasPrefix(Verdict.skipped) ? .skipped : .open
  }

  static func skipped(_ name: String, _ peer: Peer) -> Row {
    Row(name: name, verdict: "\(Verdict.skipped): \(peer.remedy)")
  }
}

extension Row {
  /// A row of the smallest program that does the same work.
  ///
  /// - Parameters:
  ///   - ratio: how long it takes, beside the peer.
  ///   - beyond: how long shotflow takes, beside it.
  init(
    floor name: String, ofPeer peer: String, smallest: String, ours: String, bar: Bar,
    ratio: Double, beyond: Double
  ) {
    self.init(
      name: name, ours: ours, peer: peer, bar: bar.text,
      verdict: Verdict.reach(bar.holds(for: ratio)), floor: smallest,
      floorRatio: bar.text(for: ratio), beyondFloor: Bar.none.text(for: beyond))
  }
}
