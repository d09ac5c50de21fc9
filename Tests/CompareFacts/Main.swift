import Foundation

/// Compares what shotflow and exiftool say of every file below a folder.
///
///     compare-facts FOLDER TOOL PAGE
///
/// `TOOL` is the built shotflow, `PAGE` docs/facts.md. Prints each difference with who is right, then
/// how many values of each field agree. Exits with 1 where more differ than the bars allow without
/// an explanation, or where a row of the page explains what is not there any more.
@main struct Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3 else {
      fail("usage: compare-facts FOLDER TOOL PAGE", status: 64)
    }
    do {
      let (comparison, stale) = try compare(arguments[0], arguments[1], arguments[2])
      for line in comparison.differences + stale + comparison.table { print(line) }
      exit(comparison.isWithinBars && stale.isEmpty ? 0 : 1)
    } catch let failure as Program.Failure {
      fail(failure.message, status: 69)
    } catch {
      fail("\(error)", status: 70)
    }
  }

  private static func compare(
    _ folder: String, _ tool: String, _ page: String
  ) throws -> (Comparison, stale: [String]) {
    let page = FactsPage(try String(contentsOfFile: page, encoding: .utf8))
    let paths = try files(below: folder)
    let theirs = try ExiftoolTags.read(of: paths)
    let ours = try RecordFacts(of: paths, tool: tool).files
    var comparison = Comparison()
    for path in paths {
      guard let tags = theirs[path] else { continue }
      comparison.add(path, ours: ours[path] ?? [:], theirs: ExiftoolFacts(tags), page: page)
    }
    let stale = page.rowsWithoutDifference(among: paths, differences: comparison.places)
    return (comparison, stale)
  }

  /// The regular files below a folder in the order of their names.
  private static func files(below folder: String) throws -> [String] {
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    guard
      let found = FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: [.isRegularFileKey])
    else { throw Program.Failure(message: "can't list \(folder)") }
    var paths: [String] = []
    for case let file as URL in found {
      // exiftool takes names by lines.
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
        !file.path.contains("\n")
      else { continue }
      paths.append(file.path)
    }
    return paths.sorted()
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("compare-facts: \(message)\n".utf8))
    exit(status)
  }
}
