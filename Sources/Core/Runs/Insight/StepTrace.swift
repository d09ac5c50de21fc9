internal import Platform
internal import Synchronization

/// A trace of the work of a run's steps for `chrome://tracing` and Perfetto; safe from any thread.
/// A JSON object with complete events (`"ph": "X"`) of Chrome's "Trace Event Format".
package final class StepTrace: StepObserver {
  private let beginning = ContinuousClock.now
  private let state = Lock(State())

  private struct State {
    var names: [String] = []
    var events: [Event] = []
    var threads: [pthread_t] = []
  }

  private struct Event {
    let work: StepWork
    let thread: Int
  }

  /// The maximal number of events; further ones are dropped, as viewers can't load more.
  private static let most = 1_000_000

  package init() {}

  package func begin(_ steps: [any Step]) {
    state.withLock {
      $0.names += steps.map { $0.detail.isEmpty ? $0.name : "\($0.name): \($0.detail)" }
    }
  }

  package func note(_ work: StepWork) {
    let current = pthread_self()
    state.withLock { state in
      guard state.events.count < Self.most else { return }
      let known = state.threads.firstIndex { pthread_equal($0, current) != 0 }
      if known == nil { state.threads.append(current) }
      state.events.append(Event(work: work, thread: known ?? state.threads.count - 1))
    }
  }

  /// Calls `body` with the trace as a JSON text.
  package func withText<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    let (names, events) = state.withLock { ($0.names, $0.events) }
    var text = ByteBuffer()
    text.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    for (index, event) in events.enumerated() {
      let work = event.work
      let name = work.place.map { names.indices.contains($0) ? names[$0] : "step" } ?? "source"
      text.append(index == 0 ? "\n" : ",\n")
      text.append("{\"ph\":\"X\",\"cat\":\"step\",\"pid\":1,\"name\":")
      text.append(string: name)
      text.append(",\"tid\":")
      text.append(Int64(event.thread + 1))
      text.append(",\"ts\":")
      text.append(Self.microseconds(work.start - beginning))
      text.append(",\"dur\":")
      text.append(Self.microseconds(work.duration))
      text.append(",\"args\":{\"entered\":")
      text.append(Int64(work.entered))
      text.append(",\"passed\":")
      text.append(Int64(work.passed))
      text.append(",\"failed\":")
      text.append(Int64(work.failed))
      text.append("}}")
    }
    text.append("\n]}\n")
    return try body(text.bytes)
  }

  private static func microseconds(_ duration: Duration) -> Double {
    (duration / .nanoseconds(1)).rounded() / 1000
  }
}
