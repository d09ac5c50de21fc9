extension Duration {
  /// Reads durations such as `30s`, `1m30s`, `500ms`, `2h`, `1d`, `1w`; nil for anything else.
  public init?(text: String) {
    var total = 0.0
    var rest = Substring(text)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let amount = Double(digits), let seconds = Self.seconds(in: unit) else {
        return nil
      }
      total += amount * seconds
    }
    self.init(seconds: total)
  }

  /// Creates a duration; nil for a negative number, infinity, NaN and over 10,000 years.
  public init?(seconds: Double) {
    guard seconds.isFinite, seconds >= 0, seconds < 3.2e11 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Returns a duration in the largest unit that divides it, as in rules: `3d`, `90s`.
  package static func text(milliseconds: Int64) -> String {
    let units: [(String, Int64)] = [
      ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ]
    let fitting = units.first { milliseconds > 0 && milliseconds % $0.1 == 0 }
    return fitting.map { "\(milliseconds / $0.1)\($0.0)" } ?? "\(milliseconds)ms"
  }

  /// Reads a duration as text, or a number of seconds; nil for anything else.
  package init?(argument: ArgumentValue) {
    switch argument {
    case .text(let text): self.init(text: text)
    case .integer(let number): self.init(seconds: Double(number))
    case .number(let number): self.init(seconds: number)
    default: return nil
    }
  }

  /// The duration in whole milliseconds.
  public var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  private static func seconds(in unit: Substring) -> Double? {
    switch unit {
    case "ms": 0.001
    case "s": 1
    case "m": 60
    case "h": 3600
    case "d": 86_400
    case "w": 604_800
    default: nil
    }
  }
}
