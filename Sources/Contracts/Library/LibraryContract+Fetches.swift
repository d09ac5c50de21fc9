internal import Engine

/// The checks of fetches: the library's own answers equal those of the engine.
extension LibraryContract {
  /// Checks that the tests of the library and the remaining tests together equal the predicate.
  func pushdownViolations(_ all: [Asset]) throws -> [String] {
    var violations: [String] = []
    let context = context()
    let library = try kind.open(place, for: context)
    for predicate in SampledPredicates(all).predicates {
      let fetch = AssetFetch(predicate: predicate)
      let answer = try LibraryReader(fetch, in: context).answer(of: library, at: place)
      let given = try Self.all(of: answer.reader).filter { answer.residual.matches($0) }
      violations += Self.difference(
        "\(predicate)", Self.identifiers(given).sorted(),
        Self.identifiers(all.filter { predicate.matches($0) }).sorted())
      if kind.answers(predicate), answer.residual != .always {
        violations.append("\(predicate): the kind answers it, yet the library leaves it over")
      }
      for words in library.statements(for: fetch) where words.hasPrefix("none: ") {
        violations.append("\(predicate): no statement for explain; \(words.dropFirst(6))")
      }
    }
    return violations
  }

  private static let orders: [[SortKey]] = [
    [SortKey(.creationDate)], [SortKey(.creationDate, isDescending: true)],
    [SortKey(.addedDate, isDescending: true)], [SortKey(.modificationDate)],
    [SortKey(.duration)], [SortKey(.filename)], [SortKey(.title, isDescending: true)],
    [SortKey(.mediaType), SortKey(.creationDate, isDescending: true)],
  ]

  /// Checks that the library sorts assets like the engine, for orders that it supports.
  func orderViolations(_ all: [Asset]) throws -> [String] {
    var violations: [String] = []
    for keys in Self.orders {
      let answer = try answer(AssetFetch(order: keys))
      if !answer.isOrdered { continue }
      let given = try Self.all(of: answer.reader).filter { answer.residual.matches($0) }
      violations += Self.difference(
        "ordered by \(Self.words(keys))", Self.identifiers(given),
        Self.identifiers(Self.sorted(all, by: keys)))
    }
    return violations
  }

  /// Checks that ranges return the assets of a run, in its order.
  func fetchViolations(_ all: [Asset]) throws -> [String] {
    let library = FetchLibrary(path: place.path, in: context())
    var violations: [String] = []
    for keys in [[]] + Self.orders {
      let expected = Self.identifiers(keys.isEmpty ? all : Self.sorted(all, by: keys))
      var fetch = AssetFetch(order: keys)
      let what = keys.isEmpty ? "fetched" : "fetched by \(Self.words(keys))"
      let result = try library.fetchAssets(fetch)
      if try result.count != expected.count { violations.append("\(what): the count is wrong") }
      violations += Self.difference(
        what, Self.identifiers(try result.objects(within: 0..<expected.count + 1)), expected)
      let middle = expected.count / 3..<expected.count - expected.count / 3
      violations += Self.difference(
        "\(what), a range", Self.identifiers(try result.objects(within: middle)),
        Array(expected[middle]))
      for place in Set([expected.indices.first, middle.first, expected.indices.last])
      where try place != nil && result.index(of: expected[place ?? 0]) != place {
        violations.append("\(what): the place of \(expected[place ?? 0]) is wrong")
      }
      (fetch.offset, fetch.limit) = (1, 3)
      let limited = try library.fetchAssets(fetch).objects(within: 0..<expected.count)
      violations += Self.difference(
        "\(what), limited", Self.identifiers(limited), Array(expected.dropFirst().prefix(3)))
    }
    return violations
  }

  static func sorted(_ assets: [Asset], by keys: [SortKey]) -> [Asset] {
    let order = AssetOrder(keys)
    return assets.enumerated().map { order.entry(for: $1, place: $0) }
      .sorted { order.precedes($0, $1) }.map(\.asset)
  }

  private static func words(_ keys: [SortKey]) -> String {
    keys.map { ($0.isDescending ? "-" : "") + $0.field.name }.joined(separator: ", ")
  }
}

/// Tests that some of a library's assets pass and others don't, made from the assets' values.
struct SampledPredicates {
  let predicates: [AssetPredicate]

  private static let mostValues = 3

  init(_ assets: [Asset]) {
    let facets: [Facet] = [.metadata, .digest, .findings]
    var tests: [AssetPredicate] = [.always, .all([]), .any([])]
    // How a test is negated depends on its field and word, so one value of each field is enough.
    var negated = tests
    for field in Field.allCases where !facets.contains(field.facet) {
      var values: [Constant] = []
      for asset in assets where values.count < Self.mostValues {
        for value in Self.constants(asset.value(of: field)).prefix(1)
        where !values.contains(value) {
          values.append(value)
        }
      }
      let ownTests = values.map { Self.tests(of: field, $0) }
      tests.append(.present(field))
      tests += ownTests.joined()
      negated += [.present(field)] + (ownTests.first ?? [])
      if values.count > 1 {
        tests.append(.oneOf(field, values))
        negated.append(.oneOf(field, values))
      }
    }
    tests += Self.comparisons
    negated += Self.comparisons
    let pairs = zip(tests, tests.dropFirst(7)).enumerated().filter { $0.offset % 5 == 0 }
    predicates =
      tests + negated.map(AssetPredicate.not)
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

  private static func tests(of field: Field, _ value: Constant) -> [AssetPredicate] {
    switch value {
    case .flag: [.equals(field, .flag(true)), .equals(field, .flag(false))]
    case .integer, .number, .date:
      [.equals(field, value)] + Comparison.allCases.map { .ordered(field, $0, value) }
        + (field.type == .date ? cycles.map { .cycle(field, $0) } : [])
    case .text(let text):
      [
        .equals(field, value), .has(field, text), .has(field, TextConstant("a")),
        .like(field, LikePattern("\(text.string.prefix(2))*")), .like(field, LikePattern("*a*")),
        .equals(field, .text(TextConstant(text.string.uppercased()))),
      ] + (field.mayIgnoreCase ? foldedTests(of: field, text.string) : [])
    }
  }

  /// Parts of days, weeks and years.
  private static let cycles = [
    ClockCycle("9..16", as: .hour), ClockCycle("22:00..04:30", as: .time),
    ClockCycle("sat..mon", as: .weekday), ClockCycle("5,9", as: .month),
    ClockCycle("12-24..06-01", as: .monthDay),
  ].compactMap(\.self)

  /// Comparisons of fields with each other.
  private static let comparisons = [
    (Field.pixelHeight, Field.pixelWidth), (.fileSize, .pixelHeight), (.duration, .frameRate),
    (.frameRate, .depth), (.modificationDate, .creationDate), (.addedDate, .creationDate),
  ].flatMap { field, other in
    Comparison.allCases.map { AssetPredicate.compared(field, $0, other) }
  }

  /// Returns tests that ignore the case of letters.
  private static func foldedTests(of field: Field, _ text: String) -> [AssetPredicate] {
    let whole = TextConstant(text.uppercased(), ignoringCase: true)
    return [
      .equals(field, .text(whole)), .has(field, whole),
      .has(field, TextConstant("A", ignoringCase: true)),
      .like(field, LikePattern("\(text.prefix(2).lowercased())*", ignoringCase: true)),
    ]
  }
}
