internal import Platform
internal import Synchronization

/// The settings of an output that apply to each of its lines.
package struct RecordLineOptions: Sendable {
  /// JSON members, with a comma in front, to insert after the first member of each record.
  package var opening: [UInt8] = []
  /// The format of the records; nil for a line of JSON each.
  package let form: (any RecordFormat)?
  /// The fields that the format prints and records carry only on request.
  package let requestedFields: [Field]
  /// The fields that have a part in what the format prints; nil for all.
  package let printedFields: FieldSet?
  /// The state of the output, shared by all workers.
  package let outputState = OutputState()
  /// A lock that keeps lines apart from those that other threads print; nil if one thread prints.
  package var gate: OutputGate?

  /// - Parameters:
  ///   - form: the format of the records; nil for lines of JSON.
  ///   - gate: a lock that keeps lines apart from those of other threads; nil if one thread prints.
  package init(in form: (any RecordFormat)? = nil, through gate: OutputGate? = nil) {
    self.form = form
    requestedFields = form?.members.compactMap(\.requestedField) ?? []
    let printed = form.map { $0.readsMembersAlone ? $0.members.map(\.field) : [] } ?? []
    let fields = printed.compactMap(\.self)
    printedFields =
      printed.isEmpty || fields.count < printed.count ? nil : FieldSet(fields.map { FieldSet($0) })
    self.gate = gate
  }

  /// Creates settings that add the `id` of a request to each line that answers it; nil adds none.
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

/// The progress of an output that consecutive runs share, so that it has one beginning and one end.
package final class OutputState: Sendable {
  private let mutex = Lock(State.empty)

  /// The states of an output, in order.
  package enum State: Sendable {
    case empty, begun
    /// Complete, or given up because writing failed.
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
  ///   - close: called after each write.
  package init(
    open: @escaping @Sendable () -> Void = {}, close: @escaping @Sendable () -> Void = {}
  ) {
    self.open = open
    self.close = close
  }

  /// Calls `body`, which writes to the output, while no other thread writes.
  package func pass<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try mutex.withLock { (_) throws(Failure) in
      open()
      defer { close() }
      try body()
    }
  }
}
