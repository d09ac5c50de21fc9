import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct PictureOptionTests {
  private func problems(_ table: ArgumentValue) -> [String] {
    do {
      _ = try Scenario([StageCall("source"), StageCall("load", table, line: 7)]).plan()
      return []
    } catch let found as RuleProblems {
      return found.problems.map { "\($0.line): \($0.message)" }
    } catch {
      return ["\(error)"]
    }
  }

  private func detail(_ table: ArgumentValue) throws -> String? {
    try Scenario([StageCall("source"), StageCall("load", table)]).plan().steps.last?.detail
  }

  @Test(
    arguments: [
      [:], ["size": "maximum"], ["size": [1, 16_384]], ["size": [150.0, 100]],
      ["size": "maximum", "format": "original"], ["format": "png"],
      ["size": "maximum", "format": "webp", "deliveryMode": "opportunistic"],
      ["size": [150, 150], "contentMode": "aspectFill", "resizeMode": "exact"],
      ["format": "jpeg", "resizeMode": "none"], ["size": [9, 9], "resizeMode": "fast"],
      ["size": [150, 150], "metadata": true, "file": "reference", "data": "size"],
    ] as [ArgumentValue])
  func takesWhatMakesSense(_ table: ArgumentValue) {
    #expect(problems(table).isEmpty)
  }

  @Test(
    arguments: [
      [0, 150], [150, 16_385], [150], [150, 150, 150], [1.5, 2], ["a", 1], [-1, 5], 150, "medium",
      true, ["width": 150],
    ] as [ArgumentValue])
  func refusesWhatIsNoSize(_ size: ArgumentValue) {
    let problem = problems(["size": size])
    #expect(problem.count == 1)
    #expect(
      problem.first?.hasPrefix(
        "7: size takes width and height, each from 1 to 16384, such as { 150, 150 },"
          + " or \"maximum\", not ") == true)
  }

  @Test func refusesWhatContradictsItself() {
    #expect(
      problems(["size": [150, 150], "format": "original"]) == [
        "7: format \"original\" keeps the original's size; leave out size, or write format ="
          + " \"jpeg\""
      ])
    #expect(
      problems(["contentMode": "aspectFill", "size": "maximum"]) == [
        "7: contentMode \"aspectFill\" needs a size to fill; add size = { 150, 150 }"
      ])
    #expect(
      problems(["resizeMode": "exact", "format": "png"]) == [
        "7: resizeMode \"exact\" needs a size to keep to; add size = { 150, 150 }"
      ])
    #expect(
      problems(["resizeMode": "none", "size": [5, 5]]) == [
        "7: resizeMode \"none\" keeps all pixels; leave out size, or write resizeMode = \"fast\""
      ])
    #expect(
      problems(["deliveryMode": "fastFormat"]) == [
        "7: deliveryMode \"fastFormat\" needs a picture to make; add size = { 150, 150 }"
          + " or format = \"jpeg\""
      ])
    #expect(problems(["metadata": "yes"]) == ["7: metadata takes true or false, not \"yes\""])
  }

  @Test func thePlanSaysWhichPicture() throws {
    #expect(try detail(["size": [150, 100]]) == "picture 150x100, highQualityFormat")
    #expect(
      try detail(["size": [9, 8], "contentMode": "aspectFill", "format": "webp"])
        == "picture 9x8, aspectFill, webp, highQualityFormat")
    #expect(
      try detail(["format": "png", "deliveryMode": "opportunistic"])
        == "picture maximum, png, opportunistic")
    // The original is brought by the workers, without any decoder.
    #expect(try detail(["size": "maximum"]) == "")
    #expect(try detail(["metadata": true]) == "metadata")
  }
}
