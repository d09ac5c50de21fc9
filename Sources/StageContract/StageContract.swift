public import Engine
package import LuaBridge
internal import Platform
internal import Synchronization

/// The contract that every stage keeps, as a check that any test can make.
///
/// ```swift
/// @Test func keepsTheContract() {
///   #expect(StageContract(of: AspectClassifier.self).violations() == [])
/// }
/// ```
///
/// The description is true: options are read, refused with a wrong type, and have the documented
/// defaults; others are refused; the example is a rule. The work does not depend on lanes, keeps the
/// order of assets, works behind `when`, reads no deeper than the stage says, and gives fields the types
/// that were declared.
///
/// Stages that start programs or observe a fetch are checked as far as that goes without running them;
/// so are sources.
public struct StageContract {
  private let bench: ContractBench
  /// Whether it has to be silent, and to take every sample, as plugins have to.
  private let isPlugin: Bool
  private let printed: PrintedLines

  /// - Parameter samples: assets that the stage is tried on besides those that the contract has; hand
  ///   in some where a stage looks for something rare.
  public init(of type: any Stage.Type, samples: [[Field: FieldValue]] = []) {
    bench = ContractBench(StageDefinition(type), isBuiltIn: true, samples: samples) {
      RuleFile(path: ContractBench.rulePath, source: $0)
    }
    isPlugin = false
    printed = PrintedLines()
  }

  /// The contract of a stage that a Lua file declares.
  ///
  /// - Parameter file: the rule that uses the plugin and then has this text.
  package init(of plugin: Plugin, file: @escaping @Sendable (String) -> RuleFile) {
    let printed = PrintedLines()
    bench = ContractBench(
      plugin.definition, isBuiltIn: false, samples: [],
      printer: RulePrinter { printed.add($0) }, file: file)
    isPlugin = true
    self.printed = printed
  }

  private var description: StageDescription { bench.definition.description }

  /// The promises that the stage breaks, in words; empty for a stage that keeps the contract.
  public func violations() -> [String] {
    let violations = workViolations(DescriptionCheck(bench).violations())
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
      // A program that need not be installed is not started, whoever wants it.
      guard transform.traits.observesSince == nil, trial.plan.programs.isEmpty,
        description.program == nil
      else { return violations }
      if isPlugin {
        violations += try bench.failures(of: trial).map { "fails for a sample: \($0)" }
      }
      violations += try WorkCheck(trial, bench, description).violations()
    } catch let problems as RuleProblems {
      // The check of the description has told why the example is refused.
      if violations.isEmpty { violations += problems.problems.map(\.message) }
    } catch {
      violations.append("does not run on samples: \(error)")
    }
    return violations
  }
}

/// What a plugin printed. Safe from any thread.
private final class PrintedLines: Sendable {
  private let first = Lock<String?>(nil)

  func add(_ line: String) {
    first.withLock { if $0 == nil { $0 = line } }
  }

  var violations: [String] {
    first.withLock { $0 }.map { ["prints, which belongs to rules: \($0)"] } ?? []
  }
}
