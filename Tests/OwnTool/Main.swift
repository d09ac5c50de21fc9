internal import Foundation
internal import Pipeline
internal import ShotflowTool

/// A program with a stage of its own.
///
/// `OWN_TOOL_NAME` names it, `OWN_TOOL_VERSION` is its version and `OWN_TOOL_STATE` names its folders;
/// without them it has what every tool has that says nothing.
@main struct OwnTool {
  static func main() {
    let variables = ProcessInfo.processInfo.environment
    let components = Components.builtin.adding(
      stages: [AspectClassifier.self, EveryNthFilter.self],
      fields: [.integer("stars", "stars of a catalogue")])
    let (name, version) = (variables["OWN_TOOL_NAME"], variables["OWN_TOOL_VERSION"])
    if let folder = variables["OWN_TOOL_STATE"] {
      ShotflowTool.run(components, named: name, version: version, keepingStateAs: folder)
    } else {
      ShotflowTool.run(components, named: name, version: version)
    }
  }
}
