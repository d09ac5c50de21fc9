import Pipeline
import Testing

@testable import LuaBridge

/// The problems that a check finds in a rule, and the code that it accepts.
@Suite struct RuleInspectionTests {
  private static let opening = "return pipeline { source {},\n"

  /// Everything that is found wrong with a rule, a line each.
  private func problems(_ source: String) -> [String] {
    let loader = RuleLoader(words: RuleVocabulary(.builtin), printer: RulePrinter { _ in })
    let now = Instant(milliseconds: 1_443_389_380_500)
    do throws(RuleProblems) {
      let rule = try loader.inspect(RuleFile(path: "a.lua", source: source), now: now)
      let builder = PlanBuilder(components: .builtin, rulePath: "a.lua", now: now)
      var found = rule.problems
      do throws(RuleProblems) {
        _ = try builder.plan(rule.stages, sources: []) { function, fields in
          rule.problems(in: function, knowing: fields)
        }
      } catch {
        found += error.problems
      }
      return RuleProblems(found).problems.map(\.description)
    } catch {
      return error.problems.map(\.description)
    }
  }

  private func problems(inStages stages: String) -> [String] {
    problems(Self.opening + stages + " }")
  }

  private func problems(inFilter body: String) -> [String] {
    problems(inStages: "filter(function(asset) \(body) end)")
  }

  @Test(arguments: [
    ("return tostrin(asset)", "unknown name \"tostrin\"; did you mean \"tostring\"?"),
    (
      "return os.date()",
      "unknown name \"os\"; a rule has no os; now is the moment of the run, and dates have"
        + " :format(\"%Y-%m-%d\")"
    ),
    ("if false then return verbose end", "unknown name \"verbose\""),
    ("return (function() return verbos end)()", "unknown name \"verbos\""),
    (
      "return mediaType == 'image'",
      "unknown name \"mediaType\"; a function reads a field of its asset, such as asset.mediaType"
    ),
    ("return string.trim('a')", "string has no \"trim\""),
    ("return math.foor(2.5)", "math has no \"foor\"; did you mean \"floor\"?"),
    (
      "return asset.filenam == 'x'", "an asset has no field \"filenam\"; did you mean \"filename\"?"
    ),
    (
      "local a = asset return a.filenam",
      "an asset has no field \"filenam\"; did you mean \"filename\"?"
    ),
    (
      "return (function() return asset.titel end)()",
      "an asset has no field \"titel\"; did you mean \"title\"?"
    ),
    ("return asset:isImage()", "an asset has no field \"isImage\""),
    (
      "for i = 1, 3 do if asset.keyword then return true end end",
      "an asset has no field \"keyword\"; did you mean \"keywords\"?"
    ),
    (
      "return asset.creationDate == '2024-12-31'",
      "a date never equals a text; compare its day, as in"
        + " asset.creationDate:format(\"%Y-%m-%d\") == \"2024-12-31\""
    ),
    (
      "local day = 'x' return asset.addedDate ~= day",
      "a date never equals a text; compare its day, as in"
        + " asset.addedDate:format(\"%Y-%m-%d\") == \"2024-12-31\""
    ),
    (
      "return asset.creationDate > 'monday'",
      "a date compares with a text such as \"2024-12-31\", not \"monday\""
    ),
    (
      "return 'monday' <= asset.creationDate",
      "a date compares with a text such as \"2024-12-31\", not \"monday\""
    ),
    (
      "return asset.pixelWidth > '100'",
      "pixelWidth is a whole number, not the text \"100\"; leave out the quotation marks"
    ),
    ("return asset.duration < '30s'", "duration is a number, not the text \"30s\""),
    (
      "return asset.isFavorite == 'true'",
      "isFavorite is true or false, not the text \"true\"; leave out the quotation marks"
    ),
    (
      "local d = asset.creationDate return d.yeer",
      "a date has no \"yeer\"; it has year, month, day, hour, minute, second, weekday, format;"
        + " did you mean \"year\"?"
    ),
    (
      "return asset.creationDate:format('%Y-%Q')",
      "format knows no %Q; it knows Y y m d e j H I p M S a A b B u V G F R T z %"
    ),
  ])
  func mistakesInFunctionsAreFound(_ body: String, _ message: String) {
    #expect(problems(inFilter: body) == ["a.lua:2: \(message)"])
  }

