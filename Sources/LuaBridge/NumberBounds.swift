internal import Engine

/// The smallest and the largest number that an option takes.
///
/// ```lua
/// options { limit = { 4, "how many in all", at_least(0) } }
/// ```
struct NumberBounds: Sendable, Hashable {
  private let least: Double?
  private let most: Double?

  /// Parses `at_least(0)`, `at_most(9)` or `between(1, 5)`; nil for another test or invalid bounds.
  init?(_ call: TestCall) {
    let numbers = call.arguments.compactMap(\.number)
    guard numbers.count == call.arguments.count else { return nil }
    switch (call.name, numbers.count) {
    case ("at_least", 1): (least, most) = (numbers[0], nil)
    case ("at_most", 1): (least, most) = (nil, numbers[0])
    case ("between", 2) where numbers[0] <= numbers[1]: (least, most) = (numbers[0], numbers[1])
    default: return nil
    }
  }

  func contain(_ value: RuleOptionValue) -> Bool {
    let number: Double
    switch value {
    case .integer(let whole): number = Double(whole)
    case .number(let fraction): number = fraction
    default: return false
    }
    return number >= least ?? -.infinity && number <= most ?? .infinity
  }

  /// The bounds as text that follows "a number", such as `, 4 or more`.
  var summary: String {
    switch (least, most) {
    case (let least?, let most?): " from \(Self.text(least)) to \(Self.text(most))"
    case (let least?, nil): ", \(Self.text(least)) or more"
    case (nil, let most?): ", \(Self.text(most)) or less"
    case (nil, nil): ""
    }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
