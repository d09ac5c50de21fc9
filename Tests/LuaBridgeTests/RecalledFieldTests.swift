import LuaBridge
import Pipeline
import PipelineSupport
import Testing

/// A function that only reads fields gets a table in place of its asset, and can't tell.
@Suite struct RecalledFieldTests {
  private let workbench = RuleWorkbench()

  /// Returns the result of a function for each asset, or the reason of its failure.
  private func answers(
    _ function: String, _ assets: [Asset], before: String = ""
  ) throws -> [String] {
    let rule = try workbench.load("\(before) return pipeline { filter(\(function)) }")
    guard case .function(let reference)? = rule.stages.last?.arguments.first else {
      return ["no function"]
    }
    let values = try rule.makeEvaluator().values(
      of: reference, on: Batch(ordinal: 0, assets: assets))
    return zip(values, assets).map { value, asset in
      if let failure = asset.failure { return "\(failure.stage): \(failure.reason)" }
      if case .string(let text) = value { return text }
      return "\(value)"
    }
  }

  private static let records = [
    #"{"v":1,"kind":"asset","path":"/p/a.png","filename":"a.png","mediaType":"image","pixelWidth":2532,"pixelHeight":1170,"isFavorite":true,"isHidden":false,"creationDate":"2017-09-03T02:20:39.845Z","creationDateOffset":"+09:00","modificationDate":"2017-09-03T02:20:39.845Z","duration":1.5,"keywords":["a","b"],"location":{"latitude":1.5,"longitude":2}}"#,
    #"{"mediaType":"image","filename":"a.png","pixelWidth":2532,"isFavorite":false,"creationDate":"2017-09-03"}"#,
    #"{"mediaType":"video","filename":"","pixelWidth":-7,"pixelHeight":0,"duration":3,"creationDate":"1969-12-31T23:59:59.999Z"}"#,
    #"{"mediaType":"video","filename":"\u0041\n","pixelWidth":9223372036854775807,"pixelHeight":99999999999999999999,"duration":"1.5"}"#,
    #"{"mediaType":"image","filename":null,"pixelWidth":null,"isFavorite":"yes","creationDate":"2017-02-29T02:20:39.845Z"}"#,
    #"{"mediaType":"image","filename":7,"pixelWidth":1e3,"pixelHeight":1.5,"isFavorite":1,"creationDate":"2016-12-31T23:59:60.000Z"}"#,
    #"{"mediaType":"image","filename":"\#(String(repeating: "x", count: 63))","pixelWidth":999999999999999999,"creationDate":"2017-09-03T24:00:00.000Z"}"#,
    #"{"mediaType":"image","filename":"\#(String(repeating: "x", count: 64))","pixelWidth":1000000000000000000,"creationDate":"2017-09-03t02:20:39,8+02:00"}"#,
    #"{"mediaType":"image","filenameBytes":"/w==","filename":"?","pixelWidth":0,"creationDate":"2017-13-03T02:20:39.845Z"}"#,
    #"{"filename":"a.png","path":"/nowhere/a.png","pixelWidth":5}"#,
    #"{"filename":"b.png","path":"/nowhere/b.png"}"#,
    #"{"kind":"album","title":"Summer","count":7,"filename":"a.png"}"#,
    #"{"mediaType":"image","filename":"a.png","pixelWidth":2532,"pixelHeight":1170,"isFavorite":true}"#,
  ]

