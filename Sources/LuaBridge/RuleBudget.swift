internal import CLuaShim

/// The limits of what a rule may use up before it is ended.
public struct RuleBudget: Sendable, Hashable {
  /// Lua instructions, and as many units of work done for the rule in C.
  public var instructions: Int64
  /// Bytes; a rule is ended at the latest when it holds twice as much.
  public var memory: Int64
  /// Milliseconds of the rule's own time, without the time that reading an asset takes.
  public var milliseconds: Int64

  public init(instructions: Int64, memory: Int64, milliseconds: Int64) {
    self.instructions = instructions
    self.memory = memory
    self.milliseconds = milliseconds
  }

  /// The budget for loading a rule.
  public static let load = RuleBudget(
    instructions: 10_000_000, memory: 64 << 20, milliseconds: 2000)

  /// The budget for one call of a function.
  public static let call = RuleBudget(
    instructions: 50_000_000, memory: 64 << 20, milliseconds: 1000)

  var plain: shotlua_budget {
    shotlua_budget(instructions: instructions, memory: memory, milliseconds: milliseconds)
  }
}
