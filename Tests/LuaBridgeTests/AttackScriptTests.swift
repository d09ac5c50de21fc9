import Foundation
import LuaBridge
import Testing

@testable import Pipeline

/// Every script that tries to break out, to hang or to fill the memory, as a rule.
@Suite(.serialized) struct AttackScriptTests {
  private static let scripts: [String] = {
    let environment = ProcessInfo.processInfo.environment["SHOTFLOW_TEST_DATA"]
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = environment ?? root.appendingPathComponent("shared/data").path
    let folder = (data as NSString).deletingLastPathComponent + "/lua-attacks"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if names.isEmpty { print("skipped: no attack scripts beside the test data (\(folder))") }
    return names.filter { $0.hasSuffix(".lua") }.sorted().map { "\(folder)/\($0)" }
  }()

  private let load = RuleBudget(instructions: 10_000_000, memory: 64 << 20, milliseconds: 500)
  private let call = RuleBudget(instructions: 10_000_000, memory: 64 << 20, milliseconds: 500)
  /// Twice the budget, and what a busy machine adds.
  private let patience = Duration.milliseconds(2 * 500 + 1000)

  private func expectContained(_ text: String, _ elapsed: Duration, _ script: String) {
    #expect(!text.contains("ESCAPED"), "\(script): \(text)")
    #expect(!text.contains("\u{1B}"), "\(script)")
    #expect(elapsed < patience, "\(script) ran for \(elapsed)")
  }

  @Test(arguments: scripts)
  func asARule(script: String) throws {
    let workbench = RuleWorkbench(load: load, call: call)
    let file = try RuleFile(path: script)
    var text = "loaded"
    let elapsed = ContinuousClock().measure {
      do throws(RuleProblem) { _ = try workbench.load(file) } catch { text = error.description }
    }
    expectContained(text, elapsed, script)
    for printed in workbench.output { expectContained(printed, .zero, script) }
  }

  @Test(arguments: scripts)
  func inAFunctionWithAnAsset(script: String) throws {
    let workbench = RuleWorkbench(load: load, call: call)
    let body = try RuleFile(path: script).source
    let asset = SyntheticAsset([.pixelWidth: .integer(5)], texts: [.path: "/granted/a.png"])
    var text = "done"
    let elapsed = ContinuousClock().measure {
      do {
        let source = "return pipeline { filter(function(shot)\n do \(body)\n end end) }"
        let rule = try workbench.load(source)
        _ = try workbench.verdicts(of: rule, on: [asset])
        text = asset.failure?.reason ?? text
      } catch {
        text = "\(error)"
      }
    }
    expectContained(text, elapsed, script)
    for printed in workbench.output { expectContained(printed, .zero, script) }
  }
}
