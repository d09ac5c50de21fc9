import LuaBridge
import Pipeline
import TestSupport
import Testing

/// No rule runs on, whatever it does to go on.
///
/// ThreadSanitizer counts the calls of instrumented functions and doesn't see the jumps of Lua's library,
/// so that its account runs over here.
@Suite(.disabled(if: Sanitizer.current == .thread, "its account of calls runs over"))
struct BudgetTests {
  private let workbench = RuleWorkbench(
    load: RuleBudget(instructions: 2_000_000, memory: 16 << 20, milliseconds: 300),
    call: RuleBudget(instructions: 1 << 50, memory: 16 << 20, milliseconds: 100))

  /// The budget and 300 ms, of the processor's time.
  private static func patience(for budget: Int) -> Duration {
    Duration.milliseconds(budget + 300) * Sanitizer.slowness
  }

  private static let endless = [
    "while true do end",
    "::a:: goto a",
    "repeat until false",
    "while true do pcall(function() while true do end end) end",
    "while true do xpcall(function() while true do end end, function() while true do end end) end",
    "local t <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
    """
    local t <close> = setmetatable({}, {__close = function()
      while true do pcall(function() while true do end end) end end})
    while true do end
    """,
    "local m = {} local t = setmetatable({}, m) m.__call = t t()",
    "local m = {} m.__index = function(t, k) return t[k] end while true do pcall(function() return setmetatable({}, m).x end) end",
    "for i = 1, 1e9 do pcall(table.sort, {3, 1, 2}, function() return true end) end",
    "local t = {} for i = 1, 20000 do t[i] = i % 7 end while true do table.concat(t) end",
    "while true do table.move({}, 1, 1 << 62, 2) end",
    "local s = ('a'):rep(60) return s:find(('a?'):rep(25) .. ('a'):rep(25) .. 'b')",
    "return (('a'):rep(500)):match(('a*'):rep(12) .. 'b')",
    "return (('a'):rep(500)):match(('.-'):rep(12) .. 'b')",
    "return (('('):rep(1000000)):find('%b()')",
    "local d = ('x'):rep(1000000) while true do for w in d:gmatch('()') do end end",
    "local d = ('x'):rep(1000000) while true do d:gsub('', '') end",
    "local d = ('x'):rep(1000000) while true do d:find(('x'):rep(500000) .. 'y', 1, true) end",
    "while true do tostring(setmetatable({}, {__tostring = function() while true do end end})) end",
    "local a, b = ('ab'):rep(1 << 20) .. 'a', ('ab'):rep(1 << 20) .. 'b' while true do local x = a < b end",
    "local d = ('9'):rep(1 << 20) while true do tonumber(d) end",
    """
    local t, k = setmetatable({}, {__mode = 'k'}), {}
    for i = 1, 30000 do local n = {} t[n] = k k = n end
    while true do local x = {} end
    """,
    "local t = setmetatable({}, {__index = type}) while true do pcall(table.unpack, t, 1, 200000) end",
    "return (('a'):rep(1 << 19)):match('(a*)%1%1%1b')",
    "return (('x'):rep(1 << 20)):find(('[^%z]'):rep(1 << 12) .. 'y')",
    "local s = ('x'):rep(1 << 22) while true do s:upper():lower():reverse() end",
    "local s = ('x'):rep(1 << 22) while true do utf8.len(s) end",
    "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.sort(t, function(a, b) return a > b end) end",
    "local t = {} for i = 1, 3e4 do t['k' .. i] = i end while true do for k in pairs(t) do end end",
    "local t, k = {} for i = 1, 3e4 do t['k' .. i] = i end while true do k = next(t, k) end",
    "local t = {} for i = 1, 3e4 do t[{}] = i end while true do next(t) end",
    "while true do string.format(('%99.99f'):rep(9), 1e308, 1e308, 1, 1, 1, 1, 1, 1, 1) end",
    "local m = {__lt = function() while true do end end} table.sort { setmetatable({}, m), setmetatable({}, m) }",
    "return setmetatable({}, {__concat = function() while true do end end}) .. 'x'",
    "return #setmetatable({}, {__len = function() while true do end end})",
    "for k in pairs(setmetatable({}, {__pairs = function() return function() return 1 end end})) do end",
    "for i, v in ipairs(setmetatable({}, {__index = type})) do end",
    "table.move(setmetatable({}, {__index = type}), 1, 1 << 40, 1, setmetatable({}, {__newindex = type}))",
    "local u = {} for i = 1, 50000 do u = setmetatable({}, {__call = u}) end while true do pcall(u) end",
    "local d = ('1'):rep(1 << 20) .. '.5' while true do tonumber(d) tonumber('0x' .. d) end",
    "while true do filter {} pipeline {} present() end",
    "local t = {} while true do for i = 1, 1000 do t[i] = i end for i = 1, 1000 do t[i] = nil end end",
    "while true do print(('x'):rep(1000)) end",
    "while true do pcall(require, 'nothing') end",
    "local function h(m) return pcall(error, m, h) end while true do xpcall(error, h) end",
    "error(setmetatable({}, {__tostring = function() while true do end end}))",
  ]

