import Contracts
import Pipeline
import TestSupport
import Testing

@Suite struct BuiltinStageTests {
  private static let names = Components.builtin.stages.names.filter { $0 != "ocr" }

  @Test(arguments: names) func keepsTheContract(_ name: String) throws {
    let type = try #require(Components.builtin.stages.type(named: name))
    #expect(StageContract(of: type).violations() == [])
  }

  /// Its example names two languages.
  @Test(.needs(.tesseract(languages: ["eng", "deu"]))) func recognitionKeepsTheContract() throws {
    try keepsTheContract("ocr")
  }
}
