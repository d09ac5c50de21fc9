internal import JSON
internal import Pipeline

/// A run's progress for a program that shows it: one line of JSON.
enum ProgressRecord {
  /// Without the line end; what isn't known is left out.
  static func json(_ reading: ProgressReading) -> String {
    var writer = RecordWriter(capacity: 256)
    writer.buffer.append("{\"v\":1,\"type\":\"progress\"")
    writer.write("stage", reading.stage)
    writer.write("done", Int64(reading.done))
    if let total = reading.total { writer.write("total", Int64(total)) }
    if let rate = reading.rate { writer.write("rate", (rate * 10).rounded() / 10) }
    if let seconds = reading.secondsLeft { writer.write("eta", Int64(seconds)) }
    writer.write("errors", Int64(reading.failures))
    if let fraction = reading.fraction {
      // Always with a point, so that a reader that tells types apart sees one type.
      writer.write(key: "fraction")
      writer.buffer.append(text: "\((fraction * 10_000).rounded(.down) / 10_000)")
    }
    if let bytes = reading.bytesDone { writer.write("bytesDone", Int64(bytes)) }
    writer.buffer.append(UInt8(ascii: "}"))
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
