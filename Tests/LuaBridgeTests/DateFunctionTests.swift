import LuaBridge
import Pipeline
import Testing

/// Dates in functions: numbers that know the calendar.
@Suite struct DateFunctionTests {
  @Test func templatesKnowTheSameLetters() {
    #expect(DatePattern.known == SandboxGlobals.formatLetters)
  }

  private let workbench = RuleWorkbench()

  private static func photo(_ moment: String, _ offset: String? = nil) -> SyntheticAsset {
    var values: [Field: FieldValue] = [:]
    for field in [Field.creationDate, .modificationDate] {
      values[field] = Instant(moment).map(FieldValue.date)
    }
    values[.creationDateOffset] = offset.map(FieldValue.string)
    return SyntheticAsset(values)
  }

  /// Returns the value of an expression for the creation date `d` of the asset `a`, as text.
  private func text(_ expression: String, _ asset: SyntheticAsset) throws -> String {
    let rule = try workbench.load(
      "return pipeline { filter(function(a) local d = a.creationDate"
        + " return tostring(\(expression)) end) }")
    guard case .function(let function)? = rule.stages.first?.arguments.first
    else { return "no function" }
    let values = try rule.makeEvaluator().values(
      of: function, on: Batch(ordinal: 0, assets: [asset]))
    if case .string(let text)? = values.first { return text }
    return asset.failure?.reason ?? "nothing"
  }

  @Test(arguments: [
    ("d.year", "2016"), ("d.month", "1"), ("d.day", "1"), ("d.hour", "5"), ("d.minute", "7"),
    ("d.second", "9"), ("d.weekday", "5"), ("d:format('%Y-%m')", "2016-01"),
    ("d:format('%F %T %z')", "2016-01-01 05:07:09 +0900"),
    ("d:format('%a %A %b %B %u')", "Fri Friday Jan January 5"),
    ("d:format('%j %G-W%V')", "001 2015-W53"),
    ("d:format('%y/%e %I %p %R %%')", "16/ 1 05 AM 05:07 %"),
    ("d:format('')", ""), ("d:format('東京')", "東京"),
  ])
  func partsAreThoseOfThePlace(_ expression: String, _ expected: String) throws {
    let tokyo = Self.photo("2015-12-31T20:07:09.250Z", "+09:00")
    #expect(try text(expression, tokyo) == expected)
  }

  @Test(arguments: [
    ("2024-12-30T12:00:00Z", "2025 1"), ("2021-01-03T12:00:00Z", "2020 53"),
    ("2020-12-31T12:00:00Z", "2020 53"), ("2023-01-01T12:00:00Z", "2022 52"),
    ("2024-02-29T12:00:00Z", "2024 9"), ("2018-12-31T12:00:00Z", "2019 1"),
    ("1999-12-31T12:00:00Z", "1999 52"), ("1969-12-31T12:00:00Z", "1970 1"),
  ])
  func weeksAreThoseOfISO8601(_ moment: String, _ week: String) throws {
    let photo = Self.photo(moment, "+00:00")
    #expect(try text("d:format('%G ') .. math.tointeger(tonumber(d:format('%V')))", photo) == week)
  }

  @Test(arguments: [
    ("1600-02-29T00:00:00Z", "%Y-%j", "1600-060"),
    ("2000-12-31T23:59:59.999Z", "%F %T %j", "2000-12-31 23:59:59 366"),
    ("+012345-06-07T00:00:00Z", "%Y-%m-%d", "12345-06-07"),
    ("1969-12-31T23:59:59.500Z", "%F %T", "1969-12-31 23:59:59"),
  ])
  func farDatesHaveACalendarToo(_ moment: String, _ format: String, _ expected: String) throws {
    #expect(try text("d:format('\(format)')", Self.photo(moment, "+00:00")) == expected)
  }

