internal import Platform
internal import Sessions

/// A file beside the tests with the records that a rule is expected to print.
struct GoldenFile {
  private let name: String
  private let path: String
  private let library: String?

  /// Finds the file; `LIBRARY` in it represents the path `library`. Throws ``UsageProblem`` if the
  /// name is a path.
  init(_ name: String, beside tests: RuleTestFile, library: String?) throws(UsageProblem) {
    guard !name.contains("/") else {
      throw UsageProblem("golden is the name of a file beside the tests, not \"\(name)\"")
    }
    self.name = name
    path = "\(tests.folder)/\(name)"
    self.library = library
  }

  /// Returns how printed records differ from the file, empty if they don't. If `records` is true,
  /// writes them to the file instead.
  func problems(with lines: [String], records: Bool) throws -> [String] {
    let text = lines.map { line in
      Self.withoutCache(library.map { line.replacing($0, with: "LIBRARY") } ?? line) + "\n"
    }.joined()
    if records {
      try ScratchFolder.write(text, to: path)
      return []
    }
    if access(path, F_OK) != 0 { return ["\(name) is not there; --record writes it"] }
    let known = try ScratchFolder.text(at: path)
    return known == text ? [] : difference(known, text)
  }

  /// Returns a record without the path of its picture in the cache, and without saying whether the
  /// picture was there before: each computer has others.
  private static func withoutCache(_ line: String) -> String {
    line.replacing(/("image":\{)"path":"(?:[^"\\]|\\.)*",([^}]*),"origin":"(?:cache|decoded)"/) {
      "\($0.1)\($0.2)"
    }
  }

  /// Returns the first differing line, as the file has it and as it was printed.
  private func difference(_ known: String, _ text: String) -> [String] {
    let (known, text) = (known.split(separator: "\n"), text.split(separator: "\n"))
    let same = zip(known, text).prefix { $0 == $1 }.count
    return [
      "differs from \(name) in line \(same + 1); --record writes it again",
      "  \(name): \(same < known.count ? String(known[same]) : "no such line")",
      "  came: \(same < text.count ? String(text[same]) : "no such line")",
    ]
  }
}
