/// From the end of a file to its record, while its folder is watched.
struct WatchBenchmark: Benchmark {
  let name = "watch"
  let about = "From the end of a file to its record, while its folder is watched"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let plain = try settings.rule(
      "watch-plain",
      "return pipeline { source {}, filter { mediaType = \"image\" }, filter { sha1 = present } }")
    let claiming = try settings.rule(
      "watch-claim",
      "return pipeline { source {}, filter { mediaType = \"image\" },"
        + " dedupe { by = \"sha1\", memory = \"watch\" } }")
    let folder = "\(settings.scratch)/watched"
    let database = "\(settings.scratch)/watched.sqlite"
    let own = "\(settings.products)/folder-watch"
    var programs = [
      [settings.shotflow, "watch", plain, "--library", folder],
      [own, folder],
      [settings.shotflow, "watch", claiming, "--library", folder],
      [own, folder, database],
    ]
    let shell = "inotifywait -q -m -e close_write --format %w%f \"$0\""
    let hasShell = settings.program(.inotifywait) != nil
    if hasShell {
      programs.append([
        "/bin/sh", "-c", "\(shell) | while read -r file; do sha1sum \"$file\"; done", folder,
      ])
    }
    var times: [[Double]] = programs.map { _ in [] }
    for _ in 0..<settings.rounds(3) {
      for (index, program) in programs.enumerated() {
        for gone in [folder, database, "\(settings.scratch)/state"] {
          try Command("/bin/rm", ["-rf", gone]).run(in: settings)
        }
        try System.makeFolder(folder)
        times[index].append(try latency(of: program, in: folder, settings))
      }
    }
    func row(_ name: String, _ ours: Int, _ peer: Int, _ called: String, _ bar: Bar) -> Row {
      let ratio = zip(times[ours], times[peer]).map { $0 / max($1, 1e-9) }.median
      return Row(
        name: name, ours: Figure.seconds(times[ours].median),
        peer: "\(called) \(Figure.seconds(times[peer].median))", ratio: bar.text(for: ratio),
        bar: bar.text, verdict: Verdict.text(bar.holds(for: ratio), bar),
        amounts: (times[ours].median, times[peer].median))
    }
    var rows = [
      row("a file closed, its hash printed", 0, 1, "folder-watch (C)", .atMost(2.5)),
      row(
        "a file closed, claimed, its hash printed", 2, 3, "folder-watch (C), claiming", .atMost(2.5)
      ),
    ]
    let shellTitle = "a file closed, its hash printed, by a shell"
    rows.append(
      hasShell
        ? row(shellTitle, 0, 4, "inotifywait, sha1sum", .faster(3))
        : .skipped(shellTitle, .inotifywait))
    return rows
  }

  /// The median of some files, in seconds.
  private func latency(
    of program: [String], in folder: String, _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    let output = "\(settings.scratch)/latency"
    try Command(
      "\(settings.products)/watch-latency", [folder, settings.isSmoke ? "5" : "150"] + program
    ).writing(to: output).run(in: settings)
    let text = System.text(of: output)
    guard let time = Double(text.prefix { $0 != "\n" }) else {
      throw BenchmarkError("\(program[0]) printed no time: \(text)")
    }
    return time / 1_000_000
  }
}
