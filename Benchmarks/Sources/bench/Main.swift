#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Measures shotflow against programs that do the same work, and prints a table.
@main
struct Main {
  static let benchmarks: [any Benchmark] = [
    StartBenchmark(), FactsBenchmark(), UnchangedBenchmark(), DuplicatesBenchmark(),
    StagesBenchmark(), SandboxBenchmark(), RecordsBenchmark(), SortedBenchmark(),
    FailuresBenchmark(), GrowthBenchmark(), SimilarBenchmark(), CopyBenchmark(),
    ImportBenchmark(), PicturesBenchmark(), PhotosBenchmark(), AlbumsBenchmark(), WatchBenchmark(),
    FloorsBenchmark(),
  ]

  static func main() {
    do throws(BenchmarkError) {
      let known = benchmarks.map(\.name)
      try run(try Arguments(Array(CommandLine.arguments.dropFirst()), known: known))
    } catch {
      System.say("\(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: Arguments) throws(BenchmarkError) {
    let settings = arguments.settings
    if settings.isSmoke { try ReportCheck.run() }
    let neighbours = Neighbours()
    let clock = ContinuousClock()
    let start = clock.now
    var sections: [Section] = []
    for benchmark in benchmarks
    where arguments.names.isEmpty || arguments.names.contains(benchmark.name) {
      System.say("measuring \(benchmark.name)")
      let begin = clock.now
      let rows = try benchmark.rows(in: settings)
      sections.append(
        Section(
          name: benchmark.name, about: benchmark.about, layout: benchmark.layout, rows: rows))
      System.say("\(benchmark.name) took \(Figure.seconds((clock.now - begin) / .seconds(1)))")
    }
    let occasion = try Occasion(
      after: (clock.now - start) / .seconds(60), beside: neighbours, in: settings)
    System.say("measured for \(occasion.circumstances)")
    for layout in Layout.allCases {
      let rows = sections.filter { $0.layout == layout }.flatMap(\.rows)
      if !rows.isEmpty { print(Table(rows, in: layout)) }
    }
    if let page = arguments.page ?? (settings.isSmoke ? "\(settings.scratch)/smoke.html" : nil) {
      try System.save(Page(sections: sections, occasion: occasion).html, to: page)
    }
    if let folder = arguments.documents {
      try Document(folder: folder).replace(
        with: sections, on: occasion, whole: wholeLayouts(of: sections))
    }
  }

  /// The tables of which everything was measured.
  private static func wholeLayouts(of sections: [Section]) -> Set<Layout> {
    let measured = Set(sections.map(\.name))
    return Set(
      Layout.allCases.filter { layout in
        benchmarks.allSatisfy { $0.layout != layout || measured.contains($0.name) }
      })
  }
}
