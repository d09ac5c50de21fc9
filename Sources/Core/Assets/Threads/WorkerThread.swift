internal import CSystem
internal import Platform
internal import Synchronization

/// A thread for one worker, so that it may block on a disk without delaying others.
package struct WorkerThread {
  private let thread: OpaquePointer

  /// The stack size in bytes; Lua and deep folders need more than some systems give a thread.
  private static let stackSize = 8 << 20

  /// Starts a thread; nil if the system can't create one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    guard let made = csystem_thread_start(Self.stackSize, runBody, box.toOpaque()) else {
      box.release()
      return nil
    }
    thread = made
  }

  /// Waits until the thread has ended. Called once.
  package func join() {
    csystem_thread_join(thread)
  }
}

extension WorkerThread {
  /// Returns the results of `body` for some elements, in their order, computed on up to `width`
  /// threads, of which the caller's is one.
  package static func map<Element: Sendable, Output: Sendable>(
    _ elements: [Element], width: Int, _ body: @escaping @Sendable (Element) -> Output
  ) -> [Output] {
    let work = SharedWork(elements, body)
    let threads = (0..<max(0, min(width, elements.count) - 1)).map { _ in WorkerThread(work.run) }
    work.run()
    for thread in threads { thread?.join() }
    return work.outputs
  }
}

/// A value that a thread computes while the caller goes on.
package final class PendingValue<Value: Sendable> {
  private let body: @Sendable () -> Value
  private let made: Monitor<Value?>
  private let thread: WorkerThread?

  package init(_ body: @escaping @Sendable () -> Value) {
    let made = Monitor<Value?>(nil)
    self.body = body
    self.made = made
    thread = WorkerThread {
      let value = body()
      made.update { $0 = value }
    }
  }

  /// Waits for the value; computes it here if the system had no thread for it. Called once.
  package func wait() -> Value {
    thread?.join()
    return made.read { $0 } ?? body()
  }
}

/// A function's results for some elements, which threads take in turn.
private final class SharedWork<Element: Sendable, Output: Sendable>: Sendable {
  private let elements: [Element]
  private let body: @Sendable (Element) -> Output
  private let next = Atomic(0)
  private let results: Lock<[Output?]>

  init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Output) {
    (self.elements, self.body) = (elements, body)
    results = Lock(Array(repeating: nil, count: elements.count))
  }

  var outputs: [Output] { results.withLock { $0.compactMap(\.self) } }

  @Sendable func run() {
    while true {
      let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard place < elements.count else { return }
      let output = body(elements[place])
      results.withLock { $0[place] = output }
    }
  }
}

/// The function of a thread, in an object that a C pointer can refer to.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Runs a ``ThreadBody`` on the new thread; a free function, so that no actor isolates it.
private func runBody(_ box: UnsafeMutableRawPointer?) {
  guard let box else { return }
  Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
}
