internal import Platform

/// An output for the result of a shard: a line for each asset, and a trailer that reveals a
/// truncated result. `@unchecked Sendable`: only the thread that writes records uses it.
final class ShardOutput: @unchecked Sendable {
  private let descriptor: Int32
  private let hash: HashState
  private var writer = RecordWriter()
  private var written = 0

  private static let flushSize = 1 << 16

  init(to descriptor: Int32, _ fields: FieldTable) throws(FileProblem) {
    self.descriptor = descriptor
    hash = try HashState(.sha256)
    writer.fields = fields
  }

  func line(_ write: (inout RecordWriter) -> Void) throws(RunProblem) {
    writer.buffer.append(UInt8(ascii: "{"))
    write(&writer)
    writer.end()
    if writer.buffer.count >= Self.flushSize { try flush() }
  }

  func write(_ members: (inout RecordWriter) -> Void) throws(RunProblem) {
    written += 1
    try line(members)
  }

  func write(_ failure: AssetFailure) throws(RunProblem) {
    try line { writer in
      writer.beginObject("failure")
      writer.write("asset", failure.asset)
      writer.write("stage", failure.stage)
      writer.write("reason", failure.reason)
      if failure.isOfRule { writer.write("isOfRule", true) }
      writer.endObject()
    }
  }

  /// Writes the trailer: the number of the shard's assets, and of those that failed.
  func end(read: Int, failed: Int) throws(RunProblem) {
    try flush()
    let digest: ContentDigest
    do { digest = try hash.finish() } catch { throw .outputFailed(error.reason) }
    try line { writer in
      writer.beginObject("trailer")
      writer.write("in", Int64(read))
      writer.write("out", Int64(written))
      writer.write("failed", Int64(failed))
      writer.write("sha256", digest.hexadecimal)
      writer.endObject()
    }
    try flush()
  }

  private func flush() throws(RunProblem) {
    hash.update(writer.buffer.bytes)
    let output = RecordOutput(descriptor: descriptor)
    try output.write(writer.buffer.bytes)
    writer.buffer.removeAll()
  }
}