  @Test(arguments: [
    "local since = 'monday'\n%filter(function(a) return a.creationDate > since end) }",
    "local since = 'monday'\n%filter(function(a) local d = a.creationDate return d and since <= d end) }",
    "local function newer(since)\n  return filter(function(a) return a.creationDate > 'monday' end) end\n"
      + "%newer(1) }",
    "local since = 'monday'\nlocal function newer()\n  return filter(function(a)\n"
      + "  return a.creationDate > since end) end %newer() }",
  ])
  func aDateIsComparedWithATextFromAroundTheFunction(_ rule: String) {
    let found = problems(rule.replacing("%", with: "return pipeline { source {}, "))
    let message = "a date compares with a text such as \"2024-12-31\", not \"monday\""
    #expect(found.map { $0.hasSuffix(message) } == [true], "\(found)")
  }

  @Test(arguments: [
    "local since = '2024-12-31'\n%filter(function(a) return a.creationDate > since end) }",
    "local since = ''\n%filter(function(a) return since == '' or a.creationDate > since end) }",
    "local o = options { since = 'monday' } local since = o.since"
      + " %filter(function(a) return a.creationDate > since end) }",
    "local since = 'monday'\nif now > 0 then since = '2024-12-31' end"
      + " %filter(function(a) return a.creationDate > since end) }",
    "local since = 'monday'\nlocal function set() since = '2024-12-31' end set()"
      + " %filter(function(a) return a.creationDate > since end) }",
    "local since = 'monday'\n%filter(function(a) return a.filename > since end) }",
  ])
  func aTextFromAroundTheFunctionThatMayBeRightIsLeftAlone(_ rule: String) {
    #expect(problems(rule.replacing("%", with: "return pipeline { source {}, ")) == [])
  }

  @Test(arguments: [
    "local os = { date = function() return 3 end } return os.date()",
    "local verbose = true return verbose", "asset = asset.exif return asset.Foo",
    "local t = { filenam = 1 } return t.filenam", "return asset.exif.Whatever",
    "return asset.location and asset.location.latitude", "local asset = {} return asset.foo",
    "for _, asset in ipairs({}) do if asset.foo then return 1 end end",
    "local function f(asset) return asset.foo end return f({})",
    "return (asset.title or ''):foo()", "return string.trim and string.trim('x')",
    "local trim = string.trim return trim == nil", "return _ENV['some' .. 'thing']",
    "local _ENV = { x = 1 } return x", "return asset.creationDate == 5",
    "return asset.creationDate < '2024-12-31' and asset.title == '2024-12-31'",
    "return asset.creationDate:format('%Y%%') == '2024'", "asset = {} asset = nil return 1",
    "local d = asset.title if asset.title then d = asset.creationDate end return d == 'x'",
    "return asset:hasItemConformingTo('public.image') and asset.labels == nil",
    "goto done ::done:: return select('#', asset) + #pairs({}) and next({}) == nil",
    "local x <const> = 5 return asset.pixelWidth > x",
    "local f = function() asset = { foo = 1 } end f() return asset.foo",
  ])
  func whatMayBeRightIsLeftAlone(_ body: String) {
    #expect(problems(inFilter: body) == [])
  }

  @Test func globalsOfTheRuleAreKnown() {
    let source = """
      function helper(asset) return later(asset) end
      if false then function never() end end
      local function setup() function later() return never and never() end end
      setup()
      return pipeline { source {}, filter(function(asset) return helper(asset) end) }
      """
    #expect(problems(source) == [])
  }

