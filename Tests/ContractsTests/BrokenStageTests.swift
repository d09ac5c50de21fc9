import Contracts
import Pipeline
import Testing

/// The contract sees what is wrong.
@Suite struct BrokenStageTests {
  @Test func detectsWorkThatDependsOnWorkers() {
    #expect(
      StageContract(of: WorkerBoundFilter.self).violations()
        .contains("gives something else in four lanes than in one"))
  }

  @Test func seesFieldsThatAreReadButNotDeclaredAndWrongTypes() {
    #expect(
      StageContract(of: DeepClassifier.self).violations() == [
        "reads pixelWidth and does not say so",
        "gives the field \"layer\" values that are no number",
      ])
  }

  @Test func seesDescriptionsThatAreNotTrue() {
    let violations = StageContract(of: ForgetfulFilter.self).violations()
    #expect(violations.contains { $0.hasPrefix("the summary \"Drops small pictures.\"") })
    #expect(violations.contains { $0.hasPrefix("the example is refused: forget has no option") })
    #expect(violations.contains("describes the option \"unused\" and never reads it"))
    #expect(violations.contains { $0.hasPrefix("the default of \"loose\" is no value") })
    #expect(violations.contains { $0.hasPrefix("takes true for \"unused\"") })
  }

  @Test func seesADefaultThatIsNotTheDocumentedOne() {
    #expect(
      StageContract(of: WrongDefaultFilter.self).violations()
        == ["works in another way without \"width\" than with its default"])
  }

  @Test func seesFieldsThatAreNeverGiven() {
    let silent = StageContract(of: SilentClassifier.self)
    #expect(
      silent.violations()
        == ["gives no sample the field \"rating\"; hand in samples that get it"])
    let samples: [[Field: FieldValue]] = [[.keywords: ["five stars"]]]
    #expect(StageContract(of: SilentClassifier.self, samples: samples).violations() == [])
  }
}

/// Adds a field to assets that are rare.
private struct SilentClassifier: AssetStage {
  static let description = StageDescription(
    name: "rate", role: .classify, summary: "adds a rating from keywords",
    adds: [.integer("rating", "stars")])
  static let reads: [Field] = [.keywords]

  init(_ arguments: inout StageArguments) {}

  func process(_ asset: inout AssetUnderWork) {
    if asset.texts(.keywords).contains("five stars") { asset["rating"] = 5 }
  }
}
