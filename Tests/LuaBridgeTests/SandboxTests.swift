import LuaBridge
import Testing

@testable import Pipeline

/// What a rule can't reach, and what it can't do to the program that runs it.
@Suite struct SandboxTests {
  private let workbench = RuleWorkbench()

  @Test(arguments: [
    "os", "io", "debug", "package", "coroutine", "load", "loadfile", "loadstring", "dofile",
    "collectgarbage", "warn", "rawget", "rawset", "rawequal", "rawlen", "getmetatable",
    "string.dump", "table.foo", "_G", "_VERSION",
  ])
  func removedNamesAreNil(name: String) {
    let parts = name.split(separator: ".")
    let reading = parts.count == 2 ? "(\(name))" : "(_ENV['\(name)'])"
    #expect(workbench.value(of: "rules = nil return type\(reading)") == "nil" || parts.count == 1)
    #expect(workbench.problem("return \(name).x") != "no problem")
  }

  @Test func nothingShowsAnAddress() {
    #expect(
      workbench.value(of: "return print, {}, function() end, filter {}, ('%s'):format({})")
        == "function table function description table")
    #expect(
      workbench.value(of: "return select(2, pcall(string.format, '%p', {}))")
        == "invalid conversion '%p' to 'format'")
    #expect(
      workbench.value(of: "return select(2, pcall(string.format, '%-5p', {}))")
        == "invalid conversion '%p' to 'format'")
    #expect(workbench.value(of: "return ('%5.1s|'):format({})") == "    t|")
    #expect(
      workbench.value(of: "return setmetatable({}, {__name = 'mine'})") == "mine")
    #expect(workbench.value(of: "return math.randomseed()") == "")
  }

  @Test func stringsKeepTheirMetatable() {
    #expect(
      workbench.value(of: "return select(2, pcall(setmetatable, '', {}))")
        .hasPrefix("bad argument #1 to 'setmetatable' (table expected, got string)"))
    #expect(workbench.value(of: "return ('10' + 5), ('x').rep == string.rep") == "15 true")
  }

  @Test func aLockedMetatableStaysLocked() {
    #expect(
      workbench.value(
        of: "return pcall(setmetatable, setmetatable({}, {__metatable = false}), {})")
        == "false cannot change a protected metatable")
  }

  @Test func finalizersNeverRun() {
    let code = """
      local mt = {}
      setmetatable({}, mt)
      mt.__gc = function() print("ran") end
      for i = 1, 100000 do local t = {} end
      return "done"
      """
    #expect(workbench.value(of: code) == "done")
    #expect(workbench.output.isEmpty)
  }

  @Test func xpcallKeepsLuasMeaning() {
    let cases = [
      ("return xpcall(function(a, b) return a, b end, print, 1, 2)", "true 1 2"),
      ("return xpcall(error, function(m) return 'handled ' .. m end, 'x', 0)", "false handled x"),
      (
        "return xpcall(error, function(n) if n == 0 then return 'end' end error(n - 1) end, 10)",
        "false end"
      ),
      ("return xpcall(error, error)", "false C stack overflow"),
      (
        "return select(2, pcall(xpcall))",
        "bad argument #2 to 'xpcall' (function expected, got no value)"
      ),
      (
        "local function f(a, b, c, d) return 1 + f(a, b, c, d) end return xpcall(f, function(m) return m:match('stack overflow') end)",
        "false stack overflow"
      ),
    ]
    for (code, value) in cases { #expect(workbench.value(of: code) == value) }
  }

  @Test func repeatingIsBounded() {
    #expect(
      workbench.value(of: "return ('ab'):rep(3, '-'), #(''):rep(1 << 62), ('x'):rep(-1)")
        == "ab-ab-ab 0")
    #expect(
      workbench.value(of: "return pcall(string.rep, 'x', 1 << 40)")
        == "false resulting string too large")
    #expect(workbench.value(of: "return ('x'):rep(1000, 'y'):len()") == "1999")
  }

  @Test func tableFunctionsKeepTheirMeaning() {
    let code = """
      local t = { 5, 2, 8 }
      table.sort(t)
      table.insert(t, 1, 1)
      table.insert(t, 9)
      local gone = table.remove(t, 2)
      return table.concat(t, ","), gone, table.unpack(table.move(t, 1, 2, 3))
      """
    #expect(workbench.value(of: code) == "1,5,8,9 2 1 5 1 5")
    #expect(
      workbench.value(of: "return pcall(table.sort, {1, 2, 3, 4, 5}, function() return true end)")
        == "false invalid order function for sorting")
  }

  @Test func tablesThatLieAboutTheirLengthAreRefused() {
    let liar =
      "setmetatable({}, {__len = function() return math.maxinteger - 1 end, "
      + "__newindex = function() end, __index = function() return 1 end})"
    for call in [
      "table.insert, t, 1, 'x'", "table.remove, t, 1", "table.concat, t", "table.sort, t",
    ] {
      #expect(
        workbench.value(of: "local t = \(liar) return pcall(\(call))") == "false array too big")
    }
  }
}
