/// The name, the form and the summary of a test that rules can use.
///
/// It is the one description behind the checks, the documentation and the definitions for editors.
public struct TestDescription: Hashable, Sendable {
  /// The name in rules.
  public let name: String
  /// The form of a call, such as `within(duration)`.
  public let usage: String
  /// The values for which the test holds.
  public let summary: String
  /// True if the test is written without a call.
  public var isConstant: Bool { usage == name }

  private init(_ name: String, _ usage: String, _ summary: String) {
    self.name = name
    self.usage = usage
    self.summary = summary
  }

  /// Every test, in the order of the documentation.
  public static let all: [TestDescription] = [
    .init(
      "within", "within(duration)",
      "a date in the last so many seconds, strictly; a date in the future never is"),
    .init(
      "on", "on(day)", "a date on this day, such as \"2024-12-31\", \"today\" or \"yesterday\""),
    .init("month", "month(month)", "a date in this month, such as \"2024-12\""),
    .init("year", "year(year)", "a date in this year, such as 2024"),
    .init("before", "before(date)", "a date strictly before this one; a day counts as a whole"),
    .init("after", "after(date)", "a date strictly after this one; a day counts as a whole"),
    .init("between", "between(low, high)", "from low to high, both included"),
    .init("at_least", "at_least(value)", "this much or more"),
    .init("at_most", "at_most(value)", "this much or less"),
    .init(
      "near", "near(latitude, longitude, distance)",
      "a place at most so far from a point: \"5km\", \"300m\", \"2mi\" or a number of metres"),
    .init(
      "inside", "inside(south, west, north, east)",
      "a place between these degrees, over the date line where west is greater than east"),
    .init("like", "like(pattern)", "a text that fits a pattern of * and ?, as NSPredicate's LIKE"),
    .init("has", "has(text)", "a text that contains this one, or a list that has it"),
    .init("any", "any(values)", "one of these values or tests"),
    .init("none", "none(values)", "none of these values or tests"),
    .init("present", "present", "known at all"),
    .init("absent", "absent", "not known"),
  ]

  /// Names of tests in other languages and programs, with the name here.
  private static let synonyms = [
    "any_of": "any", "one_of": "any", "oneOf": "any", "anyOf": "any", "is_in": "any",
    "not_": "none", "isnt": "none", "none_of": "none", "noneOf": "none", "not_any": "none",
    "contains": "has", "includes": "has", "matches": "like", "glob": "like",
    "exists": "present", "known": "present", "missing": "absent", "unknown": "absent",
    "greater": "at_least", "more_than": "at_least", "min": "at_least", "gte": "at_least",
    "ge": "at_least", "gt": "at_least", "less": "at_most", "less_than": "at_most",
    "max": "at_most", "lte": "at_most", "le": "at_most", "lt": "at_most", "since": "at_least",
    "newer_than": "within", "last": "within", "older_than": "before", "until": "before",
    "day": "on", "on_day": "on", "in_month": "month", "in_year": "year", "around": "near",
    "within_box": "inside", "bounds": "inside",
  ]

  /// Returns the test that a misspelt name probably means; nil when none is near enough.
  public static func nearest(to word: String) -> String? {
    synonyms[word] ?? NearestName.of(word, among: all.map(\.name))
  }
}
