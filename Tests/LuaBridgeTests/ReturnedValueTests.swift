import LuaBridge
import Testing

@testable import Assets
@testable import Engine
@testable import Pipeline

/// The values that functions return, and the added fields that they read.
@Suite(.enabled(if: RuleWorkbench.knows("classify"))) struct ReturnedValueTests {
  private let workbench = RuleWorkbench()
  private let function = FunctionReference(index: 0, line: 1)

  private func values(
    _ body: String, on assets: [Asset], fields: FieldTable = FieldTable()
  ) throws -> [String] {
    let rule = try workbench.load(
      "return pipeline { source {}, classify { mood = function(asset)\n\(body) end } }")
    let evaluator = try rule.makeEvaluator(fields: fields)
    return try evaluator.values(of: function, on: Batch(ordinal: 0, assets: assets))
      .map { "\($0)" }
  }

  private func value(_ expression: String) throws -> String {
    let asset = SyntheticAsset()
    let values = try values("return \(expression)", on: [asset])
    if let failure = asset.failure { return failure.reason }
    return values.joined()
  }

  @Test(
    arguments: [
      ("nil", "absent"), ("", "absent"), ("true", "flag(true)"), ("false", "flag(false)"),
      ("7", "integer(7)"), ("math.mininteger", "integer(-9223372036854775808)"),
      ("7.0", "number(7.0)"), ("-0.5", "number(-0.5)"), ("'happy'", "string(\"happy\")"),
      ("'a\\0b'", "string(\"a\\0b\")"), ("'\\xff'", "string(\"\u{FFFD}\")"), ("''", "string(\"\")"),
      ("{ 'a', 'b' }", "texts([\"a\", \"b\"])"), ("{}", "texts([])"),
      ("setmetatable({ 'a' }, { __index = error, __len = error })", "texts([\"a\"])"),
    ])
  func valuesArriveInTheShapesOfFields(_ expression: String, _ expected: String) throws {
    #expect(try value(expression) == expected)
  }

  @Test(
    arguments: [
      ("print", "can't be a function"), ("{ x = 1 }", "can't be a table that is no list of texts"),
      ("{ 1, 2 }", "can't be a table that is no list of texts"),
      ("{ 'a', nil, 'c' }", "can't be a table that is no list of texts"),
      ("{ 'a', { 'b' } }", "can't be a table that is no list of texts"),
      ("{ 'a', x = 'b' }", "can't be a table that is no list of texts"),
      ("asset", "can't be an asset or another thing of the program's"),
      ("within('3s')", "can't be an asset or another thing of the program's"),
      ("0/0", "can't be a number that is not finite"),
      ("math.huge", "can't be a number that is not finite"),
      ("('x'):rep(65537)", "can't be a text of more than 64 KiB"),
      ("{ ('x'):rep(65537) }", "can't have a text of more than 64 KiB"),
    ])
  func anythingElseFailsItsAsset(_ expression: String, _ reason: String) throws {
    #expect(
      try value(expression)
        == "rules/a.lua:1: the label \"mood\" \(reason);"
        + " return a text, a number, true, false or a list of texts")
  }

  @Test func sizesHaveBounds() throws {
    func list(_ count: Int, of text: String) throws -> String {
      let asset = SyntheticAsset()
      let found = try values(
        "local t = {} for i = 1, \(count) do t[i] = \(text) end return t", on: [asset])
      return asset.failure?.reason ?? "\(found[0].utf8.count > count)"
    }
    #expect(try value("('x'):rep(65536)").utf8.count == 65536 + "string(\"\")".utf8.count)
    #expect(try list(1024, of: "'x'") == "true")
    #expect(try list(1025, of: "'x'").contains("can't be a list of more than 1024 texts"))
    #expect(try list(16, of: "('x'):rep(65536)") == "true")
    #expect(try list(17, of: "('x'):rep(65536)").contains("more than 1 MiB together"))
  }

  @Test func eachAssetHasItsOwn() throws {
    let assets = (0..<300).map { SyntheticAsset([.pixelWidth: .integer(Int64($0))]) }
    let found = try values(
      "if asset.pixelWidth % 3 == 1 then error('no') end"
        + " return asset.pixelWidth % 3 == 0 and 'w' .. asset.pixelWidth or nil", on: assets)
    #expect(found == (0..<300).map { $0 % 3 == 0 ? "string(\"w\($0)\")" : "absent" })
    #expect(assets.indices.filter { assets[$0].failure != nil } == (0..<300).filter { $0 % 3 == 1 })
    #expect(assets[1].failure?.stage == "classify")
  }

  @Test func listsCostOfTheBudget() throws {
    let workbench = RuleWorkbench(
      call: RuleBudget(instructions: 20_000, memory: 64 << 20, milliseconds: 1000))
    let rule = try workbench.load(
      """
      local list = {}
      for i = 1, 1024 do list[i] = "x" end
      return pipeline { source {}, classify { mood = function() return list end } }
      """)
    let evaluator = try rule.makeEvaluator()
    let problem = #expect(throws: RuleProblem.self) {
      try evaluator.values(of: function, on: Batch(ordinal: 0, assets: [SyntheticAsset()]))
    }
    #expect(problem?.message.contains("instructions") == true)
  }

  @Test func functionsReadAddedFields() throws {
    var fields = FieldTable()
    let mood = try fields.add(.text("mood", "how it looks"))
    let longest = try fields.add(.number(String(repeating: "n", count: 40), "a long name"))
    let taken = try fields.add(.date("taken", "a date"))
    let tags = try fields.add(AddedField("tags", .value, "several"))
    let asset = SyntheticAsset()
    let findings = asset.findingsForWriting()
    findings.set(.string("happy"), of: mood)
    findings.set(.number(1.5), of: longest)
    findings.set(.date(Instant(milliseconds: 1500)), of: taken)
    findings.set(.texts(["a", "b"]), of: tags)
    let long = String(repeating: "n", count: 40)
    let read =
      "return table.concat({ asset.mood, asset.\(long), asset.taken, #asset.tags,"
      + " asset.tags[2], tostring(asset.filename) }, ' ')"
    #expect(try values(read, on: [asset], fields: fields) == ["string(\"happy 1.5 1.5 2 b nil\")"])
    #expect(
      try values("return asset.mood == nil", on: [SyntheticAsset()], fields: fields)
        == ["flag(true)"])
  }

  @Test func aMisspeltAddedFieldIsAnErrorAsEver() throws {
    let fields = FieldTable([.text("mood", "how it looks")])
    for (table, message) in [
      (fields, "an asset has no field \"mod\"; did you mean \"mood\"?"),
      (FieldTable(), "an asset has no field \"mod\""),
    ] {
      let problem = #expect(throws: RuleProblem.self) {
        try values("return asset.mod", on: [SyntheticAsset()], fields: table)
      }
      #expect(problem?.description == "rules/a.lua:2: \(message)")
    }
    let unknown = #expect(throws: RuleProblem.self) {
      try values("return asset.mood", on: [SyntheticAsset()])
    }
    #expect(unknown?.message == "an asset has no field \"mood\"")
  }
}
