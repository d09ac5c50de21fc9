internal import JSON
internal import Pipeline
internal import Terminals

/// What one cache holds, as `shotflow cache status` shows it.
struct CacheLine {
  let name: String
  let count: Int
  let byteCount: Int64
  let limit: Int64
  let path: String

  /// The cells of a table.
  var cells: [String] {
    [
      name, QuantityText.grouped(count), QuantityText.bytes(Int(clamping: byteCount)),
      QuantityText.bytes(Int(clamping: limit)), TerminalText.escaped(path),
    ]
  }

  /// A JSON object with its line feed.
  var record: String {
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
