import LuaBridge
import Pipeline
import Testing

/// A traversal gives each key once and in order, whatever was remembered of other tables.
@Suite struct TraversalTests {
  private let workbench = RuleWorkbench()

  /// Returns the result of `code` after a function `keys(t)`, which shows the keys of a table.
  private func value(of code: String) -> String {
    workbench.value(
      of: """
        local function keys(t)
          local shown = {}
          for key, value in pairs(t) do
            if t[key] ~= value then return "wrong value" end
            shown[#shown + 1] = tostring(key)
          end
          return table.concat(shown, " ")
        end
        \(code)
        """)
  }

  @Test func theSameKeysAreGivenInTheSameOrderHoweverTheyCameIn() {
    let code = """
      local words = { "pear", "fig", "banana", "apple", "nut" }
      for turn = 1, 200 do
        local t = {}
        for i = 1, 5 do
          local j = math.random(5)
          words[i], words[j] = words[j], words[i]
        end
        for _, word in ipairs(words) do t[word] = turn end
        if keys(t) ~= "apple banana fig nut pear" then return keys(t) end
      end
      return keys { b = 1, a = 2, 10, 20 }, keys { a = 1 }, keys {}
      """
    #expect(value(of: code) == "1 2 a b a")
  }

  @Test func tablesOfSimilarShapesAreDistinguished() {
    let code = """
      local texts = {}
      for mask = 0, 2 ^ 9 - 1 do
        local t, expected = {}, {}
        for bit = 0, 8 do
          if mask & 1 << bit ~= 0 then
            local key = bit < 3 and bit + 1 or "k" .. bit
            t[key] = bit
            expected[#expected + 1] = tostring(key)
          end
        end
        for time = 1, 2 do
          if keys(t) ~= table.concat(expected, " ") then return keys(t) end
        end
      end
      return "all"
      """
    #expect(value(of: code) == "all")
  }

  @Test func aKeyThatComesOrGoesIsSeenTheNextTime() {
    let code = """
      local t = { a = 1, b = 2, c = 3 }
      local shown = { keys(t) }
      t.b = nil
      shown[#shown + 1] = keys(t)
      t.d = 4
      shown[#shown + 1] = keys(t)
      local list = { 1, 2, 3 }
      shown[#shown + 1] = keys(list)
      list[2] = nil
      shown[#shown + 1] = keys(list)
      list[2], list[4], list.x = 2, 4, 5
      shown[#shown + 1] = keys(list)
      return table.concat(shown, ", ")
      """
    #expect(value(of: code) == "a b c, a c, a c d, 1 2 3, 1 3, 1 2 3 4 x")
  }

  @Test func fieldsMayBeChangedAndClearedOnTheWay() {
    let code = """
      local shown = {}
      for _, make in ipairs {
        function() return { a = 1, b = 2, c = 3, d = 4 } end,
        function() return { 1, 2, 3, 4 } end,
        function() return { [0.5] = 1, [true] = 2, x = 3, [{}] = 4 } end,
        function() local t = {} for i = 1, 99 do t["k" .. i] = i end return t end,
        function() local t = {} for i = 1, 99 do t[i] = i end return t end,
      } do
        local t, count, last = make(), 0, nil
        for key in pairs(t) do
          count = count + 1
          if last ~= nil then t[last] = nil end
          t[key], last = -1, key
        end
        t[last] = nil
        shown[#shown + 1] = count
        shown[#shown + 1] = tostring(next(t))
        t = make()
        count = 0
        for key in pairs(t) do
          for other in pairs(t) do if other ~= key then t[other] = nil end end
          count = count + 1
        end
        shown[#shown + 1] = count
      end
      return table.concat(shown, " ")
      """
    #expect(value(of: code) == "4 nil 1 4 nil 1 4 nil 1 99 nil 1 99 nil 1")
  }

