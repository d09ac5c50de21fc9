/// Output as a document shows it: a line that is `…` represents any lines, `…` in a line for any
/// text.
struct ShortenedOutput {
  private let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  func matches(_ output: [String]) -> Bool {
    matches(lines[...], output[...])
  }

  private func matches(_ wanted: ArraySlice<String>, _ output: ArraySlice<String>) -> Bool {
    guard let first = wanted.first else { return output.isEmpty }
    if first == "…" {
      return (output.startIndex...output.endIndex).contains {
        matches(wanted.dropFirst(), output[$0...])
      }
    }
    guard let line = output.first, Self.matches(first, line) else { return false }
    return matches(wanted.dropFirst(), output.dropFirst())
  }

  private static func matches(_ wanted: String, _ line: String) -> Bool {
    let parts = wanted.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return wanted == line }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
