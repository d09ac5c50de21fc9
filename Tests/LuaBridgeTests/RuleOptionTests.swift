import Foundation
import LuaBridge
import Pipeline
import Testing

@Suite struct RuleOptionTests {
  private let workbench = RuleWorkbench()
  private let source = """
    local o = options {
      window = { "30s", "how recent" }, dismissAfter = "1m30s", dry_run = { false },
      limit = { 10, "how many" }, ratio = 0.5, names = { { "a", "b" }, "which" }, title = "x",
    }
    return pipeline { source {
      a = o.window, b = o.dismissAfter, c = o.dry_run, d = o.limit, e = o.ratio, f = o.names,
      g = o.title } }
    """

  @Test func optionsKeepKindDefaultAndHelp() throws {
    let options = try workbench.load(source).options
    #expect(
      options.map(\.name) == [
        "dismissAfter", "dry_run", "limit", "names", "ratio", "title", "window",
      ])
    #expect(
      options.map(\.flag) == [
        "dismiss-after", "dry-run", "limit", "names", "ratio", "title", "window",
      ])
    #expect(
      options.map(\.kind) == [.duration, .boolean, .number, .list, .number, .text, .duration])
    #expect(options.map(\.help) == [nil, nil, "how many", "which", nil, nil, "how recent"])
    #expect(
      options.map(\.defaultValue?.text) == ["1m30s", "false", "10", "a,b", "0.5", "x", "30s"])
  }

  @Test func theRuleGetsDefaultsWithDurationsInSeconds() throws {
    let arguments = try workbench.load(source).stages[0].arguments
    #expect(
      arguments == [
        .table([
          ArgumentMember("a", .integer(30)), ArgumentMember("b", .integer(90)),
          ArgumentMember("c", .flag(false)), ArgumentMember("d", .integer(10)),
          ArgumentMember("e", .number(0.5)),
          ArgumentMember("f", .list([.text("a"), .text("b")])), ArgumentMember("g", .text("x")),
        ])
      ])
  }

  @Test func theCommandLineOverridesByFlagOrByName() throws {
    let rule = try workbench.load(
      source,
      [
        OptionOverride("window", "2m"), OptionOverride("dismiss-after", "500ms"),
        OptionOverride("dry_run", nil), OptionOverride("limit", "7"),
        OptionOverride("names", "x,y"), OptionOverride("title", "10"),
      ])
    #expect(
      rule.stages[0].arguments == [
        .table([
          ArgumentMember("a", .integer(120)), ArgumentMember("b", .number(0.5)),
          ArgumentMember("c", .flag(true)), ArgumentMember("d", .integer(7)),
          ArgumentMember("e", .number(0.5)),
          ArgumentMember("f", .list([.text("x"), .text("y")])), ArgumentMember("g", .text("10")),
        ])
      ])
    #expect(rule.options.first { $0.name == "window" }?.value == .duration(120_000))
    #expect(rule.options.first { $0.name == "window" }?.defaultValue == .duration(30_000))
  }

  @Test func evaluatorsGetTheSameOverrides() throws {
    let rule = try workbench.load(
      "local o = options { a = 1 } return pipeline { filter(function() return o.a == 2 end) }",
      [OptionOverride("a", "2")])
    #expect(try workbench.verdicts(of: rule, on: [SyntheticAsset()]) == [true])
  }

  private let bounds = """
    local o = options {
      limit = { 4, "how many", at_least(0) }, page = { 1, "which", between(1, 9) },
      ratio = { 0.5, "how much", at_most(1) },
    }
    return pipeline { source { a = o.limit, b = o.page, c = o.ratio } }
    """

  @Test(arguments: [
    ("limit", "0", nil), ("limit", "-1", "a whole number, 0 or more"), ("limit", "1.5", ""),
    ("page", "9", nil), ("page", "0", "a whole number from 1 to 9"),
    ("page", "10", "a whole number from 1 to 9"), ("ratio", "-3", nil),
    ("ratio", "1.5", "a number, 1 or less"),
  ])
  func numbersStayWithinTheirBounds(name: String, text: String, summary: String?) throws {
    let option = try #require(try workbench.load(bounds).options.first { $0.name == name })
    guard let summary else {
      #expect(option.objection(to: text) == nil)
      return
    }
    let objection = try #require(option.objection(to: text))
    #expect(objection.hasPrefix("option --\(name): \"\(text)\" is not \(summary)"))
    #expect(
      workbench.problem(bounds, [OptionOverride(name, text)]) == "rules/a.lua: \(objection)")
  }

  @Test func aListThatIsNamedAgainGrows() throws {
    let rule = try workbench.load(
      source, [OptionOverride("names", "x,y"), OptionOverride("names", "z\\,,a\\b,")])
    #expect(rule.options.first { $0.name == "names" }?.value == .list(["x", "y", "z,", "a\\b"]))
  }

  private let choices = """
    local o = options {
      kinds = { { "images" }, "which", { "images", "videos" } },
      mode = { "fast", "how", { "fast", "slow" } },
    }
    return pipeline { source { a = o.kinds, b = o.mode } }
    """

  @Test func choicesAreTexts() throws {
    let rule = try workbench.load(
      choices, [OptionOverride("kinds", "videos,images"), OptionOverride("mode", "slow")])
    #expect(
      rule.stages[0].arguments == [
        .table([
          ArgumentMember("a", .list([.text("videos"), .text("images")])),
          ArgumentMember("b", .text("slow")),
        ])
      ])
    #expect(rule.options.map(\.choices) == [["images", "videos"], ["fast", "slow"]])
    #expect(
      rule.options.map(\.summary) == [
        "one or more of images, videos, with commas between", "one of fast, slow",
      ])
    #expect(rule.options[0].objection(to: "images,videos") == nil)
  }

  @Test(arguments: [
    (
      "kinds", "images,vidoe",
      "\"vidoe\" is not one or more of images, videos, with commas between; did you mean \"videos\"?"
    ),
    ("kinds", "", "\"\" is not one or more of images, videos, with commas between"),
    ("mode", "fats", "\"fats\" is not one of fast, slow; did you mean \"fast\"?"),
    ("mode", "fast,slow", "\"fast,slow\" is not one of fast, slow"),
  ])
  func otherTextsThanTheChoicesAreRefused(name: String, text: String, message: String) throws {
    #expect(
      workbench.problem(choices, [OptionOverride(name, text)])
        == "rules/a.lua: option --\(name): \(message)")
    let option = try #require(try workbench.load(choices).options.first { $0.name == name })
    #expect(option.objection(to: text) == "option --\(name): \(message)")
  }

  @Test(arguments: [
    ("widow", "1m", "the rule has no option --widow; did you mean \"--window\"?"),
    ("window", "soon", "option --window: \"soon\" is not a duration such as 30s, 2m or 1h30m"),
    (
      "window", nil,
      "option --window: a value is missing; it takes a duration such as 30s, 2m or 1h30m"
    ),
    ("limit", "many", "option --limit: \"many\" is not a whole number"),
    ("limit", "inf", "option --limit: \"inf\" is not a whole number"),
    ("dry-run", "maybe", "option --dry-run: \"maybe\" is not true or false"),
  ])
  func wrongValuesNameTheOptionAndWhatItTakes(name: String, text: String?, message: String) {
    #expect(
      workbench.problem(source, [OptionOverride(name, text)]) == "rules/a.lua: \(message)")
  }

  @Test(arguments: [
    (
      "options { a = filter {} }",
      "1: option \"a\" can't be a filter stage; it takes a duration, number, text, boolean or list of texts"
    ),
    ("options { a = { 1, 2 } }", "1: the help of option \"a\" is not a text but a number"),
    (
      "options { a = { 1, 'x', 'y', 'z' } }",
      "1: option \"a\" takes { value, \"help\" }, or { value, \"help\", choices }"
    ),
    (
      "options { a = { 'x', 'help', 'x' } }",
      "1: the choices of option \"a\" are a list of texts, not a text"
    ),
    (
      "options { a = { 1, 'help', { 'x' } } }",
      "1: option \"a\" has choices, so it is a text or a list of texts, not a number"
    ),
    (
      "options { a = { { 'x', 'iamge' }, 'help', { 'x', 'image' } } }",
      "1: the default of option \"a\", \"iamge\", is not one of its choices; did you mean \"image\"?"
    ),
    (
      "options { a = { 'x', 'help', at_least(0) } }",
      "1: option \"a\" has bounds, so it is a number, not a text"
    ),
    (
      "options { a = { -1, 'help', at_least(0) } }",
      "1: the default of option \"a\", -1, is not a whole number, 0 or more"
    ),
    (
      "options { a = { 1, 'help', within('30s') } }",
      "1: the bounds of option \"a\" are at_least(…), at_most(…) or between(…, …) with numbers,"
        + " not within(…)"
    ),
    ("options { ['a b'] = 1 }", "1: an option's name is letters, digits and _; \"a b\" is not"),
    ("options { a_b = 1, aB = 1 }", "1: options \"aB\" and \"a_b\" are both --a-b"),
    ("options { a = 1 } options { b = 1 }", "1: options is called twice"),
    ("options { 'a' }", "1: options takes names: options { window = \"30s\" }"),
    ("options { a = function() end }", "1: an option can't be a function"),
    (
      "local o = options { window = 1 } return o.widow",
      "1: unknown option \"widow\"; did you mean \"window\"?"
    ),
    ("local o = options { window = 1 } o.window = 2", "1: options are read-only"),
  ])
  func wrongDeclarationsAreRefused(source: String, message: String) {
    #expect(workbench.problem(source) == "rules/a.lua:\(message)")
  }

  @Test func anOptionForARuleWithoutOptionsIsRefused() {
    #expect(
      workbench.problem("return pipeline { source {} }", [OptionOverride("window", "1s")])
        == "rules/a.lua: the rule has no options, but --window was given")
  }
}

