package import Pipeline
internal import Platform
internal import Terminal

/// The commands `shotflow cache …`.
package struct CacheSession {
  private let tool: Tool

  package init(_ tool: Tool) {
    self.tool = tool
  }

  /// Calls `body` with the caches, even if they are empty. Throws ``ExitStatus`` after it reported
  /// an error.
  package func run(_ body: (Catalogue, ThumbnailCache) throws -> Void) throws {
    try withFolders { folders in
      do {
        try body(
          Catalogue(at: folders.catalogue),
          ThumbnailCache(folders: folders, version: Version.current))
      } catch let problem as FileProblem {
        tool.messages().write("\"\(folders.catalogue)\": \(problem.reason)")
        throw ExitStatus.cannotWrite
      }
    }
  }

  /// Calls `body` with the folders, even if they don't exist. Throws ``ExitStatus`` after it
  /// reported an error.
  package func withFolders(_ body: (StateDirectories) throws -> Void) throws {
    try tool.messages().reporting { try body(try tool.directories()) }
  }
}

/// The size of one cache, as `shotflow cache status` shows it.
package struct CacheStatusRecord {
  let name: String
  let count: Int
  let byteCount: Int64
  let limit: Int64
  let path: String

  package init(name: String, count: Int, byteCount: Int64, limit: Int64, path: String) {
    self.name = name
    self.count = count
    self.byteCount = byteCount
    self.limit = limit
    self.path = path
  }

  /// The cells of the cache's row in a table: name, count, size, limit, path.
  package var cells: [String] {
    [
      name, QuantityText.grouped(count), QuantityText.bytes(Int(clamping: byteCount)),
      QuantityText.bytes(Int(clamping: limit)), TerminalText.escaped(path),
    ]
  }

  /// The record as a JSON object with its line feed.
  package var record: String {
    var writer = RecordWriter()
    writer.begin(kind: "cache")
    writer.write("name", name)
    writer.write("count", Int64(count))
    writer.write("byteCount", byteCount)
    writer.write("limit", limit)
    writer.write("path", path)
    writer.end()
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
