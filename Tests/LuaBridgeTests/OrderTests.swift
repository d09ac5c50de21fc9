import LuaBridge
import Pipeline
import Testing

/// The results of rules, which depend neither on addresses nor on a random seed.
@Suite struct OrderTests {
  private let workbench = RuleWorkbench()

  private func keys(of table: String) -> String {
    workbench.value(
      of: """
        local shown = {}
        for key in pairs(\(table)) do shown[#shown + 1] = tostring(key) end
        return table.concat(shown, " ")
        """)
  }

  @Test func numbersComeFirstByValue() {
    #expect(
      keys(of: "{ [3] = 1, [-1] = 1, [1.5] = 1, [2] = 1, [1e300] = 1, [-0.5] = 1, [1 / 0] = 1 }")
        == "-1 -0.5 1.5 2 3 1e+300 inf")
    #expect(
      keys(
        of: "{ [math.maxinteger] = 1, [2^63] = 1, [-2^63 - 2048] = 1, [math.mininteger] = 1 }")
        == "-9.2233720368548e+18 -9223372036854775808 9223372036854775807 9.2233720368548e+18")
  }

  @Test func textsComeByTheirBytesThenFlags() {
    #expect(
      keys(
        of:
          "{ b = 1, a = 1, [''] = 1, ab = 1, B = 1, ['\\u{e9}'] = 1, [true] = 1, [false] = 1, [1] = 1 }"
      )
        == "1  B a ab b \u{e9} false true")
  }

  @Test func objectsComeByTheirBirth() {
    let code = """
      local objects, set, shown = {}, {}, {}
      for i = 1, 200 do
        local object = i % 3 == 0 and function() return i end or i % 3 == 1 and {} or filter {}
        objects[i] = object
        for j = 1, i % 7 do local garbage = { {} } end
      end
      local places = {}
      for i = 200, 1, -1 do set[objects[i]] = true places[objects[i]] = i end
      local last = 0
      for object in pairs(set) do
        if places[object] < last then return "out of order" end
        last = places[object]
      end
      return last
      """
    #expect(workbench.value(of: code) == "200")
  }

  @Test func nextFollowsTheSameOrder() {
    let code = """
      local t, shown, key = { 10, 20, b = 1, a = 2, [true] = 3, [0.5] = 4 }, {}, nil
      repeat
        key = next(t, key)
        shown[#shown + 1] = tostring(key)
      until key == nil
      return table.concat(shown, " "), next({}), select(2, next { x = 7 }), next(t, "aa")
      """
    #expect(workbench.value(of: code) == "0.5 1 2 a b true nil  7 b 1")
  }

  @Test func aTraversalSurvivesWhatItsLoopDoes() {
    let code = """
      local t, seen = {}, 0
      for i = 1, 100 do t["k" .. i] = i end
      for key in pairs(t) do
        seen = seen + 1
        t[key] = nil
        t["k" .. 101 - tonumber(key:sub(2))] = nil
        t[key .. "x"] = true
      end
      return seen
      """
    #expect(workbench.value(of: code) == "50")
  }

  @Test func aTableThatAnswersPairsItselfIsAsked() {
    let code = """
      local t = setmetatable({}, { __pairs = function(t) return function(_, k) return k ~= 3 and (k or 0) + 1 or nil end, t, nil end })
      local sum = 0
      for k in pairs(t) do sum = sum + k end
      return sum
      """
    #expect(workbench.value(of: code) == "6")
    #expect(
      workbench.value(of: "return select(2, pcall(pairs, nil))")
        == "bad argument #1 to 'pairs' (table expected, got nil)")
  }

  @Test func sortingIsStable() {
    let code = """
      local t = {}
      for i = 1, 500 do t[i] = { i % 5, i } end
      table.sort(t, function(a, b) return a[1] < b[1] end)
      for i = 2, 500 do
        local a, b = t[i - 1], t[i]
        if a[1] > b[1] or a[1] == b[1] and a[2] > b[2] then return "unstable at " .. i end
      end
      return "stable"
      """
    #expect(workbench.value(of: code) == "stable")
  }

  @Test func sortingSortsEveryLength() {
    let code = """
      for length = 0, 70 do
        local t = {}
        for i = 1, length do t[i] = math.random(20) end
        table.sort(t)
        for i = 2, length do if t[i - 1] > t[i] then return length end end
        if #t ~= length then return length end
      end
      local words = { "pear", "fig", "apple" }
      table.sort(words)
      return table.concat(words, " "), select(2, pcall(table.sort, { 1, "x" })),
        select(2, pcall(table.sort, { 1, 2 }, 5))
      """
    #expect(
      workbench.value(of: code)
        == "apple fig pear attempt to compare string with number"
        + " bad argument #2 to 'table.sort' (function expected, got number)")
  }

  @Test func answersThatContradictEachOtherEndTheSorting() {
    let code = """
      local t = {}
      for i = 1, 300 do t[i] = i end
      table.sort(t, function(a, b) return true end)
      table.sort(t, function(a, b) return math.random(2) == 1 end)
      local sum = 0
      for i = 1, 300 do sum = sum + t[i] end
      return #t, sum
      """
    #expect(workbench.value(of: code) == "300 45150")
  }
}