extension RuleOptionTests {
  @Test func aFolderOfTheCommandLineBeginsAtTheWorkingFolder() throws {
    let source = """
      local o = options { to = { "", "where to", "folder" } }
      return pipeline { source { a = o.to } }
      """
    func folder(_ text: String?) throws -> String? {
      let given = text.map { [OptionOverride("to", $0)] } ?? []
      let option = try #require(try workbench.load(source, given).options.first)
      #expect(option.kind == .folder)
      return option.value?.text
    }
    let current = FileManager.default.currentDirectoryPath
    let above = (current as NSString).deletingLastPathComponent
    #expect(try folder(nil) == "")
    #expect(try folder("") == "")
    #expect(try folder("a b/{localDate:%Y}/") == current + "/a b/{localDate:%Y}/")
    #expect(try folder("./a") == current + "/a")
    #expect(try folder("../a") == (above == "/" ? "" : above) + "/a")
    #expect(try folder("/a") == "/a")
    #expect(try folder("~/a") == "~/a")
    #expect(try folder("/a/../b/./c/") == "/b/c/")
    #expect(try folder("~/a/../b") == "~/b")
    #expect(try folder("a/../{title}/..") == current + "/{title}/..")
    // Refused later: what is above the home folder has no name that begins there.
    #expect(try folder("~/../b") == "~/../b")
  }

