import AssetSupport
import Assets
import Samples

/// Makes predicates and assets whose values meet often.
struct RandomQuery: PredicateMaker {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  static let fields: [Field] = [
    .filename, .mediaType, .software, .pixelWidth, .fileSize, .duration, .creationDate,
    .modificationDate, .isFavorite, .isHidden, .mediaSubtypes,
  ]

  private static let words = [
    "", "a", "ab", "abc", "b*", "caf\u{E9}", "cafe\u{301}", "A", "image", "video", "[x]", "a_%?",
    "東京", "\u{212A}", "K",
  ]
  private static let patterns = ["*", "a*", "?b*", "*c", "caf?", "\\*", "b\\*", "[x]", "*%*", "東?"]

  mutating func asset() -> ValueAsset {
    var values: [Field: FieldValue] = [:]
    var texts: [Field: [UInt8]] = [:]
    for field in Self.fields where generator.chance(0.7) {
      switch field.type {
      case .text where generator.chance(0.5): texts[field] = Array(word().utf8)
      case .text: values[field] = .string(word())
      case .integer: values[field] = .integer(.random(in: -2...4, using: &generator))
      case .number: values[field] = .number(number())
      case .date: values[field] = .date(date())
      case .flag: values[field] = .flag(generator.chance(0.5))
      case .texts: values[field] = .subtypes(subtypes())
      case .location, .object, .value: break
      }
    }
    return ValueAsset(values, texts: texts)
  }

  mutating func test() -> AssetPredicate {
    let field = Self.fields.randomElement(using: &generator) ?? .filename
    if generator.chance(0.03) { return .always }
    if generator.chance(0.12) { return .present(field) }
    if generator.chance(0.1) { return comparison() }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      return .oneOf(
        field, (0..<Int.random(in: 0...3, using: &generator)).map { _ in constant(field) })
    case 1, 2:
      guard field.type != .flag, field.type != .texts else { break }
      let comparison = Comparison.allCases.randomElement(using: &generator) ?? .less
      return .ordered(field, comparison, constant(field))
    case 3 where field.type == .text:
      return generator.chance(0.5)
        ? .like(field, LikePattern(Self.patterns.randomElement(using: &generator) ?? "*"))
        : .has(field, TextConstant(word()))
    default: break
    }
    return .equals(field, constant(field))
  }

  private mutating func comparison() -> AssetPredicate {
    let kinds: [[Field]] = [
      [.pixelWidth, .fileSize, .duration], [.creationDate, .modificationDate],
    ]
    let fields = kinds.randomElement(using: &generator) ?? []
    return .compared(
      fields.randomElement(using: &generator) ?? .pixelWidth,
      Comparison.allCases.randomElement(using: &generator) ?? .less,
      fields.randomElement(using: &generator) ?? .pixelWidth)
  }

  private mutating func constant(_ field: Field) -> Constant {
    switch field.type {
    case .flag: .flag(generator.chance(0.5))
    case .integer, .number:
      generator.chance(0.5)
        ? .integer(.random(in: -2...4, using: &generator)) : .number(number())
    case .date: .date(date())
    case .texts:
      .text(
        TextConstant(
          MediaSubtypes.named.randomElement(using: &generator).map { "\($0.name)" } ?? ""))
    default: .text(TextConstant(word()))
    }
  }

  private mutating func word() -> String { Self.words.randomElement(using: &generator) ?? "" }
  private mutating func number() -> Double {
    Double(Int.random(in: -4...8, using: &generator)) / 2
  }
  private mutating func date() -> Instant {
    Instant(milliseconds: .random(in: -3...3, using: &generator))
  }
  private mutating func subtypes() -> MediaSubtypes {
    MediaSubtypes(MediaSubtypes.named.map(\.subtype).filter { _ in generator.chance(0.2) })
  }
}
