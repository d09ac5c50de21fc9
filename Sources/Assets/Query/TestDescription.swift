/// A test word of rules: how it is written and what it asks.
///
/// The one description behind the checks, the documentation and the definitions for editors.
public struct TestDescription: Hashable, Sendable {
  public let name: String
  public let usage: String
  public let summary: String
  /// Whether the word is used as it is, without a call.
  public var isConstant: Bool { usage == name }

  private init(_ name: String, _ usage: String, _ summary: String) {
    self.name = name
    self.usage = usage
    self.summary = summary
  }

  /// Every test word, in the order of the documentation.
  public static let all: [TestDescription] = [
    .init(
      "within", "within(duration)",
      "a date in the last so many seconds, strictly; a date in the future never is"),
    .init("before", "before(date)", "a date strictly before this one"),
    .init("after", "after(date)", "a date strictly after this one"),
    .init("between", "between(low, high)", "from low to high, both included"),
    .init("at_least", "at_least(value)", "this much or more"),
    .init("at_most", "at_most(value)", "this much or less"),
    .init("like", "like(pattern)", "a text that fits a pattern of * and ?, as NSPredicate's LIKE"),
    .init("has", "has(text)", "a text that contains this one, or a list that has it"),
    .init("any", "any(values)", "one of these values or tests"),
    .init("none", "none(values)", "none of these values or tests"),
    .init("present", "present", "known at all"),
    .init("absent", "absent", "not known"),
  ]
}
