package import Pipeline
internal import Platform

/// A writer of records to standard output, for a command that runs no rule.
package final class RecordPrinter {
  private let output: RecordOutput
  private static let pieceSize = 1 << 16

  package init(_ printing: PrintFormat) {
    output = RecordOutput(descriptor: STDOUT_FILENO, RecordLineOptions(in: printing.form))
  }

  /// Prints a record; output is buffered.
  ///
  /// - Parameter record: writes the record as a line of JSON.
  package func print(_ record: (inout RecordWriter) -> Void) throws(RunProblem) {
    output.writer.writeLine(record)
    if output.writer.buffer.count >= Self.pieceSize { try output.flush() }
  }

  /// Flushes the buffer and prints the end of the output.
  package func end() throws(RunProblem) {
    try output.flush()
    try output.end()
  }
}

extension PrintFormat {
  /// Prints the records that `body` writes; a closed pipe is no error.
  package func print(
    _ body: ((_ record: (inout RecordWriter) -> Void) throws(RunProblem) -> Void) throws -> Void
  ) throws {
    let printer = RecordPrinter(self)
    defer { try? printer.end() }
    do {
      try body(printer.print)
      try printer.end()
    } catch RunProblem.outputClosed {
      return
    }
  }
}
