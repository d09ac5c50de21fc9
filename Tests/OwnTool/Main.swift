internal import Foundation
internal import Pipeline
internal import ShotflowTool

/// A program with a stage of its own.
///
/// `OWN_TOOL_NAME` names it and `OWN_TOOL_STATE` its folders; without them it has what every tool
/// has that says nothing.
@main struct OwnTool {
  static func main() {
    let variables = ProcessInfo.processInfo.environment
    let components = Components.builtin.adding(
      stages: [AspectClassifier.self, EveryNthFilter.self],
      fields: [.integer("stars", "stars of a catalogue")])
    if let folder = variables["OWN_TOOL_STATE"] {
      ShotflowTool.run(components, named: variables["OWN_TOOL_NAME"], keepingStateAs: folder)
    } else {
      ShotflowTool.run(components, named: variables["OWN_TOOL_NAME"])
    }
  }
}
