import LuaBridge
import Pipeline
import Testing

@Suite struct RuleLoadingTests {
  private let workbench = RuleWorkbench()

  @Test func stagesKeepOrderLinesAndSortedMembers() throws {
    let rule = try workbench.load(
      """
      #!/usr/bin/env -S shotflow run
      return pipeline {
        about = "what it does",
        wants = { "it tells others" },
        source { album = "smartAlbumScreenshots" },
        filter { pixelWidth = at_least(1000),
                 creationDate = between(1, 2), mediaType = { "image", "video" } },
        load { cover = { 150, 150 }, loud = true, ratio = 0.5 },
      }
      """)
    #expect(rule.name == "a")
    #expect(rule.about == "what it does")
    #expect(rule.wants == ["it tells others"])
    #expect(rule.stages.map(\.name) == ["source", "filter", "load"])
    #expect(rule.stages.map(\.line) == [5, 6, 8])
    #expect(
      rule.stages[1].arguments == [
        .table([
          ArgumentMember(
            "creationDate",
            .test(TestCall(name: "between", arguments: [.integer(1), .integer(2)], line: 7))),
          ArgumentMember("mediaType", .list([.text("image"), .text("video")])),
          ArgumentMember(
            "pixelWidth", .test(TestCall(name: "at_least", arguments: [.integer(1000)], line: 6))),
        ])
      ])
    #expect(
      rule.stages[2].arguments == [
        .table([
          ArgumentMember("cover", .list([.integer(150), .integer(150)])),
          ArgumentMember("loud", .flag(true)), ArgumentMember("ratio", .number(0.5)),
        ])
      ])
  }

  @Test func aTestWithoutArgumentsNeedsNoCall() throws {
    let rule = try workbench.load(
      "return pipeline { filter { location = present },\n filter { location = present() } }")
    let bare = TestCall(name: "present", arguments: [], line: 1)
    let called = TestCall(name: "present", arguments: [], line: 2)
    #expect(rule.stages[0].arguments == [.table([ArgumentMember("location", .test(bare))])])
    #expect(rule.stages[1].arguments == [.table([ArgumentMember("location", .test(called))])])
  }

  @Test(.enabled(if: RuleWorkbench.knows("classify")))
  func functionsAreNumberedInSortedOrderWithTheirLines() throws {
    let rule = try workbench.load(
      """
      return pipeline {
        classify { zebra = function() end,
                   apple = function() end },
        filter(function() return true end),
      }
      """)
    let apple = FunctionReference(index: 0, line: 3)
    let zebra = FunctionReference(index: 1, line: 2)
    #expect(
      rule.stages[0].arguments == [
        .table([
          ArgumentMember("apple", .function(apple)), ArgumentMember("zebra", .function(zebra)),
        ])
      ])
    #expect(rule.stages[1].arguments == [.function(FunctionReference(index: 2, line: 4))])
  }

  @Test func aTableMayMixPlacesAndNames() throws {
    let rule = try workbench.load("return pipeline { load { \"program\", timeout = 3 } }")
    #expect(
      rule.stages[0].arguments == [
        .table([ArgumentMember("1", .text("program")), ArgumentMember("timeout", .integer(3))])
      ])
  }

  @Test func aByteOrderMarkIsSkippedAndAShebangLineCounts() {
    #expect(
      workbench.problem("\u{FEFF}#!/usr/bin/shotflow\nreturn 1")
        == "rules/a.lua: a rule returns pipeline { … }; this one returns a number")
    #expect(workbench.problem("#!x\nlocal = 1").hasPrefix("rules/a.lua:2: "))
  }

  @Test func nowIsTheMomentOfTheRunInSeconds() throws {
    let rule = try workbench.load("return pipeline { source { at = now } }")
    #expect(
      rule.stages[0].arguments == [.table([ArgumentMember("at", .number(1_443_389_380.5))])])
  }

  @Test func whatARulePrintsIsShownOnceAndCannotDriveTheTerminal() throws {
    let rule = try workbench.load(
      "print('a', 1, nil, '\\27[31m\\u{202E}') return pipeline { filter(function() end) }")
    _ = try rule.makeEvaluator()
    #expect(workbench.output == ["a\t1\tnil\t\\x1b[31m\\xe2\\x80\\xae"])
  }

  @Test func printingEndsAtSixtyFourKilobytes() {
    _ = workbench.problem("for i = 1, 1000 do print(('x'):rep(1000)) end")
    #expect(workbench.output.map(\.utf8.count).reduce(0, +) < 66_000)
  }

  @Test func randomNumbersAreTheSameInEveryRun() {
    let code = "return math.random(1000000), math.random(1000000)"
    #expect(workbench.value(of: code) == RuleWorkbench().value(of: code))
  }

  @Test(arguments: [
    ("return filter {}", "a rule returns pipeline { … }; this one returns a filter { … } alone"),
    ("return", "a rule returns pipeline { … }; this one returns nothing"),
    ("return {}", "a rule returns pipeline { … }; this one returns a table"),
    (
      "return function() end", "a rule returns pipeline { … }; this one returns a function"
    ),
  ])
  func anythingButAPipelineIsRefused(source: String, message: String) {
    #expect(workbench.problem(source) == "rules/a.lua: \(message)")
  }

  @Test(arguments: [
    (
      "return pipeline {\n filtr {} }",
      "2: unknown function \"filtr\"; did you mean \"filter\"?"
    ),
    (
      "local x = 1\nreturn pipeline { filter { a = presnt } }",
      "2: unknown name \"presnt\"; did you mean \"present\"?"
    ),
    ("local shot = shot or {} return pipeline {}", "1: unknown name \"shot\""),
    ("return pipeline { filter { a = 1,, } }", "1: unexpected symbol near ','"),
    ("x = = 1", "1: unexpected symbol near '='"),
    ("return pipeline { source {}", "1: '}' expected near <eof>"),
    ("local a\nreturn a.b", "2: attempt to index a nil value (local 'a')"),
    ("error('no such day')", "1: no such day"),
    ("error({})", " raised a table instead of a message"),
    ("error()", " raised a nil instead of a message"),
    ("error(setmetatable({}, {__tostring = function() return 'shown' end}))", " shown"),
    (
      "error(setmetatable({}, {__tostring = function() error('x') end}))",
      " the error has no readable text"
    ),
    ("error('\\27]0;pwned\\7', 0)", " \\x1b]0;pwned\\x07"),
    ("return pipeline {}", "1: the pipeline has no stages"),
    (
      "return pipeline(source {}, source {})",
      "1: pipeline takes one list of stages: pipeline { source { … }, … }"
    ),
    ("return pipeline { source {}, 5 }", "1: a pipeline holds stages; number 2 is a number"),
    (
      "return pipeline { abuot = 'x', source {} }",
      "1: pipeline has no member \"abuot\"; did you mean \"about\"?"
    ),
    ("return pipeline { about = 1, source {} }", "1: about is a text, not a number"),
    ("return pipeline {\n source { a = 0/0 } }", "2: a: a number of a rule must be finite"),
    ("return pipeline { source { a = 1/0 } }", "1: a: a number of a rule must be finite"),
    ("return pipeline { source { [1] = 1, [3] = 2 } }", "1: a list of a rule can't have holes"),
    (
      "return pipeline { source { [true] = 1 } }",
      "1: a table of a rule has names or a list; this one has a boolean as a key"
    ),
    (
      "return pipeline { source { a = ('x'):rep(65537) } }",
      "1: a text of a rule can have at most 64 KiB"
    ),
    ("return pipeline { filter(nil) }", "1: a rule can't hold nil here"),
    (
      "local t = {} t.t = t return pipeline { source(t) }",
      "1: the tables of a rule can be at most 16 deep"
    ),
    ("local f = filter {} return f.x", "1: filter gives no fields to read"),
    ("local f = filter {} f.x = 1", "1: filter can't be changed; give it a table"),
    ("setmetatable({}, {__gc = true})", "1: a metatable of a rule can't have __gc"),
  ])
  func problemsNamePlaceCauseAndRemedy(source: String, message: String) {
    #expect(workbench.problem(source) == "rules/a.lua:\(message)")
  }

  @Test func theWordAtFaultIsNamedForACaret() {
    #expect(throws: RuleProblem.self) {
      do throws(RuleProblem) {
        _ = try workbench.load("return pipeline {\n  clasify {} }")
      } catch {
        #expect(error.token == "clasify")
        #expect(error.line == 2)
        throw error
      }
    }
  }

  @Test func bytecodeIsRefused() {
    #expect(
      workbench.problem("\u{1B}Lua").hasSuffix("attempt to load a binary chunk (mode is 't')"))
    #expect(
      workbench.problem("#!x\n\u{1B}Lua").hasPrefix("rules/a.lua:2: unexpected symbol near"))
  }

  @Test func resultsAreReadPastTheirMetatables() {
    let source = """
      local function evil() while true do end end
      local t = setmetatable({ 1 }, { __index = evil, __pairs = evil, __len = evil })
      return pipeline { source { a = t } }
      """
    #expect(workbench.problem(source) == "no problem")
  }

  @Test func aTextInManyPlacesIsCountedInEach() {
    let source = """
      local text, texts = ("x"):rep(60000), {}
      for place = 1, 90000 do texts[place] = text end
      return pipeline { source { texts } }
      """
    #expect(
      workbench.problem(source)
        == "rules/a.lua:3: the texts of a rule can have at most 1 MiB together")
    #expect(
      workbench.problem("return pipeline { source { [('x'):rep(70000)] = 1 } }")
        == "rules/a.lua:1: a text of a rule can have at most 64 KiB")
  }

  @Test func fileProblemsNameThePath() throws {
    let folder = try TemporaryFolder()
    try folder.write("large.lua", String(repeating: "-", count: (1 << 20) + 1))
    try folder.write("large-enough.lua", "return pipeline { source {} }\n")
    func problem(_ path: String) -> String {
      do throws(RuleProblem) {
        _ = try RuleFile(path: path)
        return "no problem"
      } catch {
        return error.description
      }
    }
    #expect(problem("\(folder.path)/none.lua") == "\(folder.path)/none.lua: no such file")
    #expect(problem(folder.path) == "\(folder.path): is a folder, not a rule")
    #expect(problem("\(folder.path)/large.lua") == "\(folder.path)/large.lua: is larger than 1 MiB")
    #expect(problem("/dev/null") == "/dev/null: is not a regular file")
    #expect(problem("\(folder.path)/large-enough.lua") == "no problem")
  }
}