  @Test(arguments: [
    ("d < '2015-12-31'", "false"), ("d <= '2015-12-31'", "false"), ("d > '2015-12-31'", "true"),
    ("d >= '2016-01-01'", "true"), ("d > '2016-01-01'", "false"), ("d <= '2016-01-01'", "true"),
    ("'2016-01-01' < d", "false"), ("'2016-01-01' <= d", "true"), ("'2016-01-02' > d", "true"),
    ("d < '2015-12-31T20:07:09.251Z'", "true"), ("d <= '2015-12-31T20:07:09.25Z'", "true"),
    ("d < '2015-12-31T20:07:09.25Z'", "false"), ("d >= '2016-01-01T05:07'", "true"),
    ("d < '2016-01-01T05:07+09:00'", "false"),
    // Another date belongs to this computer, and a number to no asset.
    ("a.modificationDate < '2016-01-03'", "true"),
    ("d + 0 == d and d == 1451592429.25 and d > 5 and d < now * 2 and d - 1 < d", "true"),
    ("math.type(d) .. ' ' .. type(d)", "float number"), ("now - 30 < now", "true"),
    ("now.year", "2015"), ("now:format('%Y')", "2015"), ("math.floor(d) % 60", "9"),
  ])
  func datesCompareWithTextsAndNumbers(_ expression: String, _ expected: String) throws {
    let tokyo = Self.photo("2015-12-31T20:07:09.250Z", "+09:00")
    #expect(try text(expression, tokyo) == expected)
  }

  @Test(arguments: [
    (
      "d < 'soon'",
      "attempt to compare number with string; a date compares with a text such as \"2024-12-31\""
    ),
    (
      "'soon' < d",
      "attempt to compare string with number; a date compares with a text such as \"2024-12-31\""
    ),
    ("d < nil", "attempt to compare number with nil"),
    ("{} < d", "attempt to compare table with number"),
    ("d < a", "attempt to compare number with asset"),
    (
      "d:format('%Q')", "format knows no %Q; it knows Y y m d e j H I p M S a A b B u V G F R T z %"
    ),
    ("d:format('%')", "format knows no %; it knows Y y m d e j H I p M S a A b B u V G F R T z %"),
    ("d:format()", "format takes a text such as \"%Y-%m-%d\""),
    ("d.format('%Y')", "call it with a colon on a date: asset.creationDate:format(\"%Y-%m\")"),
    (
      "d.yeer",
      "a number has no \"yeer\"; one that is a date has year, month, day, hour, minute, second, weekday and format"
    ),
    ("d[1]", "attempt to index a number value"), ("(0/0).year", "this number is no date"),
    ("(1e300):format('%Y')", "this number is no date"), ("(-1e18).day", "this number is no date"),
  ])
  func whatCanNotBeFailsTheAsset(_ expression: String, _ reason: String) throws {
    let tokyo = Self.photo("2015-12-31T20:07:09.250Z", "+09:00")
    #expect(try text(expression, tokyo) == "rules/a.lua:1: \(reason)")
  }

  /// The metatable of numbers changes nothing else about them.
  @Test func otherTypesCompareAsBefore() throws {
    let photo = Self.photo("2015-12-31T20:07:09.250Z")
    let table =
      "setmetatable({}, { __lt = function() return true end, __le = function() return nil end })"
    #expect(try text("1 < \(table)", photo) == "true")
    #expect(try text("\(table) < 1", photo) == "true")
    #expect(try text("1 <= \(table)", photo) == "false")
    #expect(try text("'10' + 1", photo) == "11")
    #expect(try text("1 .. '2'", photo) == "12")
    #expect(try text("1 == '1'", photo) == "false")
  }

  /// A date that a function kept from an asset before is read by this computer's clock.
  @Test func aPlaceIsThatOfTheAssetAtHand() throws {
    let assets = [
      Self.photo("2015-12-31T20:00:00Z", "+09:00"), Self.photo("2016-07-01T12:00:00Z", "-05:00"),
    ]
    let verdicts = try workbench.verdicts(
      "function(a) kept = kept or a.creationDate return a.creationDate:format('%z') == '-0500' end",
      on: assets, before: "kept = false")
    #expect(verdicts == [false, true])
  }

  @Test func aLongFormatIsBilled() throws {
    let small = RuleWorkbench(
      call: RuleBudget(instructions: 10_000, memory: 64 << 20, milliseconds: 1000))
    #expect(
      small.problem(calling: "function() return now:format(('x'):rep(1000000)) end")
        .contains("instructions"))
  }
}
