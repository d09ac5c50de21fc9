import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Testing

@Suite struct StageRegistryTests {
  private static let checkout = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: checkout.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift files below a folder, with paths from the project's root.
  private static func swiftFiles(below folder: String) throws -> [String] {
    try FileManager.default
      .subpathsOfDirectory(atPath: checkout.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The folders of stages that bring more than themselves, named by what they do.
  private static let ownFolders: Set = [
    "count", "damage", "import", "recognition", "sheets", "similarity", "webhooks",
  ]

  /// The source files that describe a stage that comes along, without their ending.
  private static func stageFiles() throws -> [String] {
    try ["Sources/Pipeline", "Sources/Stages/Pictures", "Sources/Stages/Acting"]
      .flatMap { try swiftFiles(below: $0) }
      .filter { try text($0).contains("static let description = StageDescription(") }
      .map { String($0.dropLast(".swift".count)) }
  }

  @Test func everyStageIsListed() throws {
    let list = try Self.text("Sources/Pipeline/Components+Builtin.swift")
    let stages = try Self.stageFiles()
    #expect(stages.count >= 6)
    for stage in stages {
      let type = (stage as NSString).lastPathComponent
      #expect(list.contains("\(type).self"), "Components+Builtin.swift does not list it")
    }
    #expect(Components.builtin.stages.descriptions.count == stages.count)
  }

  /// Everything else is handed its components.
  @Test func theBuiltInComponentsAreUsedInOnePlace() throws {
    let uses = try Self.swiftFiles(below: "Sources").flatMap { path in
      try Self.text(path).split(separator: "\n")
        .filter { !$0.contains("///") && $0.contains(".builtin") }.map { _ in path }
    }
    #expect(uses == ["Sources/shotflow/Main.swift"])
  }

  @Test func addedStagesJoinTheOthers() {
    let components = Components.builtin.adding(stages: [EveryOptionFilter.self])
    #expect(
      Set(components.stages.names) == Set(Components.builtin.stages.names + ["everything"]))
    let call = StageCall("everything", line: 1)
    #expect(throws: Never.self) {
      try components.stages.make(call, rulePath: "a.lua", now: Scenario.noon).get()
    }
  }

  @Test func everyStageHasATestFile() throws {
    for stage in try Self.stageFiles() {
      let parts = stage.split(separator: "/").map(String.init)
        .filter { $0 != "Sources" && $0 != "Stages" }
      let path = (["Tests", parts[0] + "Tests"] + parts[1...]).joined(separator: "/")
      let file = Self.checkout.appendingPathComponent(path + "Tests.swift")
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)Tests.swift is missing")
    }
  }

  @Test func everyStageLiesInTheFolderOfItsRole() throws {
    let folders = try Self.stageFiles().map {
      (($0 as NSString).deletingLastPathComponent as NSString).lastPathComponent.lowercased()
    }
    let roles = Components.builtin.stages.descriptions.map { "\($0.role)" }
    #expect(Set(folders).subtracting(Self.ownFolders) == Set(roles))
  }

  @Test func stagesComeInTheOrderOfTheirRoles() {
    let stages = Components.builtin.stages
    #expect(stages.descriptions.map(\.role) == stages.descriptions.map(\.role).sorted())
    #expect(stages.names == stages.descriptions.map(\.name).sorted())
    // A stage that is the only one of its role is called by it.
    let roles = Dictionary(grouping: stages.descriptions, by: \.role)
    for stages in roles.values where stages.count == 1 {
      #expect(stages.allSatisfy { $0.name == "\($0.role)" })
    }
    let others = ["sheet", "webhook"].filter(Scenario.knows)
    #expect(
      roles[.act]?.map(\.name)
        == (["clipboard", "copy", "import", "link", "move", "open", "reveal", "trash"] + others)
        .sorted())
  }

  @Test func everyOptionIsDescribed() {
    for stage in Components.builtin.stages.descriptions {
      #expect(!stage.summary.isEmpty && !stage.summary.hasSuffix("."))
      #expect(stage.example.hasPrefix("\(stage.name) {"))
      #expect(Set(stage.options.map(\.name)).count == stage.options.count)
      for option in stage.options { #expect(!option.summary.isEmpty) }
    }
  }

  @Test func anUnknownStageIsReportedWithTheNearest() throws {
    let call = StageCall("fliter", line: 9)
    let made = Components.builtin.stages.make(call, rulePath: "rules/a.lua", now: Scenario.noon)
    guard case .failure(let found) = made else {
      Issue.record("there is no such stage")
      return
    }
    #expect(
      found.description == "rules/a.lua:9: no stage called \"fliter\"; did you mean \"filter\"?")
    #expect(
      found.problems[0].rendered(
        source: Array(repeating: "", count: 8).joined(separator: "\n")
          + "\n  fliter { limit = 1 },")
          == """
          rules/a.lua:9: no stage called "fliter"; did you mean "filter"?
                fliter { limit = 1 },
                ^^^^^^
          """)
  }
}
