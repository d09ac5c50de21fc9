import Foundation
import Pipeline
import Testing

@Suite struct StageRegistryTests {
  /// Tests/PipelineTests.
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// The source files that describe a stage, by their paths below `Stages`.
  private static func stageFiles() throws -> [(path: String, type: String)] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      guard !path.hasPrefix("StageContract/"),
        text.contains("static let description = StageDescription("),
        !text.contains("/// ```swift")
      else { return nil }
      let name = (path as NSString).lastPathComponent.dropLast(".swift".count)
      return (path, String(name))
    }
  }

  @Test func everyStageIsListed() throws {
    let list = try String(
      contentsOf: Self.sources.appendingPathComponent("Pipeline/Components+Builtin.swift"),
      encoding: .utf8)
    let stages = try Self.stageFiles()
    #expect(stages.count >= 6)
    for stage in stages {
      #expect(list.contains("\(stage.type).self"), "Components.builtin does not list it")
    }
    #expect(Components.builtin.stages.descriptions.count == stages.count)
  }

  /// Everything else is handed its components.
  @Test func theBuiltInComponentsAreUsedInOnePlace() throws {
    let root = Self.sources
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let uses = try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n").filter { !$0.contains("///") && $0.contains(".builtin") }
        .map { _ in path }
    }
    #expect(uses == ["shotflow/Main.swift"])
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
      let path = stage.path.split(separator: "/").dropFirst().joined(separator: "/")
        .replacingOccurrences(of: ".swift", with: "Tests.swift")
      let file = Self.tests.appendingPathComponent("Stages/\(path)")
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path) is missing")
    }
  }

  @Test func everyStageLiesInTheFolderOfItsRole() throws {
    let folders = try Self.stageFiles().map {
      String($0.path.split(separator: "/").dropLast().last ?? "").lowercased()
    }
    let roles = Components.builtin.stages.descriptions.map { "\($0.role)" }
    #expect(Set(folders) == Set(roles))
  }

  @Test func stagesComeInTheOrderOfTheirRoles() {
    let roles = Components.builtin.stages.descriptions.map(\.role)
    #expect(roles == [.source, .classify, .filter, .dedupe, .observe, .exec, .load, .notify])
    #expect(
      Components.builtin.stages.names
        == ["classify", "dedupe", "exec", "filter", "load", "notify", "observe", "source"])
  }

  @Test func everyOptionIsDescribed() {
    for stage in Components.builtin.stages.descriptions {
      #expect(!stage.summary.isEmpty && !stage.summary.hasSuffix("."))
      #expect(stage.example.hasPrefix("\(stage.name) {"))
      #expect(Set(stage.options.map(\.name)).count == stage.options.count)
      for option in stage.options { #expect(!option.summary.isEmpty) }
    }
  }

  @Test func aStageThatDoesNotExistIsToldWithTheNearest() throws {
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
