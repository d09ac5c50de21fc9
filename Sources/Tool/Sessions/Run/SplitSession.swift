internal import Pipeline
internal import Platform

/// The command `shotflow split`, which lists the parts of a library.
package struct SplitSession {
  private let tool: Tool
  private let messages: Messages

  package init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  /// Lists the assets' positions in `shards` parts, 1 for nil: as files in the new folder `out`, or
  /// on standard output if that is nil.
  package func run(library: String?, shards: String?, out: String?) throws {
    try messages.reporting {
      let cancellation = Cancellation()
      Signals.handle(cancellation)
      guard let count = Int(shards ?? "1"), (1...100_000).contains(count) else {
        throw UsageProblem("--shards takes a number from 1 to 100000, not \"\(shards ?? "")\"")
      }
      let choice =
        try library.map { LibraryChoice(named: [$0]) }
        ?? LibraryChoice.unnamed(try tool.configuration())
      guard !choice.names.isEmpty else { throw choice.absence }
      let context = tool.context(named: "split", on: choice.names, until: cancellation)
      let places = try context.places(named: choice.names)
      guard places.count == 1 else { throw UsageProblem("split takes one library") }
      try write(context, places[0], count, out)
    }
  }

  private func write(
    _ context: RunContext, _ place: LibraryPlace, _ count: Int, _ out: String?
  ) throws {
    // The size of a part depends on the number of assets.
    var total = 0
    if count > 1 { try context.places(of: place) { _ in total += 1 } }
    let size = max(1, (total + count - 1) / count)
    var hasFailed = false
    func fail(_ failure: AssetFailure) {
      hasFailed = true
      messages.write(failure)
    }
    if let out {
      try write(context, place, to: ShardFolder(out, count: count), size, fail)
    } else {
      let output = RecordOutput(descriptor: STDOUT_FILENO)
      do {
        try context.places(of: place, failed: fail) { place in
          output.writer.begin(kind: "place")
          output.writer.write("shard", Int64(min(count - 1, place.ordinal / size)))
          place.write(into: &output.writer)
          output.writer.end()
          if output.writer.buffer.count > 1 << 16 { try output.flush() }
        }
        try output.flush()
      } catch RunProblem.outputClosed {}
    }
    if hasFailed { throw ExitStatus.someFailed }
  }

  private func write(
    _ context: RunContext, _ place: LibraryPlace, to folder: ShardFolder, _ size: Int,
    _ fail: (AssetFailure) -> Void
  ) throws {
    try folder.write { add in
      try context.places(of: place, failed: fail) {
        try add($0, min(folder.count - 1, $0.ordinal / size))
      }
    } report: { number, path, count in
      var writer = RecordWriter()
      writer.begin(kind: "shard")
      writer.write("shard", Int64(number))
      writer.write("path", path)
      writer.write("count", Int64(count))
      writer.end()
      tool.output.write(String(decoding: writer.buffer.bytes, as: UTF8.self))
    }
  }
}
