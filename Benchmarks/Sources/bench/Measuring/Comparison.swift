/// Programs that do the same work, run in turn so that what else the machine does hits them alike.
struct Comparison {
  private var samples: [[Sample]]

  /// Runs each command once unmeasured and then `rounds` times, in alternating order.
  ///
  /// - Parameter prepare: done before each run, unmeasured.
  init(
    _ commands: [Command], rounds: Int, warmsUp: Bool = true, in settings: Settings,
    prepare: (_ command: Int) throws(BenchmarkError) -> Void = { _ in }
  ) throws(BenchmarkError) {
    samples = Array(repeating: [], count: commands.count)
    if !settings.isSmoke, warmsUp {
      for (index, command) in commands.enumerated() {
        try prepare(index)
        try command.run(in: settings)
      }
    }
    for round in 0..<rounds {
      let order = Array(commands.indices)
      for index in round.isMultiple(of: 2) ? order : order.reversed() {
        try prepare(index)
        samples[index].append(try commands[index].run(in: settings))
      }
    }
  }

  func wall(_ command: Int) -> Double { samples[command].map(\.wall).median }
  func cpu(_ command: Int) -> Double { samples[command].map(\.cpu).median }
  func peak(_ command: Int) -> Int { samples[command].map(\.peak).max() ?? 0 }

  /// The median of one command's time divided by the other's in the same round.
  func ratio(_ command: Int, to other: Int, _ time: (Sample) -> Double) -> Double {
    zip(samples[command], samples[other]).map { time($0) / max(time($1), 1e-9) }.median
  }

  /// A time of each round: the one of a command, or what several make together.
  struct Side {
    let name: String
    /// From the seconds of all commands in one round.
    let seconds: (_ round: [Double]) -> Double

    init(_ name: String, _ seconds: @escaping ([Double]) -> Double) {
      self.name = name
      self.seconds = seconds
    }
  }

  /// A row of the smallest program that does the work of another row.
  ///
  /// - Parameter ours: what shotflow takes; the column has its name.
  func floor(_ name: String, bar: Bar, peer: Side, smallest: Side, ours: Side) -> Row {
    let rounds = (samples.first ?? []).indices.map { round in samples.map { $0[round].wall } }
    func time(_ side: Side) -> String { Figure.seconds(rounds.map(side.seconds).median) }
    func shown(_ side: Side) -> String {
      "\(side.name) \(time(side))"
    }
    func ratio(_ side: Side, to other: Side) -> Double {
      rounds.map { side.seconds($0) / max(other.seconds($0), 1e-9) }.median
    }
    return Row(
      floor: name, ofPeer: shown(peer), smallest: shown(smallest), ours: time(ours), bar: bar,
      ratio: ratio(smallest, to: peer), beyond: ratio(ours, to: smallest))
  }

  /// A row of how much longer one command takes than another that does nothing.
  func row(
    _ name: String, _ command: Int = 0, beyond nothing: Int, bar: Bar, peakLimit: Int? = nil
  ) -> Row {
    func beyond(_ time: (Sample) -> Double) -> Double {
      zip(samples[command], samples[nothing]).map { time($0) - time($1) }.median
    }
    let isLean = peak(command) <= peakLimit ?? .max
    return Row(
      name: name, ours: "\(Figure.seconds(beyond(\.wall))) more",
      peer: "doing nothing \(Figure.seconds(wall(nothing)))", ratio: "",
      cpuRatio: "\(Figure.seconds(beyond(\.cpu))) more", bar: bar.text,
      peak: Figure.megabytes(peak(command))
        + (peakLimit.map { " (≤ \(Figure.megabytes($0)))" } ?? ""),
      verdict: Verdict.text(bar.holds(for: beyond(\.wall) * 1000) && isLean, bar))
  }

  /// A row of the table.
  ///
  /// - Parameters:
  ///   - scale: how many times as much work the measured program does as its peer.
  ///   - peak: bytes; nil for the largest of what was measured on the way.
  ///   - peakLimit: bytes.
  func row(
    _ name: String, _ command: Int = 0, against other: Int, called peer: String, bar: Bar,
    scale: Double = 1, peak: Int? = nil, peakLimit: Int? = nil
  ) -> Row {
    let ratio = ratio(command, to: other, \.wall) / scale
    let peak = peak ?? self.peak(command)
    let isLean = peak <= peakLimit ?? .max
    return Row(
      name: name, ours: Figure.seconds(wall(command)),
      peer: "\(peer) \(Figure.seconds(wall(other) * scale))", ratio: bar.text(for: ratio),
      cpuRatio: bar.text(for: self.ratio(command, to: other, \.cpu) / scale), bar: bar.text,
      peak: Figure.megabytes(peak)
        + (peakLimit.map { " (≤ \(Figure.megabytes($0)))" } ?? ""),
      verdict: Verdict.text(bar.holds(for: ratio) && isLean, bar),
      amounts: (wall(command), wall(other) * scale))
  }
}
