/// A program that prints times of its own: lines of a title, a tab and a number.
struct TitledTimes {
  let rounds: Int
  let command: Command

  init(rounds: Int, of command: Command) {
    self.rounds = rounds
    self.command = command
  }

  /// The medians of all rounds, in the order of the lines.
  func medians(
    in settings: Settings
  ) throws(BenchmarkError) -> [(title: String, time: Double)] {
    let output = "\(settings.scratch)/times"
    var titles: [String] = []
    var times: [String: [Double]] = [:]
    for _ in 0..<rounds {
      try command.writing(to: output).run(in: settings)
      for line in System.text(of: output).split(separator: "\n") {
        let cells = line.split(separator: "\t")
        guard cells.count == 2, let time = Double(cells[1]) else {
          throw BenchmarkError("\(command.program) wrote \"\(line)\"")
        }
        let title = String(cells[0])
        if times[title] == nil { titles.append(title) }
        times[title, default: []].append(time)
      }
    }
    return titles.map { ($0, times[$0, default: []].median) }
  }
}
