import LuaBridge
import Pipeline
import Testing

/// The limits of a rule: what it can't reach, and can't do to the program that runs it.
@Suite struct SandboxTests {
  private let workbench = RuleWorkbench()

  @Test(arguments: [
    "os", "io", "debug", "package", "coroutine", "loadfile", "loadstring", "dofile",
    "collectgarbage", "warn", "rawget", "rawset", "rawequal", "rawlen", "getmetatable", "_G",
    "_VERSION",
  ])
  func removedNamesAreUnknown(name: String) {
    for code in ["return \(name)", "return _ENV['\(name)']"] {
      #expect(workbench.problem(code).hasPrefix("rules/a.lua:1: unknown name \"\(name)\""))
    }
  }

  @Test func loadIsAStage() {
    #expect(workbench.value(of: "return load('return 1')") == "description")
  }

  @Test(arguments: ["string.dump", "table.foo"])
  func removedMembersAreNil(name: String) {
    #expect(workbench.value(of: "return type(\(name))") == "nil")
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
    #expect(workbench.value(of: "return math.randomseed()") == "0 0")
  }

  @Test(arguments: [
    ("string.rep = nil", "string can't be changed"),
    ("table.extra = 1", "table can't be changed"),
    ("math['pi'] = 3", "math can't be changed"),
    ("pcall = nil", "pcall can't be changed; use another name"),
    ("filter = nil", "filter can't be changed; use another name"),
    ("string = {}", "string can't be changed; use another name"),
    ("_ENV.tostring = print", "tostring can't be changed; use another name"),
    ("for name in pairs(string) do string[name] = nil end", "string can't be changed"),
    ("setmetatable(string, nil)", "cannot change a protected metatable"),
    ("setmetatable(_ENV, {})", "cannot change a protected metatable"),
  ])
  func whatIsThereFromTheStartCanNotBeChanged(code: String, message: String) {
    #expect(workbench.problem(code) == "rules/a.lua:1: \(message)")
    let asset = SyntheticAsset()
    _ = try? workbench.verdicts("function() \(code) end", on: [asset])
    #expect(asset.failure?.reason == "rules/a.lua:1: \(message)")
  }

  @Test func librariesCanBeLookedThrough() {
    #expect(
      workbench.value(
        of: "local n = {} for k in pairs(utf8) do n[#n + 1] = k end return table.concat(n, ' ')")
        == "char charpattern codepoint codes len offset")
    #expect(
      workbench.value(of: "return next(string), #string, string.rep == ('').rep")
        == " 0 true")
    #expect(
      workbench.value(of: "for k, v in pairs(_ENV) do if v == math then return k end end")
        == "math")
  }

  @Test func globalsAreMadeWhileTheRuleIsLoaded() throws {
    #expect(
      try workbench.verdicts(
        "function() number = number + 1 return number == 1 end",
        on: [SyntheticAsset(), SyntheticAsset()], before: "number = 0") == [true, false])
    let asset = SyntheticAsset()
    _ = try workbench.verdicts("function() number = 1 end", on: [asset])
    #expect(
      asset.failure?.reason
        == "rules/a.lua:1: number is no global of the rule; write local in front of it")
  }

  @Test func aNameThatNothingDefinesEndsTheRule() {
    #expect(
      workbench.problem(calling: "function() return pcall(function() return os.time() end) end")
        == "rules/a.lua:1: unknown name \"os\"")
    #expect(
      workbench.problem(calling: "function(asset)\n return tostrin(asset) end")
        == "rules/a.lua:2: unknown name \"tostrin\"; did you mean \"tostring\"?")
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
