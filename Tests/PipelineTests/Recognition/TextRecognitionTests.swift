import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct TextRecognitionTests {
  private func scenario(_ options: ArgumentValue) -> Scenario {
    Scenario([StageCall("source"), StageCall("ocr", options)])
  }

  private func plan(_ options: ArgumentValue) throws -> PipelinePlan {
    try scenario(options).plan()
  }

  private func problems(_ options: ArgumentValue) -> [String] { scenario(options).problems }

  @Test func itNeedsNoPermissionAndAddsAText() throws {
    let plan = try plan([:])
    #expect(plan.needs.isEmpty)
    #expect(plan.programs.isEmpty)
    #expect(!plan.acts)
    #expect(plan.additions.flatMap(\.fields).map(\.name) == ["text"])
    #expect(plan.steps.map(\.name) == ["ocr"])
  }

  @Test func explainNamesWhatATextDependsOn() throws {
    let plan = try plan(["languages": ["eng", "deu", "eng"], "layout": "scattered"])
    #expect(plan.steps.map(\.detail) == ["eng+deu, scattered, 30 % sure, 3200 pixels"])
  }

  @Test func testsOfOtherFieldsAreDoneBefore() throws {
    let plan = try Scenario([
      StageCall("source"), StageCall("ocr"), StageCall("filter", ["mediaType": "image"]),
      StageCall("filter", ["text": "a"]),
    ]).plan()
    #expect(plan.steps.map(\.name) == ["ocr", "filter"])
    #expect(plan.query.predicate != .always)
  }

  @Test(arguments: ["../eng", "-l", "eng+deu", "", "a b", "script/../x", "script/a/b", "über"])
  func aLanguageIsANameAlone(name: String) {
    #expect(
      problems(["languages": [.text(name)]]) == [
        "\"\(name)\" is no language of tesseract, such as \"eng\", \"deu\" or \"chi_sim\""
      ])
  }

  @Test(arguments: ["eng", "chi_sim", "script/Latin", "deu_latf"])
  func languagesAreCalledAsTesseractCallsThem(name: String) {
    #expect(problems(["languages": .text(name)]) == [])
  }

  @Test func wrongOptionsAreReported() {
    #expect(
      problems(["languages": []]) == [
        "languages names 1 to 8 languages, such as { \"eng\", \"deu\" }"
      ])
    #expect(
      problems(["minimumConfidence": 101]) == ["minimumConfidence is from 0 to 100, not 101"])
    #expect(problems(["largestSide": 63]) == ["largestSide is from 64 to 10000, not 63"])
    #expect(problems(["timeout": 0]) == ["timeout is longer than nothing, such as \"30s\""])
    #expect(
      problems(["layout": "columns"]) == [
        "layout takes \"page\", \"scattered\", \"block\" or \"line\", not \"columns\""
      ])
  }
}
