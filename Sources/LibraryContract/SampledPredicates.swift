internal import Engine

/// Tests that some of a library's assets pass and others don't, made of what its assets say.
struct SampledPredicates {
  let predicates: [Predicate]

  /// How many values of a field are tested.
  private static let mostValues = 3

  init(_ assets: [Asset]) {
    let facets: [Facet] = [.metadata, .digest, .findings]
    var tests: [Predicate] = [.always, .all([]), .any([])]
    for field in Field.allCases where !facets.contains(field.facet) {
      var values: [Constant] = []
      for asset in assets where values.count < Self.mostValues {
        for value in Self.constants(asset.value(of: field)).prefix(1)
        where !values.contains(value) {
          values.append(value)
        }
      }
      tests.append(.present(field))
      tests += values.flatMap { Self.tests(of: field, $0) }
      if values.count > 1 { tests.append(.oneOf(field, values)) }
    }
    let pairs = zip(tests, tests.dropFirst(7)).enumerated().filter { $0.offset % 5 == 0 }
    predicates =
      tests + tests.map(Predicate.not)
      + pairs.map { .all([$0.element.0, .not($0.element.1)]) }
      + pairs.map { .any([.not($0.element.0), $0.element.1]) }
      + pairs.map { .not(.any([$0.element.0, .all([$0.element.1])])) }
  }

  private static func constants(_ value: FieldValue) -> [Constant] {
    switch value {
    case .flag(let flag): [.flag(flag)]
    case .integer(let integer): [.integer(integer)]
    case .number(let number): [.number(number)]
    case .date(let date): [.date(date)]
    case .text(let text): [.text(TextConstant(text.string))]
    case .string(let string): [.text(TextConstant(string))]
    case .texts(let texts): texts.map { .text(TextConstant($0)) }
    case .subtypes(let subtypes): subtypes.names.map { .text(TextConstant($0)) }
    case .absent, .location, .object: []
    }
  }

  private static func tests(of field: Field, _ value: Constant) -> [Predicate] {
    switch value {
    case .flag: [.equals(field, .flag(true)), .equals(field, .flag(false))]
    case .integer, .number, .date:
      [.equals(field, value)] + Comparison.allCases.map { .ordered(field, $0, value) }
    case .text(let text):
      [
        .equals(field, value), .has(field, text), .has(field, TextConstant("a")),
        .like(field, LikePattern("\(text.string.prefix(2))*")), .like(field, LikePattern("*a*")),
        .equals(field, .text(TextConstant(text.string.uppercased()))),
      ]
    }
  }
}
