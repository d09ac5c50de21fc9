internal import Foundation
internal import Pipeline
internal import ShotflowTool

/// A program with a stage of its own; the environment says what else of it is its own.
@main struct OwnTool {
  static func main() {
    let variables = ProcessInfo.processInfo.environment
    ShotflowTool.run(
      .builtin.adding(stages: [EveryNthFilter.self]), named: variables["OWN_TOOL_NAME"],
      keepingStateAs: variables["OWN_TOOL_STATE"] ?? "shotflow")
  }
}
