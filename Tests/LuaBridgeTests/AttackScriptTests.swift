import LuaBridge
import Pipeline
import TestSupport
import Testing

/// Every script that tries to break out, to hang or to fill the memory.
@Suite struct AttackScriptTests {
  private static let budget = RuleBudget(
    instructions: 5_000_000, memory: 64 << 20, milliseconds: 250 * Int64(Sanitizer.slowness))
  /// Twice the budget, of the processor's time.
  private static let patience = Duration.milliseconds(2 * 250) * Sanitizer.slowness

  private let workbench = RuleWorkbench(load: budget, call: budget)

  private func expect(
    _ script: String, ends text: String, after elapsed: Duration,
    location: SourceLocation = #_sourceLocation
  ) {
    let name = script.split(separator: "/").last.map(String.init) ?? script
    let outcome = AttackOutcome.expected[String(name.prefix(3))] ?? .any
    #expect(outcome.holds(for: text), "\(name): \(text)", sourceLocation: location)
    // ThreadSanitizer keeps the signal back that such a script is left by; it ends a while later.
    if !(Sanitizer.current == .thread && outcome.needsSignal) {
      #expect(elapsed < Self.patience, "\(name) ran for \(elapsed)", sourceLocation: location)
    }
    #expect(
      workbench.peakMemory < 2 * Self.budget.memory, "\(name) took \(workbench.peakMemory) bytes",
      sourceLocation: location)
    for shown in [text] + workbench.output {
      #expect(!shown.contains("ESCAPED"), "\(name): \(shown)", sourceLocation: location)
      #expect(
        !shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" },
        "\(name)", sourceLocation: location)
    }
  }

  @Test(.enabled(if: AttackScripts.areAtHand), arguments: AttackScripts.paths)
  func asARule(script: String) throws {
    let file = try RuleFile(path: script)
    var text = "loaded"
    let elapsed = ProcessorTime.measure {
      do throws(RuleProblem) { _ = try workbench.load(file) } catch { text = error.description }
    }
    expect(script, ends: text, after: elapsed)
  }

  @Test(
    .enabled(if: AttackScripts.areAtHand), arguments: AttackScripts.paths,
    ["filter(%)", "classify { label = % }"])
  func inAFunctionWithAnAsset(script: String, stage: String) throws {
    let body = try RuleFile(path: script).source
    let asset = SyntheticAsset([.pixelWidth: .integer(5)], texts: [.path: "/granted/a.png"])
    var text = "answered"
    let elapsed = ProcessorTime.measure {
      do {
        let function = "function(shot)\n do \(body)\n end end"
        let rule = try workbench.load(
          "return pipeline { \(stage.replacing("%", with: function)) }")
        let batch = Batch(ordinal: 0, assets: [asset])
        _ = try rule.makeEvaluator().verdicts(
          of: FunctionReference(index: 0, line: 1), on: batch)
        text = asset.failure?.reason ?? text
      } catch {
        text = "\(error)"
      }
    }
    expect(script, ends: text, after: elapsed)
  }
}
