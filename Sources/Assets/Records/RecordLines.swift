internal import JSON
internal import Synchronization

/// What the lines of one output have in common.
package struct RecordLines: Sendable {
  /// The members that each record begins with, behind its kind, as JSON with a comma in front.
  package var opening: [UInt8] = []
  /// Keeps lines of several threads apart; nil where one thread writes.
  package var gate: OutputGate?

  package init() {}

  /// Lines that carry the identifier of the request that they answer.
  package init(answering id: ArgumentValue?, through gate: OutputGate?) {
    self.gate = gate
    var writer = RecordWriter(capacity: 64)
    switch id {
    case .integer(let number)?: writer.write("id", number)
    case .text(let text)?: writer.write("id", text)
    default: return
    }
    opening = Array(writer.buffer.bytes)
    // Behind nothing, a member has no comma.
    if opening.first != UInt8(ascii: ",") { opening.insert(UInt8(ascii: ","), at: 0) }
  }
}

/// Lets one thread after the other write to an output.
package final class OutputGate: Sendable {
  private let mutex = Mutex(())

  package init() {}

  package func pass<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try mutex.withLock { (_) throws(Failure) in try body() }
  }
}
