public import Engine
internal import LuaBridge

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
  private let type: any Stage.Type
  private let bench: ContractBench

  /// - Parameter samples: assets that the stage is tried on besides those that the contract has; hand
  ///   in some where a stage looks for something rare.
  public init(of type: any Stage.Type, samples: [[Field: FieldValue]] = []) {
    self.type = type
    bench = ContractBench(type, samples: samples)
  }

  private var description: StageDescription { type.description }

  /// The promises that the stage breaks, in words; empty for a stage that keeps the contract.
  public func violations() -> [String] {
    var violations = DescriptionCheck(type, bench).violations()
    guard description.role != .source else { return violations }
    do {
      let trial = try bench.trial(description.example)
      guard let transform = trial.transform else {
        return violations + ["is a source by its part and a transform by its role, or the reverse"]
      }
      guard transform.traits.observesSince == nil, trial.plan.programs.isEmpty else {
        return violations
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