  @Test(.enabled(if: RuleWorkbench.knows("classify"))) func fieldsOfStagesAreKnown() {
    #expect(
      problems(
        inStages: """
          classify { mood = function(asset) return asset.mood or asset.later end },
          filter(function(asset) return asset.mood == "glad" and asset.mod end),
          classify { later = function() return 1 end }
          """) == ["a.lua:3: an asset has no field \"mod\"; did you mean \"mood\"?"])
  }

  @Test(.enabled(if: RuleWorkbench.knows("classify"))) func oneMisspeltStageHidesNothingElse() {
    let source = """
      return pipeline {
        sorce { albun = "x" },
        fliter { mediatype = "image", creationDate = wihtin("30s"), pixelWidth = "wide" },
        filter { mediaType == "image", pixelHeight = any_of(1, 2), none = { { filenam = 1 } } },
        classify { a = foo(3) },
        filter { location = presnt, duration = at_least(presnt) },
        filter(function(asset) return asset.filenam end),
        dedupe { by = "md5" },
        abuot = "x",
      }
      """
    #expect(
      problems(source).sorted() == [
        "a.lua:1: pipeline has no member \"abuot\"; did you mean \"about\"?",
        "a.lua:2: source has no option called \"albun\"; did you mean \"album\"?",
        "a.lua:2: unknown function \"sorce\"; did you mean \"source\"?",
        "a.lua:3: no field called \"mediatype\"; did you mean \"mediaType\"?",
        "a.lua:3: pixelWidth is a whole number, not \"wide\"",
        "a.lua:3: unknown function \"fliter\"; did you mean \"filter\"?",
        "a.lua:3: unknown function \"wihtin\"; did you mean \"within\"?",
        "a.lua:4: no field called \"filenam\"; did you mean \"filename\"?",
        "a.lua:4: unknown function \"any_of\"; did you mean \"any\"?",
        "a.lua:4: unknown name \"mediaType\"; a table takes one =, as in mediaType = \"…\"",
        "a.lua:5: unknown function \"foo\"",
        "a.lua:6: unknown name \"presnt\"; did you mean \"present\"?",
        "a.lua:7: an asset has no field \"filenam\"; did you mean \"filename\"?",
        "a.lua:8: by takes \"sha1\" or \"sha256\", not \"md5\"",
      ])
  }

  @Test(.enabled(if: RuleWorkbench.knows("classify")))
  func aStageThatIsNotUnderstoodMayAddItsNamesAndOthersUnlikeAnyField() {
    let filter = "filter(function(asset) return asset.filenames or asset.mood or asset.filenam end)"
    let misspelt = "a.lua:2: an asset has no field \"filenam\"; did you mean \"filename\"?"
    let unknown = "a.lua:2: unknown function \"foo\""
    for stage in ["foo { filenames = 1 }", "classify { filenames = foo(3) }"] {
      #expect(problems(inStages: "\(stage), \(filter)").sorted() == [misspelt, unknown])
    }
  }

  @Test(arguments: [
    ("pixelWidth > 1000", "a table takes tests, such as pixelWidth = at_least(…)"),
    ("pixelWidth ~= 3", "a table takes tests, such as pixelWidth = none(\"…\")"),
    ("isFavorite == true", "a table takes one =, as in isFavorite = \"…\""),
  ])
  func aComparisonInATableHasARemedy(_ test: String, _ remedy: String) {
    let name = test.prefix { $0 != " " }
    #expect(
      problems(inStages: "filter { \(test) }") == ["a.lua:2: unknown name \"\(name)\"; \(remedy)"])
  }

  @Test func aListOfTruthsHasARemedyToo() {
    let found = problems("local x = 1\n" + Self.opening + "filter { x == 2 } }")
    #expect(
      found == [
        "a.lua:3: filter takes one table or one function, not a list;"
          + " a table takes one =, as in mediaType = \"image\""
      ])
  }

  @Test func aMisspeltPipelineIsOneAllTheSame() {
    #expect(
      problems("return pipline {\n source { albun = 1 } }") == [
        "a.lua:1: unknown function \"pipline\"; did you mean \"pipeline\"?",
        "a.lua:2: source has no option called \"albun\"; did you mean \"album\"?",
      ])
  }

  @Test func aMisspeltOptionHidesNothingElse() {
    let source = """
      local o = options { window = "30s", name = "x" }
      local folder = o.nmae .. "/sub"
      return pipeline { source { album = folder }, filter { creationDate = within(o.widow), limit = "x" } }
      """
    #expect(
      problems(source) == [
        "a.lua:2: unknown option \"nmae\"; did you mean \"name\"?",
        "a.lua:3: unknown option \"widow\"; did you mean \"window\"?",
        "a.lua:3: limit takes a whole number, 0 or more, not \"x\"",
      ])
  }

  /// The consequences of an unknown name are no problems of their own.
  @Test func onlyTheCauseIsReported() {
    #expect(
      problems("local w = tostirng(30)\nlocal x = w .. 's'\nreturn pipeline { source {} }")
        == ["a.lua:1: unknown function \"tostirng\"; did you mean \"tostring\"?"])
  }

  @Test func callsOfNothingAreErrorsAsBefore() {
    let cases = [
      ("local f; f()", "attempt to call a nil value (local 'f')"),
      ("local t = {}; t.f()", "attempt to call a nil value (field 'f')"),
      ("local t = {}; t:f()", "attempt to call a nil value (method 'f')"),
    ]
    for (code, message) in cases {
      #expect(problems(code) == ["a.lua:1: \(message)"])
      #expect(
        problems(
          "local ok, why = pcall(function() \(code) end)\nreturn pipeline { source {}, filter { filename = why } }"
        ) == [])
    }
  }

  /// The names that are known here are those that rules find.
  @Test func theGlobalsAreThoseOfTheSandbox() {
    let workbench = RuleWorkbench()
    for name in SandboxGlobals.names {
      #expect(workbench.value(of: "return type(\(name)) ~= 'nil'") == "true", "\(name)")
    }
    for (library, members) in SandboxGlobals.libraries {
      let keys = "local keys = {} for key in pairs(\(library)) do keys[#keys + 1] = key end"
      #expect(
        workbench.value(of: "\(keys) return table.concat(keys, ' ')")
          == members.sorted().joined(separator: " "))
    }
  }

  @Test func bytesThatAreNoFunctionGiveNothing() {
    for bytes: [UInt8] in [
      [], [0x1B, 0x4C], Array("local x = 1".utf8), [UInt8](repeating: 0xFF, count: 200),
    ] {
      #expect(bytes.withUnsafeBytes { LuaPrototype($0) } == nil)
    }
  }
}

