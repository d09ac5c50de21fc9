#if THREAD_SANITIZER
  /// A value that threads share, under a lock that ThreadSanitizer sees. Builds with the sanitizer
  /// (`script/sanitize thread`) use it in place of `Mutex`, whose futex in the runtime the
  /// sanitizer can't see. `@unchecked Sendable`: the value is only accessed while the lock is held.
  package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Calls `body` with the value while the lock is held.
    package borrowing func withLock<Result: ~Copyable, Problem: Error>(
      _ body: (inout sending Value) throws(Problem) -> sending Result
    ) throws(Problem) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }

    /// Calls `body` with the value if the lock is free; else returns nil.
    package borrowing func withLockIfAvailable<Result: ~Copyable, Problem: Error>(
      _ body: (inout sending Value) throws(Problem) -> sending Result
    ) throws(Problem) -> sending Result? {
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#else
  package import Synchronization

  /// A value that threads share, under a lock.
  package typealias Lock = Mutex
#endif
