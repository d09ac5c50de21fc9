internal import Engine

/// What holds for whatever is fetched: the library's own answers are those of the engine.
extension LibraryContract {
  /// What was tested by the library and what is left over together are the predicate.
  func pushdownViolations(_ all: [Asset]) throws -> [String] {
    var violations: [String] = []
    let context = context()
    let library = try type.init(opening: place, for: context)
    for predicate in SampledPredicates(all).predicates {
      let fetch = AssetFetch(predicate: predicate)
      let answer = try LibraryReading(fetch, in: context).answer(of: library, at: place)
      let given = try Self.all(of: answer.reader).filter { answer.residual.matches($0) }
      violations += Self.difference(
        "\(predicate)", Self.identifiers(given).sorted(),
        Self.identifiers(all.filter { predicate.matches($0) }).sorted())
      if type.kind.answers(predicate), answer.residual != .always {
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

  /// An order that the library gives is that of the engine.
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

  /// What is fetched by ranges is what a run gives, in its order.
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
