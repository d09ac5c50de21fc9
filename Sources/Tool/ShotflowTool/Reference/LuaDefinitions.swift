package import Pipeline
package import Sessions

/// The content of rules/_meta/shotflow.lua: the functions and fields of rules, for the Lua language
/// server.
package struct LuaDefinitions {
  private let tool: Tool
  private let stageDescriptions: [StageDescription]
  /// The fields that rules can read: the standard ones, then those of the tool or its stages.
  private let fields: [DescribedField]

  package init(_ tool: Tool) {
    self.tool = tool
    stageDescriptions = tool.components.stages.descriptions
    fields = DescribedField.all(adding: tool.components.addedFields)
  }

  /// The text of the file rules/_meta/shotflow.lua.
  package var text: String {
    let parts = [opening, aliases, asset, tests] + stages + words + [Self.ending]
    return parts.joined(separator: "\n")
  }

  private var opening: String {
    """
    ---@meta
    -- Printed by `\(tool.name) reference lua`; change the descriptions in the sources instead.

    ---A test of a field's value.
    ---@class shotflow.Test

    ---@class shotflow.Stage

    ---@class shotflow.Pipeline

    ---@class shotflow.Location
    ---@field latitude number
    ---@field longitude number
    ---@field altitude? number

    ---Seconds since 1970, which know the calendar.
    ---@class shotflow.Date: number
    ---@field year integer
    ---@field month integer
    ---@field day integer
    ---@field hour integer
    ---@field minute integer
    ---@field second integer
    ---@field weekday integer 1 is Monday, 7 Sunday
    local Date = {}

    ---The date as a text, by letters of strftime.
    ---@param format string such as "%Y-%m-%d"
    ---@return string
    function Date:format(format) end

    """
  }

  private static let ending = """
    ---Declares options of the command line: a value, or a value, its help and its choices or bounds.
    ---@param declared table<string, any>
    ---@return table<string, any>
    function options(declared) end

    ---An option without a default, which has to be set.
    ---@param help string
    ---@param kind? "duration" | "number" | "text" | "boolean" | "list" | string[] its kind, or its choices
    ---@return any
    function required(help, kind) end

    ---A stage of your own, as a file of its own returns it.
    ---@class shotflow.Plugin
    ---@field name string as its file is called
    ---@field role "classify" | "filter" | "map" | "key" | "text"
    ---@field api integer | [integer, integer] the versions of the contract
    ---@field version? string
    ---@field summary string
    ---@field options? table<string, string | table> names with types, or { type, "summary", default = … }
    ---@field fields? table<string, shotflow.FieldType | table> names with types, or { type, "summary" }
    ---@field example? string
    ---@field process fun(asset: shotflow.Asset, o: table<string, any>): any

    ---Declares a stage of your own.
    ---@param declared shotflow.Plugin
    ---@return fun(options?: table): shotflow.Stage
    function stage(declared) end

    ---Lets the rule call a plugin by its word: use "sharpness", then sharpness { … }.
    ---@param name string
    ---@return fun(options?: table): shotflow.Stage
    function use(name) end

    ---The rule: its stages in order, the source first.
    ---@param stages { about?: string, wants?: string|table<integer|string, string>, next?: shotflow.Pipeline, [integer]: shotflow.Stage }
    ---@return shotflow.Pipeline
    function pipeline(stages) end

    ---The moment of the run, in seconds since 1970.
    ---@type shotflow.Date
    now = 0

    """

  /// The types of fields' values, and of the values that tests of them accept.
  private var aliases: String {
    let known = Field.allCases.compactMap { field in
      field.knownTexts.map { texts in
        "---@alias shotflow.\(field.name)\n"
          + texts.map { "---| \"\($0)\"\n" }.joined() + "\n"
      }
    }
    let tests = [
      ("FlagTest", "boolean"), ("NumberTest", "number"), ("DurationTest", "number | string"),
      ("DateTest", "string | number"), ("TextTest", "string"),
    ].map { name, value in "---@alias shotflow.\(name) \(Self.valueOrTest(value))\n" }
    let types = AddedField.declarableTypes.map { "\"\($0.rawValue)\"" }.joined(separator: " | ")
    return known.joined() + tests.joined()
      + "---@alias shotflow.Value string | number | boolean | string[]\n"
      + "---@alias shotflow.FieldType \(types)\n"
  }

  /// The Lua class of the asset that a rule's function gets.
  private var asset: String {
    let lines = fields.map { field in
      "---@field \(field.name)? \(Self.luaType(of: field)) \(field.summary)\n"
    }
    return "---What a function gets: read-only, and valid only during the call.\n"
      + "---@class shotflow.Asset\n" + lines.joined()
        + """
        local Asset = {}

        ---Whether the asset's type is this one or descends from it, such as "public.image".
        ---@param type string
        ---@return boolean
        function Asset:hasItemConformingTo(type) end

        """
  }

  /// Returns the definitions of fields that plugins add, which functions read and tables test.
  package func addition(of added: [AddedField]) -> String {
    let described = DescribedField.all(adding: added).filter { field in
      added.contains { $0.name == field.name }
    }
    if described.isEmpty { return "" }
    func lines(_ type: (DescribedField) -> String) -> String {
      described.map { "---@field \($0.name)? \(type($0)) \($0.summary)\n" }.joined()
    }
    return "\n---@class shotflow.Asset\n" + lines(Self.luaType(of:))
      + "\n---@class shotflow.Tests\n"
      + lines(Self.testType(of:))
  }

  /// The Lua class of a table of fields with values or tests.
  private var tests: String {
    let nested = stageDescriptions.flatMap(\.options).filter { $0.type == .tests }
    let alternative =
      "\n---One of the tables of `either`.\n---@class shotflow.Alternative: shotflow.Tests\n"
      + "---@field limit? integer at most so many assets\n"
    let lines = fields.map { field in
      "---@field \(field.name)? \(Self.testType(of: field)) \(field.summary)\n"
    }
    return "---Fields with values or tests, which all have to hold.\n---@class shotflow.Tests\n"
      + lines.joined() + nested.map(Self.line).joined() + alternative
  }

  private var stages: [String] { stageDescriptions.map(stage) }

  /// Returns the declaration of a stage's Lua function, with its options.
  package func stage(_ stage: StageDescription) -> String {
    let type = "shotflow.\(stage.name)"
    var text = ""
    let parameter: String
    switch stage.content {
    case .labels:
      parameter =
        "labels table<string, shotflow.Tests | fun(asset: shotflow.Asset): shotflow.Value>"
    case .words:
      let options = stage.options.map { "\($0.name)?: \(Self.luaType(of: $0.type))" }
      parameter = "words { \((["[integer]: string"] + options).joined(separator: ", ")) }"
    case .options, .testsOrFunction:
      let takesTests = stage.content == .testsOrFunction
      text += "---@class \(type)\(takesTests ? ": shotflow.Tests" : "")\n"
      let options = stage.options.filter { $0.type != .tests }
      let common = stage.role == .source || stage.role.isValue ? [] : [PipelinePlan.condition]
      text += (options + common).map(Self.line).joined() + "\n"
      parameter =
        takesTests ? "tests \(type) | fun(asset: shotflow.Asset): any" : "options \(type)"
    }
    let name = parameter.prefix { $0 != " " }
    return text + """
      ---\(stage.summary)
      ---
      ---    \(stage.example)
      ---@param \(parameter)
      ---@return shotflow.Stage
      function \(stage.name)(\(name)) end

      """
  }

  private var words: [String] {
    TestDescription.all.map { test in
      guard let open = test.usage.firstIndex(of: "(") else {
        return "---\(test.summary)\n---@type shotflow.Test\n\(test.name) = {}\n"
      }
      let names = test.usage[open...].dropFirst().dropLast().split(separator: ",").map { part in
        part.drop { $0 == " " }
      }
      let isOpenEnded = names == ["values"]
      let parameters = names.map { name in
        "---@param \(isOpenEnded ? "..." : name) \(Self.parameterType(String(name)))\n"
      }
      return "---\(test.summary)\n" + parameters.joined() + "---@return shotflow.Test\n"
        + "function \(test.name)(\(isOpenEnded ? "..." : names.joined(separator: ", "))) end\n"
    }
  }

  private static func line(_ option: OptionDescription) -> String {
    let standard = option.standard.map { " (default: \($0))" } ?? ""
    let mark = option.isRequired ? "" : "?"
    return "---@field \(option.name)\(mark) \(luaType(of: option.type)) "
      + "\(option.summary)\(standard)\n"
  }

  private static func luaType(of type: OptionType) -> String {
    switch type {
    case .flag: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "string"
    case .duration: "string | number"
    case .date: "string"
    case .textOrFunction: "string | fun(asset: shotflow.Asset): string?"
    case .texts: "string | string[]"
    case .size: "[integer, integer] | \"maximum\""
    case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: " | ")
    case .choiceOrFunction(let names):
      luaType(of: .choice(names)) + " | fun(asset: shotflow.Asset): shotflow.Value?"
    case .tests: "shotflow.Tests | shotflow.Tests[]"
    case .alternatives: "shotflow.Alternative[]"
    case .fields: "table<string, shotflow.FieldType>"
    case .actions, .namedTexts: "table<string, string>"
    }
  }

  private static func luaType(of field: DescribedField) -> String {
    switch field.type {
    case .flag: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .date: "shotflow.Date"
    case .text: field.knownTexts == nil ? "string" : knownType(of: field)
    case .texts: field.knownTexts == nil ? "string[]" : "\(knownType(of: field))[]"
    case .location: "shotflow.Location"
    case .object where !field.members.isEmpty: table(of: field) { luaType(of: $0) }
    case .object: "table<string, any>"
    case .value: "shotflow.Value"
    }
  }

  /// Returns the type of a field with a fixed set of values: its alias, or the values.
  private static func knownType(of field: DescribedField) -> String {
    field.standard == nil
      ? (field.knownTexts ?? []).map { "\"\($0)\"" }.joined(separator: " | ")
      : "shotflow.\(field.name)"
  }

  private static func table(
    of object: DescribedField, _ type: (DescribedField) -> String
  ) -> String {
    "{ \(object.members.map { "\($0.name)?: \(type($0))" }.joined(separator: ", ")) }"
  }

  private static func testType(of field: DescribedField) -> String {
    switch field.type {
    case .flag: "shotflow.FlagTest"
    case .number where field.standard == .duration: "shotflow.DurationTest"
    case .integer, .number: "shotflow.NumberTest"
    case .date: "shotflow.DateTest"
    case .text, .texts:
      field.knownTexts == nil
        ? "shotflow.TextTest" : valueOrTest(knownType(of: field))
    case .object where !field.members.isEmpty:
      "shotflow.Test | " + table(of: field) { testType(of: $0) }
    case .location, .object: "shotflow.Test"
    case .value: valueOrTest("string | number | boolean")
    }
  }

  /// Returns the Lua type that accepts a value of type `value`, a test, or a list of both.
  private static func valueOrTest(_ value: String) -> String {
    "\(value) | shotflow.Test | (\(value) | shotflow.Test)[]"
  }

  private static func parameterType(_ name: String) -> String {
    switch name {
    case "duration", "date", "low", "high", "value", "distance", "year", "month", "hours":
      "string | number"
    case "latitude", "longitude", "south", "west", "north", "east": "number"
    case "values": "any"
    case "pattern": "string | shotflow.Test"
    default: "string"
    }
  }
}
