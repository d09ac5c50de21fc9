public import Engine
package import LuaBridge
internal import Platform
internal import Synchronization

/// The contract that every stage has to keep, as a check for tests.
///
/// ```swift
/// @Test func keepsTheContract() {
///   #expect(StageContract(of: AspectClassifier.self).violations() == [])
/// }
/// ```
///
/// The description is correct: options are read, refused with a wrong type, and have the documented
/// defaults; others are refused; the example is a rule. The result does not depend on the number of
/// worker threads. The stage keeps the order of assets, works behind `when`, reads only the facets
/// that it declares, and gives fields the declared types. Sources, and stages that start programs
/// or observe a fetch, are checked as far as possible without running them.
public struct StageContract {
  private let bench: ContractRunner
  /// True if the stricter contract of plugins holds: it prints nothing and accepts all samples.
  private let isPlugin: Bool
  private let printed: PrintedLines

  /// - Parameter samples: Further assets, for a stage that searches for something rare.
  public init(of type: any Stage.Type, samples: [[Field: FieldValue]] = []) {
    bench = ContractRunner(StageDefinition(type), isBuiltIn: true, samples: samples) {
      RuleFile(path: ContractRunner.rulePath, source: $0)
    }
    isPlugin = false
    printed = PrintedLines()
  }

  /// Creates the contract of a stage that a Lua file declares; `file` returns a rule that uses the
  /// plugin and continues with the given text.
  package init(
    of plugin: Plugin, samples: [[Field: FieldValue]],
    file: @escaping @Sendable (String) -> RuleFile
  ) {
    let printed = PrintedLines()
    bench = ContractRunner(
      plugin.definition, isBuiltIn: false, samples: samples,
      printer: RulePrinter { printed.add($0) }, file: file)
    isPlugin = true
    self.printed = printed
  }

  private var description: StageDescription { bench.definition.description }

  /// Returns the violations of the contract, each as a sentence.
  public func violations() -> [String] {
    let violations = workViolations(DescriptionCheck(bench: bench).violations())
    return isPlugin ? violations + printed.violations : violations
  }

  private func workViolations(_ known: [String]) -> [String] {
    var violations = known
    guard description.role != .source else { return violations }
    do {
      let trial = try bench.trial(description.example)
      guard let transform = trial.transform else {
        return violations + ["is a source by its part and a transform by its role, or the reverse"]
      }
      // A stage's program is not started, as it need not be installed.
      guard transform.traits.observation.since == nil, trial.plan.programs.isEmpty,
        description.program == nil
      else { return violations }
      if isPlugin {
        violations += try bench.failures(of: trial).map { "fails for a sample: \($0)" }
      }
      violations += try BehaviourCheck(trial, bench, description).violations()
    } catch let problems as RuleProblems {
      // The check of the description has reported why the example is refused.
      if violations.isEmpty { violations += problems.problems.map(\.message) }
    } catch {
      violations.append("does not run on samples: \(error)")
    }
    return violations
  }
}

/// The first line that a plugin printed. Safe from any thread.
private final class PrintedLines: Sendable {
  private let first = Lock<String?>(nil)

  func add(_ line: String) {
    first.withLock { if $0 == nil { $0 = line } }
  }

  var violations: [String] {
    first.withLock { $0 }.map { ["prints, which belongs to rules: \($0)"] } ?? []
  }
}
