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

  static let titles = [
    "measured", "shotflow", "peer", "ratio", "CPU ratio", "bar", "peak memory", "",
  ]

  var cells: [String] { [name, ours, peer, ratio, cpuRatio, bar, peak, verdict] }

  static func skipped(_ name: String, _ peer: Peer) -> Row {
    Row(name: name, verdict: "skipped: \(peer.remedy)")
  }
}