  @Test func whatIsAddedOnTheWayIsLeftForTheNextTime() {
    let code = """
      local shown = {}
      for _, t in ipairs { { a = 1, b = 2 }, { 1, 2 }, { 1, 2, z = 3 } } do
        local count = 0
        for key in pairs(t) do
          count = count + 1
          t[#t + 1], t["y" .. count] = 0, 0
        end
        shown[#shown + 1] = count
      end
      return table.concat(shown, " ")
      """
    #expect(value(of: code) == "2 2 3")
  }

  @Test func loopsOverTablesOfOneShapeDoNotDisturbEachOther() {
    let code = """
      local function tree(depth)
        if depth == 0 then return { left = 1, right = 2 } end
        return { left = tree(depth - 1), right = tree(depth - 1) }
      end
      local function sum(t)
        local total = 0
        for _, value in pairs(t) do
          total = total + (type(value) == "table" and sum(value) or value)
        end
        return total
      end
      local t, pairings = { a = 1, b = 2, c = 3, [7] = 4 }, {}
      for first in pairs(t) do
        for second in pairs(t) do
          if second == "c" then break end
          pairings[#pairings + 1] = first .. second
        end
        for second in pairs(t) do if second == first then break end end
      end
      return sum(tree(6)), table.concat(pairings, " ")
      """
    #expect(value(of: code) == "192 77 7a 7b a7 aa ab b7 ba bb c7 ca cb")
  }

  @Test func aFunctionOfATraversalCanBeCalledByHand() {
    let code = """
      local shown = {}
      for _, t in ipairs { { x = 1, y = 2 }, { 5, 6 }, { 5, y = 6 } } do
        local step, same, first = pairs(t)
        local key, value = step(same, first)
        shown[#shown + 1] = tostring(same == t) .. tostring(key) .. value
        key, value = step(t, key)
        shown[#shown + 1] = key .. value .. tostring(step(t, key)) .. step(t)
        shown[#shown + 1] = select(2, pcall(step, t, "unknown"))
        shown[#shown + 1] = select(2, pcall(step, t, -1))
        shown[#shown + 1] = select(2, pcall(step, 1)):match("table expected")
        shown[#shown + 1] = tostring(step({}, nil))
      end
      return table.concat(shown, "; ")
      """
    let invalid = "invalid key to 'next'; invalid key to 'next'; table expected; nil"
    #expect(
      value(of: code)
        == "truex1; y2nilx; \(invalid); true15; 26nil1; \(invalid); true15; y6nil1; \(invalid)")
  }

  /// Lua's order of keys must not show, not even in which functions are the same.
  @Test func equalSetsOfKeysShareAFunctionInWhateverOrderTheyCame() {
    let code = """
      local function word()
        local letters = {}
        for i = 1, 6 do letters[i] = string.char(math.random(97, 122)) end
        return table.concat(letters)
      end
      local function step(...)
        local t = {}
        for _, key in ipairs { ... } do t[key] = true end
        return (pairs(t))
      end
      for i = 1, 100 do
        local a, b, c = word(), word(), word()
        local first, same = step(a, b, c), 0
        for _, other in ipairs {
          step(a, c, b), step(b, a, c), step(b, c, a), step(c, a, b), (step(c, b, a))
        } do
          if first == other then same = same + 1 end
        end
        if same ~= 0 and same ~= 5 then return i end
      end
      return "none told"
      """
    #expect(value(of: code) == "none told")
  }

  @Test func manyShapesAndLongKeysAreGoneThroughAllTheSame() {
    let code = """
      for i = 1, 300 do
        local long = ("x"):rep(i)
        local t = { [long] = 1, ["a" .. i] = 2, [i + 0.5] = 3, [-i] = 4 }
        if keys(t) ~= table.concat({ -i, i + 0.5, "a" .. i, long }, " ") then return i end
        t = { [long .. "y"] = 1, ["b" .. i] = 2 }
        if keys(t) ~= table.concat({ "b" .. i, long .. "y" }, " ") then return i end
      end
      return "all"
      """
    #expect(value(of: code) == "all")
  }
}
