internal import JSON
internal import Platform
internal import Synchronization

/// What the lines of one output have in common.
package struct RecordLines: Sendable {
  /// The members that each record begins with, behind its kind, as JSON with a comma in front.
  package var opening: [UInt8] = []
  /// The form of each; nil for a line of JSON.
  package let form: (any RecordForm)?
  /// The progress of the output, from whichever lane.
  package let course = OutputCourse()
  /// Keeps lines apart from what other threads write; nil where one thread writes.
  package var gate: OutputGate?

  /// - Parameters:
  ///   - form: the form of each record; nil for a line of JSON.
  ///   - gate: keeps lines apart from what other threads write.
  package init(in form: (any RecordForm)? = nil, through gate: OutputGate? = nil) {
    self.form = form
    self.gate = gate
  }

  /// Lines that carry the identifier of the request that they answer.
  package init(answering id: ArgumentValue?, through gate: OutputGate?) {
    self.init(through: gate)
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

/// How far an output is: runs that follow each other have one beginning and one end in common.
package final class OutputCourse: Sendable {
  private let mutex = Lock(State.empty)

  package enum State: Sendable {
    case empty, begun
    /// Complete, or of no use to anybody as it could not be written.
    case ended
  }

  package init() {}

  package var state: State {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}

/// Lets one thread after the other write to an output.
package final class OutputGate: Sendable {
  private let mutex = Lock(())
  private let open: @Sendable () -> Void
  private let close: @Sendable () -> Void

  /// - Parameters:
  ///   - open: called before each write.
  ///   - close: called after it.
  package init(
    open: @escaping @Sendable () -> Void = {}, close: @escaping @Sendable () -> Void = {}
  ) {
    self.open = open
    self.close = close
  }

  package func pass<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try mutex.withLock { (_) throws(Failure) in
      open()
      defer { close() }
      try body()
    }
  }
}
