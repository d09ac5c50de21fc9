internal import ArgumentParser
internal import Pipeline

/// Shows how much is kept.
struct CacheStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how much is kept, and where.")

  @Flag(help: "One JSON object a line instead of a table.")
  var json = false

  func run(in tool: Tool) throws {
    try CacheSession(tool).run { catalogue, thumbnails in
      let files = catalogue.status()
      let pictures = thumbnails.status()
      let lines = [
        CacheLine(
          name: "catalogue", count: files.count, byteCount: files.byteCount, limit: files.limit,
          path: files.path),
        CacheLine(
          name: "thumbnails", count: pictures.count, byteCount: pictures.byteCount,
          limit: pictures.limit, path: pictures.path),
      ]
      if json {
        for line in lines { tool.output.write(line.record) }
      } else {
        let title = ["what", "count", "size", "limit", "where"]
        tool.output.write("\(TextTable([title] + lines.map(\.cells), alignsNumbers: false))")
      }
      if let problem = files.problem {
        tool.messages().write("the catalogue can't be used: \(problem)")
      }
    }
  }
}
