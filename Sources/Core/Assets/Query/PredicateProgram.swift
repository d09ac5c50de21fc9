/// A predicate compiled for speed: a conjunction of tests, cheapest first, in unmanaged memory. The
/// usual tests (numbers, dates, texts, subtypes) do no reference counting; the others use
/// ``AssetPredicate/matches(_:)``. Both give the same results. `@unchecked Sendable`: filled in the
/// initialiser, never changed after.
package final class PredicateProgram: @unchecked Sendable {
  private let tests: UnsafeMutableBufferPointer<Test>
  private let predicates: [AssetPredicate]
  private let texts: [OwnedBytes]

  private enum Test {
    case integer(Field, Comparison, Int64)
    case date(Field, Comparison, Int64)
    case equalInteger(Field, Int64)
    case flag(Field, Bool)
    /// An equality of texts that are all ASCII, so that comparing bytes is enough.
    case ascii(Field, UnsafeRawBufferPointer)
    case subtype(MediaSubtypes)
    case general(Int)
  }

  package init(_ predicate: AssetPredicate) {
    var texts: [OwnedBytes] = []
    predicates = predicate.cheapestFirst.conjuncts
    let tests = predicates.enumerated().map { place, predicate in
      Self.test(predicate, &texts) ?? .general(place)
    }
    self.tests = .allocate(capacity: tests.count)
    _ = self.tests.initialize(from: tests)
    self.texts = texts
  }

  deinit {
    tests.deinitialize()
    tests.deallocate()
  }

  /// Returns true if the predicate holds for the asset.
  @inline(__always)
  package func matches(_ asset: Asset) -> Bool {
    for index in tests.indices where !holds(tests[index], asset) { return false }
    return true
  }

  @inline(__always)
  private func holds(_ test: Test, _ asset: Asset) -> Bool {
    switch test {
    case .integer(let field, let comparison, let constant):
      if case .integer(let value) = asset.value(of: field) {
        return comparison.holds(value, constant)
      }
      return false
    case .date(let field, let comparison, let constant):
      if case .date(let value) = asset.value(of: field) {
        return comparison.holds(value.milliseconds, constant)
      }
      return false
    case .equalInteger(let field, let constant):
      if case .integer(let value) = asset.value(of: field) { return value == constant }
      return false
    case .flag(let field, let constant):
      if case .flag(let value) = asset.value(of: field) { return value == constant }
      return false
    case .ascii(let field, let constant):
      switch asset.value(of: field) {
      case .text(let text):
        return text.hasSameBytes(as: constant) || (!text.isASCII && isEqual(text, constant))
      case .string(let string):
        return string.utf8.elementsEqual(constant) || string == TextSpan(constant).string
      default: return false
      }
    case .subtype(let subtype):
      if case .subtypes(let subtypes) = asset.value(of: .mediaSubtypes) {
        return subtypes.isSuperset(of: subtype)
      }
      return false
    case .general(let place):
      return predicates[place].matches(asset)
    }
  }

  /// Returns true if the NFC forms are equal, as those of U+212A and K are.
  @inline(never)
  private func isEqual(_ text: TextSpan, _ constant: UnsafeRawBufferPointer) -> Bool {
    text.string == TextSpan(constant).string
  }

  private static func test(_ predicate: AssetPredicate, _ texts: inout [OwnedBytes]) -> Test? {
    // Values that stages set are tested more rarely, and may be of any type.
    if predicate.fields.facets.contains(.findings) { return nil }
    switch predicate {
    case .ordered(let field, let comparison, .integer(let constant)) where field.type == .integer:
      return .integer(field, comparison, constant)
    case .ordered(let field, let comparison, .date(let constant)):
      return .date(field, comparison, constant.milliseconds)
    case .equals(let field, .integer(let constant)) where field.type == .integer:
      return .equalInteger(field, constant)
    case .equals(let field, .flag(let constant)):
      return .flag(field, constant)
    case .equals(.mediaSubtypes, .text(let text)):
      return MediaSubtypes.named.first { "\($0.name)" == text.string }.map { .subtype($0.subtype) }
    case .equals(let field, .text(let text))
    where field.type == .text && !text.ignoresCase && text.string.utf8.allSatisfy { $0 < 0x80 }:
      let bytes = OwnedBytes(Array(text.string.utf8))
      texts.append(bytes)
      return .ascii(field, bytes.bytes)
    default:
      return nil
    }
  }
}

extension Batch {
  /// Keeps the assets for which a predicate holds. Filters spend their time in this loop.
  package mutating func keep(matching program: PredicateProgram) {
    keep { program.matches($0) }
  }
}
