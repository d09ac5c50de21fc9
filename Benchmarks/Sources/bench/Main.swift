#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Measures shotflow against programs that do the same work, and prints a table.
@main
struct Main {
  static let benchmarks: [any Benchmark] = [
    StartBenchmark(), FactsBenchmark(), UnchangedBenchmark(), StagesBenchmark(), RecordsBenchmark(),
    DuplicatesBenchmark(), SimilarBenchmark(), CopyBenchmark(), PicturesBenchmark(),
    PhotosBenchmark(), AlbumsBenchmark(), SandboxBenchmark(), WatchBenchmark(),
  ]

  static func main() {
    do throws(BenchmarkError) {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      System.say("\(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws(BenchmarkError) {
    let names = arguments.dropFirst(3).filter { $0 != "--smoke" }
    let known = benchmarks.map(\.name)
    guard arguments.count >= 3, names.allSatisfy(known.contains) else {
      throw BenchmarkError(
        "usage: bench PRODUCTS SCRATCH RULES [--smoke] [\(known.joined(separator: "|"))]…")
    }
    let settings = Settings(
      isSmoke: arguments.contains("--smoke"), products: arguments[0], scratch: arguments[1],
      rules: arguments[2])
    var rows: [Row] = []
    for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
      System.say("measuring \(benchmark.name)")
      rows += try benchmark.rows(in: settings)
    }
    print(Table(rows: rows))
  }
}