  @Test func onlyATextIsAFolder() throws {
    #expect(
      workbench.problem("options { to = { 1, \"where\", \"folder\" } } return pipeline {}")
        .contains("option \"to\" is a folder, so its default is a text"))
  }
}

/// Values that are chosen when a rule declares its options.
@Suite struct OptionChoiceTests {
  private let loader = RuleLoader(words: RuleVocabulary(.builtin), printer: RulePrinter { _ in })

  @Test func valuesAreChosenOnce() throws {
    var asked: [[String]] = []
    let source = """
      local o = options { to = required("where to"), selection = true }
      return pipeline { source {}, filter(function(asset) return asset.filename == o.to end) }
      """
    let rule = try loader.inspect(
      RuleFile(path: "a.lua", source: source), now: Instant(milliseconds: 0)
    ) { declared in
      #expect(declared.takesSelection)
      asked.append(declared.all.map(\.flag))
      return [OptionOverride("to", "x")]
    }
    #expect(rule.options.map(\.value) == [.text("x")])
    // A worker's state gets the same values.
    _ = try rule.makeEvaluator()
    #expect(asked == [["to"]])
  }

  @Test func aRefusalEndsTheLoading() throws {
    var declaredNames: [String] = []
    let printer = RulePrinter { _ in Issue.record("the rule went on") }
    #expect(throws: RuleProblems.self) {
      try RuleLoader(words: RuleVocabulary(.builtin), printer: printer).inspect(
        RuleFile(
          path: "a.lua",
          source: "pcall(options, { n = 1 }) print('on') return pipeline { source {} }"),
        now: Instant(milliseconds: 0)
      ) { declared in
        declaredNames = declared.all.map(\.name)
        return nil
      }
    }
    #expect(declaredNames == ["n"])
  }
}
