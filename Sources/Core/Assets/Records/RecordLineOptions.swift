internal import Platform
internal import Synchronization

/// The settings that the lines of one output share.
package struct RecordLineOptions: Sendable {
  /// The members that follow the kind in each record, as JSON with a comma in front.
  package var opening: [UInt8] = []
  /// The format of the records; nil for a line of JSON each.
  package let form: (any RecordFormat)?
  /// The descriptive fields that the format prints, which records may carry only on request.
  package let descriptiveFields: [Field]
  /// The state of the output, shared by all workers.
  package let outputState = OutputState()
  /// A lock that keeps lines apart from the output of other threads; nil where one thread writes.
  package var gate: OutputGate?

  /// - Parameters:
  ///   - form: the format of the records; nil for a line of JSON each.
  ///   - gate: a lock that keeps lines apart from the output of other threads.
  package init(in form: (any RecordFormat)? = nil, through gate: OutputGate? = nil) {
    self.form = form
    descriptiveFields = form?.members.compactMap(\.descriptiveField) ?? []
    self.gate = gate
  }

  /// Makes the settings of lines that carry the identifier of the request that they answer.
  package init(answering id: ArgumentValue?, through gate: OutputGate?) {
    self.init(through: gate)
    var writer = RecordWriter(capacity: 64)
    switch id {
    case .integer(let number)?: writer.write("id", number)
    case .text(let text)?: writer.write("id", text)
    default: return
    }
    opening = Array(writer.buffer.bytes)
    // The writer puts no comma before a first member.
    if opening.first != UInt8(ascii: ",") { opening.insert(UInt8(ascii: ","), at: 0) }
  }
}

/// The state of an output, which consecutive runs share: it has one beginning and one end.
package final class OutputState: Sendable {
  private let mutex = Lock(State.empty)

  /// The states of an output, in order.
  package enum State: Sendable {
    case empty, begun
    /// Complete, or broken as it could not be written.
    case ended
  }

  package init() {}

  /// The current state.
  package var state: State {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}

/// A lock around each write to an output.
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

  /// Calls `body`, which writes, while no other thread does.
  package func pass<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try mutex.withLock { (_) throws(Failure) in
      open()
      defer { close() }
      try body()
    }
  }
}