  private static let expressions = [
    "asset.pixelWidth", "asset.pixelHeight", "asset.filename", "asset.mediaType",
    "asset.isFavorite", "asset.isHidden", "asset.duration", "asset.creationDate", "asset.title",
    "asset.creationDateOffset", "asset.modificationDate", "asset.localDate", "asset.labels",
    "math.type(asset.pixelWidth)", "math.type(asset.creationDate)", "#asset.filename",
    "asset.pixelWidth == asset.pixelWidth", "asset.keywords == asset.keywords",
    "asset.filename == asset.filename", "asset.keywords and #asset.keywords",
    "asset.location and asset.location.latitude", "asset.location.latitude",
    "asset.filename:upper()", "asset.filename.x", "asset.filename.x.y", "asset.pixelWidth > 'x'",
    "asset.pixelWidth > 5", "asset.pixelWidth + asset.filename", "-asset.pixelHeight",
    "asset.filename .. asset.mediaType", "asset.title()", "asset.creationDate < '2017-09-03'",
    "asset.creationDate >= '2017-09-03T02:20:39.845Z'", "asset.creationDate.hour",
    "asset.creationDate:format('%F %T %z')", "asset.modificationDate.hour",
    "asset.modificationDate.hour .. (asset.creationDate and '!' or '?')",
    "asset.creationDate and asset.modificationDate and asset.modificationDate.hour",
    "asset.filename == 'a.png' and asset.pixelHeight", "asset.isFavorite and asset.title",
    "not asset.isHidden and (asset.pixelWidth or 0) > (asset.pixelHeight or 0)",
    "(function() return 7 end)() + (asset.pixelWidth or 1)", "asset.pixelWidth // 0",
    "asset.mediaType .. asset.pixelWidth .. asset.pixelHeight .. tostring(asset.isFavorite)",
    "table.concat({ asset.filename, asset.mediaType, asset.title }, ' ')",
    "asset.hasItemConformingTo ~= nil", "error(asset.filename)", "error({ asset.filename })",
  ]

  /// A function that copies its asset to another variable may do anything with it, and gets an asset.
  @Test(arguments: expressions)
  func aTableReadsAsTheAssetDoes(_ expression: String) throws {
    // What the first calls read is recalled for the later ones.
    let lines = Array(repeating: Self.records, count: 5).joined().joined(separator: "\n")
    let found = try answers(
      "function(asset) return tostring(\(expression)) end", InputAssets(lines).all)
    let expected = try answers(
      "function(whole) local asset = whole return tostring(\(expression)) end",
      InputAssets(lines).all)
    #expect(found == expected)
    #expect(found.count == 5 * Self.records.count)
  }

