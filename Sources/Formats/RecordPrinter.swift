internal import JSON
package import Pipeline
internal import Platform

/// Prints the records of a command that runs no rule.
package final class RecordPrinter {
  private let output: RecordOutput
  private static let pieceSize = 1 << 16

  package init(_ printing: RecordPrinting) {
    output = RecordOutput(descriptor: STDOUT_FILENO, RecordLines(in: printing.form))
  }

  /// Prints a record, soon.
  ///
  /// - Parameter record: writes it as a line of JSON.
  /// - Throws: ``RunProblem``.
  package func print(_ record: (inout RecordWriter) -> Void) throws(RunProblem) {
    output.writer.writeLine(record)
    if output.writer.buffer.count >= Self.pieceSize { try output.flush() }
  }

  /// Prints what is left, and the end of the output.
  ///
  /// - Throws: ``RunProblem``.
  package func end() throws(RunProblem) {
    try output.flush()
    try output.end()
  }
}

extension RecordPrinting {
  /// Prints the records that `body` gives; a reader that goes away is no problem.
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
