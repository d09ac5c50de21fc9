/// The arguments of the command line.
struct Arguments {
  let settings: Settings
  /// The path of the page.
  private(set) var page: String?
  /// The folder with `benchmarks.md`, whose figures are replaced.
  private(set) var documents: String?
  /// The names of the benchmarks to run; empty for all.
  private(set) var names: Set<String> = []

  /// - Parameter known: the names of all benchmarks.
  init(_ words: [String], known: [String]) throws(BenchmarkError) {
    let usage = """
      usage: bench PRODUCTS SCRATCH RULES [--smoke] [--html FILE] [--docs FOLDER] \
      [\(known.joined(separator: "|"))]…
      """
    guard words.count >= 3 else { throw BenchmarkError(usage) }
    var isSmoke = false
    var rest = words.dropFirst(3)
    while let word = rest.popFirst() {
      switch word {
      case "--smoke": isSmoke = true
      case "--html", "--docs":
        guard let value = rest.popFirst() else {
          throw BenchmarkError("\(word) needs a value\n\(usage)")
        }
        if word == "--html" { page = value } else { documents = value }
      default:
        guard known.contains(word) else {
          throw BenchmarkError("nothing to measure is called \"\(word)\"\n\(usage)")
        }
        names.insert(word)
      }
    }
    guard !isSmoke || documents == nil else {
      throw BenchmarkError("--docs takes figures of a whole run, and none of --smoke")
    }
    settings = Settings(isSmoke: isSmoke, products: words[0], scratch: words[1], rules: words[2])
  }
}