/// Options that have to be set.
@Suite struct RequiredOptionTests {
  private let loader = RuleLoader(words: RuleVocabulary(.builtin), printer: RulePrinter { _ in })

  private func inspect(
    _ source: String, _ overrides: [OptionOverride] = []
  ) throws(RuleProblems) -> LoadedRule {
    try loader.inspect(
      RuleFile(path: "a.lua", source: source), now: Instant(milliseconds: 0)
    ) { _ in overrides }
  }

  @Test func aRuleIsCheckedWithoutThem() throws {
    let rule = try inspect(
      """
      local o = options { to = required("where to"), count = required("how many", "number"),
                          kinds = required("which", { "image", "video" }), list = required("all", "list") }
      local folder = (o.to .. "/sub"):lower():gsub("a", "b")
      for _, name in ipairs(o.list) do error(name) end
      for name in pairs(o.list) do error(name) end
      if #o.list > 0 or o.count > 5 then error("never") end
      return pipeline { source { album = folder }, filter { limit = o.count * 2, mediaType = o.kinds, filename = like(o.to) } }
      """)
    #expect(rule.unsetOptions.map(\.name).sorted() == ["count", "kinds", "list", "to"])
    #expect(rule.problems == [] && rule.hindrance == nil)
    let builder = PlanBuilder(
      components: .builtin, rulePath: "a.lua", now: Instant(milliseconds: 0))
    _ = try builder.plan(rule.stages)
  }

  @Test func theyHaveTheValueOfTheCommandLine() throws {
    let source =
      "local o = options { n = required('how many', 'number') } return pipeline { filter { limit = o.n } }"
    let rule = try inspect(source, [OptionOverride("n", "7")])
    #expect(rule.unsetOptions.isEmpty)
    #expect(rule.stages[0].arguments == [.table([ArgumentMember("limit", .integer(7))])])
    #expect(rule.options.first?.objection(to: "many") == "option --n: \"many\" is not a number")
  }

  @Test func whatNeedsTheirValueStandsInTheWay() throws {
    let rule = try inspect("local o = options { n = required('how many') }\nreturn ('x'):rep(o.n)")
    #expect(rule.hindrance?.line == 2)
    #expect(rule.problems == [])
  }

  @Test(arguments: [
    ("required()", "option \"n\": required takes a text of help, then a kind or a list of choices"),
    (
      "required('a', 'numbr')",
      "option \"n\" is of one of the kinds duration, number, text, boolean, list, folder, not \"numbr\"; did you mean \"number\"?"
    ),
    ("required('a', {})", "the choices of option \"n\" are a list of texts, not a list"),
  ])
  func wrongOnesAreRefused(_ declared: String, _ message: String) {
    #expect(throws: RuleProblems.self) {
      do throws(RuleProblems) {
        _ = try inspect("options { n = \(declared) }")
      } catch {
        #expect(error.problems.map(\.description) == ["a.lua:1: \(message)"])
        throw error
      }
    }
  }
}
