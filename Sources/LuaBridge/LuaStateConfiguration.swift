internal import CLuaShim
internal import Engine

/// The settings of a rule's Lua states, which are equal in all worker threads.
struct LuaStateConfiguration: Sendable {
  let file: RuleFile
  let modules = RuleModules()
  let overrides: [OptionOverride]
  let now: Instant
  /// True if each evaluation has its own time, so that the rule can't read `now` while it loads.
  let movesNow: Bool
  let seed: UInt64
  let words: RuleVocabulary
  let names: CNameTable
  let loadBudget: RuleBudget
  let callBudget: RuleBudget
  let cancellation: CancellationFlag
  let printer: RulePrinter
  /// Receives the resources that each state of the rule used, when it is closed; nil if not needed.
  let used: (@Sendable (LuaStateUsage) -> Void)?
}

/// The flag that cancels all Lua states of a run, from any thread. `@unchecked Sendable`: the
/// number is only set and read atomically, in C.
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

/// The resources that one Lua state of a rule used.
package struct LuaStateUsage: Sendable, Hashable {
  /// The greatest amount of memory in use at one time, in bytes.
  package let peakMemory: Int64
}
