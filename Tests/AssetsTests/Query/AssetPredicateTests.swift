import AssetSupport
import PipelineSupport
import Samples
import Testing

@testable import Assets

@Suite struct AssetPredicateTests {
  /// The law of push-down: what the source answers and what is left are the whole.
  @Test func splittingChangesNoAnswer() {
    var random = RandomQuery(seed: 81)
    let assets = (0..<30).map { _ in random.asset() }
    let borders: [(AssetPredicate) -> Bool] = [
      { _ in true }, { _ in false }, { $0.facet == .entry }, { $0.facet <= .stat },
      { $0.fields.fields.count == 1 }, { "\($0)".utf8.count % 2 == 0 },
    ]
    for _ in 0..<800 {
      let whole = random.predicate()
      for belongs in borders {
        let (accepted, rest) = whole.split(belongs)
        for asset in assets {
          let parts = accepted.matches(asset) && rest.matches(asset)
          guard parts == whole.matches(asset) else {
            Issue.record("\(whole) was split into \(accepted) and \(rest)")
            return
          }
        }
      }
    }
  }

  @Test func rearrangingChangesNoAnswer() {
    var random = RandomQuery(seed: 82)
    let assets = (0..<30).map { _ in random.asset() }
    for _ in 0..<1000 {
      let whole = random.predicate()
      let program = PredicateProgram(whole)
      for asset in assets {
        let expected = whole.matches(asset)
        guard whole.cheapestFirst.matches(asset) == expected, program.matches(asset) == expected,
          AssetPredicate.conjunction([whole, .always]).matches(asset) == expected
        else {
          Issue.record("\(whole)")
          return
        }
      }
    }
  }

  @Test func theFirstTestIsACheapOne() {
    let predicate = AssetPredicate.all([
      .present(.labels), .present(.pixelWidth), .present(.fileSize), .present(.filename),
    ])
    #expect(
      predicate.cheapestFirst
        == .all([
          .present(.filename), .present(.fileSize), .present(.pixelWidth), .present(.labels),
        ]))
    #expect(predicate.facet == .findings)
    #expect(AssetPredicate.always.facet == .entry)
  }

  @Test func aFailedCheapTestReadsNothingDeeper() {
    let asset = ValueAsset(named: "a")
    let step = PredicateProgram(
      .all([.present(.sha1), .equals(.filename, .text(TextConstant("b")))]))
    #expect(!step.matches(asset))
    // Asking for the hash would have failed the asset.
    #expect(asset.failure == nil)
  }

  @Test(
    arguments: [
      (.always, "everything"), (.any([]), "nothing"),
      (.equals(.filename, .text(TextConstant("a"))), "filename == \"a\""),
      (.oneOf(.pixelWidth, [.integer(1), .number(2.5)]), "pixelWidth in {1, 2.5}"),
      (.not(.present(.sha1)), "not (sha1 present)"),
      (
        .all([.present(.path), .any([.present(.sha1), .like(.path, LikePattern("*a"))])]),
        "path present and (sha1 present or path like \"*a\")"
      ),
      (
        .ordered(.creationDate, .greater, .date(Instant(milliseconds: 0))),
        "creationDate > 1970-01-01T00:00:00.000Z"
      ),
    ] as [(AssetPredicate, String)])
  func readsLikeAQuestion(_ predicate: AssetPredicate, _ text: String) {
    #expect(predicate.description == text)
  }
}