  @Test func oneTableHasTheFieldsOfEachAsset() throws {
    let assets = try InputAssets(
      (0..<300).map { number in
        let width = number % 3 == 0 ? "" : #","pixelWidth":\#(number / 2)"#
        let type = number % 5 == 0 ? "video" : "image"
        return #"{"mediaType":"\#(type)","filename":"f\#(number / 4)""#
          + #","isFavorite":\#(number % 7 == 0)\#(width)}"#
      }.joined(separator: "\n")
    ).all
    let found = try answers(
      "function(a) return a.filename .. a.mediaType .. tostring(a.isFavorite)"
        + " .. tostring(a.pixelWidth) end", assets)
    #expect(
      found
        == (0..<300).map { number in
          "f\(number / 4)\(number % 5 == 0 ? "video" : "image")\(number % 7 == 0)"
            + (number % 3 == 0 ? "nil" : "\(number / 2)")
        })
  }

  @Test func onlyWhatTheFunctionComesToIsReadFromAFile() throws {
    let lines = #"{"filename":"a.png","path":"/nowhere/a.png"}"#
    let function = { (name: String) in
      "function(asset) return asset.filename == '\(name)' and asset.pixelWidth end"
    }
    #expect(try answers(function("b.png"), InputAssets(lines).all) == ["flag(false)"])
    let failed = try answers(function("a.png"), InputAssets(lines).all)
    #expect(failed.first?.hasPrefix("read: ") == true)
  }

  @Test func onlyWhatTheFunctionComesToIsAskedFor() throws {
    let asset = AskedAsset()
    let found = try answers(
      "function(asset) if asset.filename == 'x' then return asset.title end"
        + " return asset.pixelWidth end", [asset])
    #expect(found == ["integer(7)"])
    #expect(asset.asked == [.filename, .pixelWidth])
  }

  @Test(arguments: [
    "asset", "type(asset)", "tostring(asset)", "asset == asset", "asset == nil", "{ asset }",
    "{ x = asset }", "{ [asset] = 1 }", "(function() return asset end)()", "select('#', asset)",
    "asset['file' .. 'name']", "#asset", "-asset", "asset .. ''", "asset + 1",
    "1 + asset", "asset < asset", "asset()", "asset and 1", "not asset", "asset or 1",
    "pcall(type, asset)", "asset:hasItemConformingTo('public.image')",
    "(function(a) return a.filename end)(asset)", "('x'):rep(asset)", "asset & 1", "1 << asset",
    "asset // asset", "next(asset)",
  ])
  func whatElseIsDoneWithAnAssetIsDoneWithAnAsset(_ expression: String) throws {
    let lines = Self.records.joined(separator: "\n")
    let before = """
      local function kind(...)
        local value = ...
        return type(value) .. " " .. tostring(value)
      end
      """
    let found = try answers(
      "function(asset) return kind(\(expression)) end", InputAssets(lines).all, before: before)
    let expected = try answers(
      "function(whole) local asset = whole return kind(\(expression)) end",
      InputAssets(lines).all, before: before)
    #expect(found == expected)
  }

  @Test(arguments: [
    "kept = kept or asset", "local a <const> = asset kept = kept or a",
    "kept = kept or ({ asset })[1]", "kept = kept or (function() return asset end)()",
    "ask = ask or function() return asset.filename end kept = kept or { filename = ask() }",
    "for _, a in ipairs { asset } do kept = kept or a end",
    "kept = kept or select(1, asset)", "goto done ::done:: kept = kept or asset",
    "do local a = asset; kept = kept or a end", "kept = asset and kept or asset",
  ])
  func noFunctionReadsAnAssetThroughAnEarlierOne(_ statement: String) throws {
    let assets = try InputAssets(
      #"{"mediaType":"image","filename":"first"}"# + "\n"
        + #"{"mediaType":"image","filename":"second"}"#
    ).all
    let found = try answers(
      "function(asset) \(statement) return kept.filename .. ' ' .. asset.filename end", assets,
      before: "local kept, ask")
    #expect(found.first == "first first")
    #expect(
      found.last == "filter: rules/a.lua:1: an asset can only be read while its function runs"
        || found.last == "first second")
  }

  @Test(arguments: [
    "asset.filename = 'x'", "asset[1] = 2", "asset.other = nil",
    "(function() asset.filename = 'x' end)()", "asset, kept = { filename = 'x' }, asset",
  ])
  func aFunctionThatWritesGetsAnAsset(_ statement: String) throws {
    let assets = try InputAssets(
      #"{"mediaType":"image","filename":"first"}"# + "\n"
        + #"{"mediaType":"image","filename":"second"}"#
    ).all
    let found = try answers(
      "function(asset) \(statement) return asset.filename end", assets, before: "local kept")
    let isReplaced = statement.hasSuffix("asset")
    #expect(
      found
        == Array(
          repeating: isReplaced ? "x" : "filter: rules/a.lua:1: an asset is read-only", count: 2))
  }

  @Test func anUnknownNameEndsTheRuleWhereItIsRead() throws {
    let lines = #"{"mediaType":"image","filename":"a"}"#
    #expect(
      try answers(
        "function(a) return a.filename == 'b' and a.filname end", InputAssets(lines).all)
        == ["flag(false)"])
    #expect(throws: RuleProblem.self) {
      try answers("function(a) return a.filename == 'a' and a.filname end", InputAssets(lines).all)
    }
  }

  @Test func aFunctionThatFailsNowAndThenHasTheFieldsOfItsAsset() throws {
    let assets = try InputAssets(
      (0..<200).map { #"{"mediaType":"image","pixelWidth":\#($0)}"# }.joined(separator: "\n")
    ).all
    let found = try answers(
      """
      function(asset)
        if asset.pixelWidth % 3 == 1 then error("w" .. asset.pixelWidth) end
        if asset.pixelWidth % 3 == 2 then error("same") end
        return asset.pixelWidth
      end
      """, assets)
    #expect(
      found
        == (0..<200).map { width in
          switch width % 3 {
          case 1: "filter: rules/a.lua:2: w\(width)"
          case 2: "filter: rules/a.lua:3: same"
          default: "integer(\(width))"
          }
        })
  }
}

/// An asset that notes which fields it was asked for.
private final class AskedAsset: Asset, @unchecked Sendable {
  // Written by the one thread of a test.
  private(set) var asked: [Field] = []

  override func sourceValue(of field: Field) -> FieldValue {
    asked.append(field)
    return switch field {
    case .pixelWidth: .integer(7)
    case .filename: .string("a.png")
    default: .absent
    }
  }
}
