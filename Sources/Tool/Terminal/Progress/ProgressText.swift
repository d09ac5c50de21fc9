internal import Pipeline
internal import Platform

/// The text of a run's progress.
package enum ProgressText {
  /// Returns one line for the bottom of a terminal.
  ///
  ///     load  [#####-----]  52 %  1,204 of 2,310  48.2/s  0:23 left  2 failed
  ///
  /// The least important parts are left out on a narrow terminal.
  package static func bar(_ reading: ProgressReading, columns: Int) -> String {
    for parts in Part.ladder {
      let texts = parts.compactMap { text(of: $0, reading) }
      let line = texts.joined(separator: "  ")
      guard let fraction = reading.fraction, parts.contains(.bar) else {
        if TerminalText.columns(of: line) <= columns { return line }
        continue
      }
      let others = texts.filter { $0 != barPlace }.joined(separator: "  ")
      let room = columns - TerminalText.columns(of: others) - 2
      if room >= narrowestBar {
        let bar = bar(fraction, columns: min(room, widestBar))
        return texts.map { $0 == barPlace ? bar : $0 }.joined(separator: "  ")
      }
    }
    return TerminalText.shortened(text(of: .percent, reading) ?? "", to: columns)
  }

  /// Returns one line for a log: `load: 52 %, 1,204 of 2,310, 48.2/s, 0:23 left`.
  package static func line(_ reading: ProgressReading) -> String {
    let parts = Part.all.filter { $0 != .bar && $0 != .stage }
    let texts = parts.compactMap { text(of: $0, reading) } + items(reading.items)
    return "\(TerminalText.escaped(reading.stage)): \(texts.joined(separator: ", "))"
  }

  /// Returns the first ``mostItems`` items at work, such as `a.mov 40 %`, and the number of others.
  private static func items(_ items: [ItemSnapshot]) -> [String] {
    let texts = items.prefix(mostItems).map { item in
      "\(TerminalText.escaped(item.name)) \(Int(item.fraction * 100)) %"
    }
    let rest = items.count - texts.count
    return rest > 0 ? texts + ["\(rest) more at work"] : texts
  }

  private static let mostItems = 3

  /// Returns the summary of a run that has ended: `load: 2,310 of 2,310 in 0:48, 48.2/s`.
  package static func summary(_ reading: ProgressReading) -> String {
    let parts: [Part] = [.items, .bytes, .rate, .byteRate, .failures]
    var texts = parts.compactMap { text(of: $0, reading) }
    texts[0] += " in " + duration(reading.elapsed)
    return "\(TerminalText.escaped(reading.stage)): \(texts.joined(separator: ", "))"
  }

  private enum Part {
    case stage, bar, percent, items, bytes, rate, byteRate, left, failures

    static let all: [Part] = [
      .stage, .bar, .percent, .items, .bytes, .rate, .byteRate, .left, .failures,
    ]

    /// The sets of parts of the line, each with fewer than the one before.
    static let ladder: [[Part]] = {
      var ladder = [all]
      for part in [Part.rate, .byteRate, .bytes, .bar, .items, .left, .stage] {
        ladder.append(ladder[ladder.count - 1].filter { $0 != part })
      }
      return ladder
    }()
  }

  private static let narrowestBar = 10
  private static let widestBar = 32
  private static let barPlace = "\u{0}"

  private static func text(of part: Part, _ reading: ProgressReading) -> String? {
    switch part {
    case .stage: TerminalText.escaped(reading.stage)
    case .bar: reading.fraction.map { _ in barPlace }
    case .percent: reading.fraction.map { "\(Int($0 * 100)) %" }
    case .items: amount(reading.done, reading.total, QuantityText.grouped)
    case .bytes: reading.bytesDone.map(QuantityText.bytes)
    case .rate: reading.rate.map { QuantityText.rate($0) + "/s" }
    case .byteRate: reading.byteRate.map { QuantityText.bytes(Int(min($0, 1e18))) + "/s" }
    case .left: reading.secondsLeft.map { QuantityText.time(seconds: $0) + " left" }
    case .failures:
      reading.failures > 0 ? QuantityText.grouped(reading.failures) + " failed" : nil
    }
  }

  private static func amount(_ done: Int, _ total: Int?, _ text: (Int) -> String) -> String {
    total.map { "\(text(done)) of \(text($0))" } ?? text(done)
  }

  private static func bar(_ fraction: Double, columns: Int) -> String {
    let inner = columns - 2
    let filled = Int(Double(inner) * fraction)
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: inner - filled) + "]"
  }

  private static func duration(_ elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    if seconds < 10 { return QuantityText.fixed(seconds, digits: 1) + " s" }
    return QuantityText.time(seconds: Int(min(seconds, 1e9)))
  }
}