  @Test(arguments: endless)
  func nothingRunsOnWhileLoading(code: String) {
    var problem = ""
    let elapsed = ProcessorTime.measure { problem = workbench.problem(code) }
    #expect(problem.contains("the rule ran"))
    #expect(elapsed < Self.patience(for: 300))
  }

  @Test(arguments: endless)
  func nothingRunsOnInAFunction(code: String) {
    var problem = ""
    let elapsed = ProcessorTime.measure {
      problem = workbench.problem(calling: "function(asset)\n \(code) end")
    }
    #expect(problem.contains("the rule ran"))
    #expect(elapsed < Self.patience(for: 100))
  }

  @Test(arguments: [
    "local t = {} for i = 1, 1e9 do t[i] = i end",
    "local t = {} for i = 1, 1e9 do t['k' .. i] = {} end",
    "local s = 'x' while true do s = s .. s end",
    "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end",
    "local b, t = ('x'):rep(1 << 19), {} for i = 1, 10000 do t[i] = b end return table.concat(t)",
    "local b = ('x'):rep(1 << 19) return b:gsub('x', b)",
    "local b = ('x'):rep(1 << 20) local t = {} for i = 1, 200 do t[i] = b end return (('%s'):rep(200)):format(table.unpack(t))",
    "local t = {} for i = 1, 1e9 do local a, b = i, {} t[i] = function() return a, b end end",
    "local function f() return 1, f() end f()",
    "local t = {} while true do t = setmetatable({}, {__index = t}) end",
    "local t = setmetatable({}, {__index = type}) return table.concat(t, '', 1, 1 << 62)",
    "local t = setmetatable({}, {__mode = 'kv'}) for i = 1, 1e9 do t[i] = {} t[-i] = t end",
    "local t = {} for i = 1, 1e9 do t[i] = filter {} end",
    "local s = ('x'):rep(1 << 20) return s:gsub('.', ('%0'):rep(100))",
    "return #string.format('%q', ('\\0\\n'):rep(1 << 22))",
  ])
  func nothingFillsTheMemory(code: String) {
    let budget = RuleBudget(
      instructions: 1 << 50, memory: 16 << 20, milliseconds: 10_000 * Int64(Sanitizer.slowness))
    let workbench = RuleWorkbench(load: budget, call: budget)
    let expected = "the rule needed more than 16 MiB of memory"
    let loading = workbench.problem(code)
    #expect(loading.contains(expected) || loading.contains("stack overflow"))
    #expect(
      workbench.problem(calling: "function(asset)\n \(code) end").contains(expected)
        || code.contains("f()"))
    #expect(workbench.peakMemory > 8 << 20)
    #expect(workbench.peakMemory < 2 * budget.memory)
  }

  /// The time that the host takes to answer is not the rule's, so that asking costs instructions.
  @Test(arguments: [
    "asset.filename", "asset.folderPath", "asset.cameraMake", "asset:hasItemConformingTo('x')",
  ])
  func askingWithoutEndIsEnded(expression: String) throws {
    let asset = SyntheticAsset(
      [.folderPath: .texts(["a", "b"]), .cameraMake: .string("maker")], texts: [.filename: "a"])
    let workbench = RuleWorkbench(
      call: RuleBudget(instructions: 1_000_000, memory: 16 << 20, milliseconds: 60_000))
    #expect(throws: RuleProblem.self) {
      try workbench.verdicts(
        "function(asset) while true do local x = \(expression) end end", on: [asset])
    }
  }

  @Test func aTypeHasABoundedName() throws {
    let asset = SyntheticAsset([.uniformTypeIdentifier: .string("public.jpeg")])
    _ = try workbench.verdicts(
      "function(asset) return asset:hasItemConformingTo(('x'):rep(1 << 20)) end", on: [asset])
    #expect(asset.failure?.reason == "rules/a.lua:1: a type has at most 255 letters")
  }

  @Test func garbageIsNoMemory() {
    let code = "for i = 1, 60 do local s = ('x'):rep(4 << 20) .. i end return 'done'"
    let budget = RuleBudget(instructions: 1 << 50, memory: 16 << 20, milliseconds: 10_000)
    #expect(RuleWorkbench(load: budget).value(of: code) == "done")
  }

  @Test func aLongCallWithinItsBudgetIsLeftAlone() throws {
    let workbench = RuleWorkbench(
      call: RuleBudget(instructions: 1 << 50, memory: 16 << 20, milliseconds: 30_000))
    let assets = (0..<3).map { _ in SyntheticAsset() }
    let verdicts = try workbench.verdicts(
      "function() local n = 0 for i = 1, 3000000 do n = n + i end return n > 0 end", on: assets)
    #expect(verdicts == [true, true, true])
  }

  @Test func manyShortCallsAreNotOneLongOne() throws {
    let workbench = RuleWorkbench(
      call: RuleBudget(
        instructions: 1 << 50, memory: 16 << 20, milliseconds: 200 * Int64(Sanitizer.slowness)))
    let assets = (0..<2000).map { _ in SyntheticAsset() }
    let verdicts = try workbench.verdicts(
      "function() for i = 1, 50000 do end return true end", on: assets)
    #expect(verdicts.allSatisfy { $0 })
  }

  @Test func instructionsOfACallAreCounted() {
    let workbench = RuleWorkbench(
      call: RuleBudget(instructions: 1_000_000, memory: 16 << 20, milliseconds: 60_000))
    #expect(
      workbench.problem(calling: "function()\n while true do end end")
        == "rules/a.lua:2: the rule ran more than 1000000 instructions on the asset \"an asset without a name\""
    )
  }

  @Test func theProblemNamesTheLine() {
    #expect(
      workbench.problem("local x = 1\nwhile true do\n x = x + 1 end")
        == "rules/a.lua:3: the rule ran more than 2000000 instructions while it was loaded"
        || workbench.problem("local x = 1\nwhile true do\n x = x + 1 end").contains("a.lua:2:"))
  }

  @Test func endingOneWorkerLeavesTheOthersAlone() async throws {
    let rule = try workbench.load(
      """
      return pipeline { filter(function(asset)
        if asset.isHidden then while true do pcall(error) end end
        for i = 1, 200 do local s = ("x"):rep(i) .. asset.filename end
        return true
      end) }
      """)
    let function = FunctionReference(index: 0, line: 1)
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for worker in 0..<6 {
        group.addTask {
          do {
            let evaluator = try rule.makeEvaluator()
            for ordinal in 0..<20 {
              let isLast = worker % 2 == 0 && ordinal == 10
              let assets = (0..<64).map { index in
                SyntheticAsset(
                  [.isHidden: .flag(isLast && index == 30)], texts: [.filename: "\(index)"])
              }
              let batch = Batch(ordinal: ordinal, assets: assets)
              let verdicts = try evaluator.verdicts(of: function, on: batch)
              if verdicts.count(where: { $0 }) != 64 { return false }
            }
            return worker % 2 == 1
          } catch {
            return worker % 2 == 0
              && "\(error)".contains("for more than 100 ms on the asset \"30\"")
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: true, count: 6))
  }

  /// The end may come as the rule is loaded, or as its function runs.
  @Test func nothingRunsAfterCancelling() throws {
    let rule = try RuleWorkbench(
      call: RuleBudget(instructions: 1 << 50, memory: 16 << 20, milliseconds: 600_000)
    ).load("return pipeline { filter(function() while true do end end) }")
    rule.cancel()
    #expect(throws: CancellationError.self) {
      try rule.makeEvaluator().verdicts(
        of: FunctionReference(index: 0, line: 1),
        on: Batch(ordinal: 0, assets: [SyntheticAsset()]))
    }
  }

  @Test func cancellingEndsARunningFunction() async throws {
    let rule = try RuleWorkbench(
      call: RuleBudget(instructions: 1 << 50, memory: 16 << 20, milliseconds: 600_000)
    ).load("return pipeline { filter(function() while true do end end) }")
    let batch = Batch(ordinal: 0, assets: [SyntheticAsset()])
    await #expect(throws: CancellationError.self) {
      async let verdicts = Task.detached {
        try rule.makeEvaluator().verdicts(
          of: FunctionReference(index: 0, line: 1), on: batch)
      }.value
      rule.cancel()
      _ = try await verdicts
    }
  }
}
