internal import CLuaShim

/// Tells all Lua states of a run, from any thread, that the run was cancelled.
///
/// `@unchecked Sendable`: the number is only set and read atomically, in C.
final class CancellationFlag: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<Int32>

  init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit {
    flag.deallocate()
  }

  var address: UnsafePointer<Int32> { UnsafePointer(flag) }

  func raise() {
    shotlua_raise_flag(flag)
  }
}
