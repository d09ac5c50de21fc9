import AssetSupport
import Assets
import PipelineSupport
import Testing

@Suite struct AssetPredicateEvaluationTests {
  private static let now = Scenario.noon

  private func holds(_ table: ArgumentValue, _ asset: Asset) -> Bool {
    let found = CompiledFilter(table, now: Self.now)
    #expect(found.problems.isEmpty)
    return found.predicate.matches(asset)
  }

  @Test(arguments: Field.allCases)
  func anAbsentFieldAnswersNoToEveryTest(_ field: Field) {
    // Hashes are made when they are asked for, which an asset without a file can't.
    let asset = ValueAsset()
    let constants: [Constant] = [
      .flag(false), .integer(0), .number(0), .date(Self.now), .text(TextConstant("")),
    ]
    for constant in constants {
      var tests: [AssetPredicate] = [.equals(field, constant), .oneOf(field, [constant])]
      tests += Comparison.allCases.map { .ordered(field, $0, constant) }
      if case .text(let text) = constant {
        tests += [.like(field, LikePattern("*")), .has(field, text)]
      }
      for test in tests {
        #expect(!test.matches(asset))
        #expect(AssetPredicate.not(test).matches(asset))
      }
    }
    #expect(!AssetPredicate.present(field).matches(asset))
  }

  @Test func noneOfAnAbsentFieldIsYes() {
    #expect(holds(["none": [["pixelWidth": 1]]], ValueAsset()))
    #expect(holds(["pixelWidth": .calling("none", 1)], ValueAsset()))
    #expect(holds(["pixelWidth": .calling("absent")], ValueAsset()))
    #expect(!holds(["pixelWidth": 1], ValueAsset()))
    #expect(!holds(["any": .list([])], ValueAsset()))
  }

  @Test(arguments: [
    (-30_000, false), (-29_999, true), (-30_001, false), (0, true), (1, false),
    (86_400_000, false), (-1, true),
  ])
  func withinIsStrictAndNeverInTheFuture(_ age: Int64, _ expected: Bool) {
    let asset = ValueAsset([.creationDate: .date(Self.now.advanced(byMilliseconds: age))])
    #expect(holds(["creationDate": .calling("within", "30s")], asset) == expected)
    #expect(holds(["creationDate": .calling("within", 30)], asset) == expected)
  }

  @Test func textsAreEqualByTheirComposedForm() {
    for text in ["caf\u{E9}", "cafe\u{301}", "\u{212A}elvin", "Kelvin"] {
      for other in ["caf\u{E9}", "cafe\u{301}", "\u{212A}elvin", "Kelvin"] {
        let asset = ValueAsset(texts: [.filename: Array(text.utf8)])
        let made = ValueAsset([.filename: .string(text)])
        for asset in [asset, made] {
          #expect(holds(["filename": .text(other)], asset) == (text == other))
          #expect(holds(["filename": [.text(other)]], asset) == (text == other))
          #expect(holds(["filename": .calling("has", .text(other))], asset) == (text == other))
          #expect(holds(["filename": .calling("like", .text(other))], asset) == (text == other))
        }
      }
    }
    let asset = ValueAsset(texts: [.filename: Array("cafe\u{301}".utf8)])
    #expect(!holds(["filename": .calling("has", "cafe")], asset))
    #expect(holds(["filename": .calling("has", "caf")], asset))
  }

  @Test func aListHoldsWhenOneMemberDoes() {
    let asset = ValueAsset([
      .mediaSubtypes: .subtypes([.photoLive, .photoHDR]), .folderPath: .texts(["a", "Holiday"]),
    ])
    #expect(holds(["mediaSubtypes": "photoLive"], asset))
    #expect(holds(["mediaSubtypes": .calling("has", "photoHDR")], asset))
    #expect(!holds(["mediaSubtypes": "photoPanorama"], asset))
    #expect(holds(["mediaSubtypes": ["photoPanorama", "photoLive"]], asset))
    #expect(holds(["mediaSubtypes": .calling("like", "photo*R")], asset))
    #expect(holds(["folderPath": "Holiday"], asset))
    #expect(!holds(["folderPath": .calling("has", "Holi")], asset))
    #expect(holds(["folderPath": .calling("like", "Holi*")], asset))
  }

  @Test func anEmptyListIsAbsent() {
    let asset = ValueAsset([.mediaSubtypes: .subtypes([]), .folderPath: .texts([])])
    #expect(!holds(["mediaSubtypes": .calling("present")], asset))
    #expect(holds(["folderPath": .calling("absent")], asset))
  }

  @Test func numbersOfBothKindsCompare() {
    let asset = ValueAsset([.pixelWidth: .integer(5), .duration: .number(2.5)])
    #expect(holds(["pixelWidth": 5.0], asset))
    #expect(holds(["pixelWidth": .calling("at_least", 4.5)], asset))
    #expect(!holds(["pixelWidth": .calling("at_most", 4.5)], asset))
    #expect(holds(["duration": .calling("between", 2, 3)], asset))
    #expect(holds(["duration": .calling("at_most", 2.5)], asset))
    #expect(holds(["pixelWidth": .calling("between", 5, 5)], asset))
    #expect(!holds(["pixelWidth": .calling("between", 6, 7)], asset))
  }

  @Test func datesBeforeAndAfterAreStrict() {
    let asset = ValueAsset([.creationDate: .date(Instant(milliseconds: 0))])
    #expect(!holds(["creationDate": .calling("before", "1970-01-01")], asset))
    #expect(!holds(["creationDate": .calling("after", "1970-01-01")], asset))
    #expect(holds(["creationDate": .calling("at_least", "1970-01-01")], asset))
    #expect(holds(["creationDate": .calling("before", 0.001)], asset))
  }

  @Test func aHashIsMadeWhenItIsAskedFor() {
    let asset = ValueAsset()
    #expect(!AssetPredicate.present(.sha1).matches(asset))
    #expect(asset.failure?.reason == "has no file to read")
  }
}
