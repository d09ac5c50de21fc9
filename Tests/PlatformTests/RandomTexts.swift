import Samples

/// JSON texts as any program might write them, and such with a few characters changed.
struct RandomTexts {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> String { space() + value(depth: 0) + space() }

  mutating func damaged() -> String {
    var scalars = Array(next().unicodeScalars)
    let pool = Array("{}[]:,\"\\u/bn0123456789+-.eEtrue null\u{1}\n é😀".unicodeScalars)
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !scalars.isEmpty {
      let place = Int.random(in: scalars.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: scalars.remove(at: place)
      case 1: scalars.insert(any(pool), at: place)
      default: scalars[place] = any(pool)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private mutating func any<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: items.indices, using: &generator)]
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth < 4 ? 7 : 4), using: &generator) {
    case 0: return any(["true", "false", "null"])
    case 1: return any(["0", "-0", "17", "-9.25", "1e3", "2E-7", "0.5e+2", "9223372036854775808"])
    case 2, 3: return string()
    case 4:
      let items = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        space() + value(depth: depth + 1) + space()
      }
      return "[" + (items.isEmpty ? space() : items.joined(separator: ",")) + "]"
    default:
      let members = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        space() + string() + space() + ":" + space() + value(depth: depth + 1) + space()
      }
      return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
    }
  }

  /// Up to forty characters, so that some are longer than what is looked at at once.
  private mutating func string() -> String {
    let pieces = [
      "a", "bc", "]", "}", ":", ",", "é", "東", "🎉", "\u{7F}", #"\""#, #"\\"#, #"\/"#, #"\b"#,
      #"\f"#,
      #"\n"#, #"\r"#, #"\t"#, #"\u0000"#, #"\u00E9"#, #"\uD83D\uDE00"#, #"\ud83d"#, #"\uDE00"#,
    ]
    return "\""
      + (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Int.random(in: 0..<3, using: &generator) > 0 ? "x" : any(pieces)
      }.joined() + "\""
  }

  private mutating func space() -> String {
    Int.random(in: 0..<4, using: &generator) > 0 ? "" : any([" ", "\t", "\n", "\r", "  \n"])
  }
}
