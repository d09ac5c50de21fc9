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
  /// How much both took, in one unit; drawn as bars on the page.
  var amounts: (ours: Double, peer: Double)?
  /// How the work grows, where that was measured.
  var curve: Curve?

  static let titles = [
    "measured", "shotflow", "peer", "ratio", "CPU ratio", "bar", "peak memory", "",
  ]

  var cells: [String] { [name, ours, peer, ratio, cpuRatio, bar, peak, verdict] }

  /// What came of the bar.
  enum State: String {
    case reached
    case missed
    case skipped
    /// There is no bar.
    case open
  }

  var state: State {
    if verdict == Verdict.reached { return .reached }
    if verdict == Verdict.missed { return .missed }
    return verdict.isEmpty ? .open : .skipped
  }

  static func skipped(_ name: String, _ peer: Peer) -> Row {
    Row(name: name, verdict: "skipped: \(peer.remedy)")
  }
}
