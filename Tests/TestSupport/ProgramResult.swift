/// The end and the output of a program.
package struct ProgramResult: Sendable {
  package enum Status: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  package let status: Status
  package let output: [UInt8]
  /// Standard error, or what the terminal showed.
  package let errorOutput: [UInt8]
  /// True if it was killed because its time was over.
  package let didTimeOut: Bool
  /// Bytes that it had in memory at most, as far as was seen; nil where nobody looked or the system
  /// doesn't tell.
  package let peakMemory: Int?
  /// The processor time on all cores, in the program and in the system for it.
  package let processorTime: Duration

  package var text: String { String(decoding: output, as: UTF8.self) }

  package var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

  /// The lines of standard output, without their line feeds.
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      text.hasSuffix("\n") ? 1 : 0
    )
    .map(String.init)
  }
}
