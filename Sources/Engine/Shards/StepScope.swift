/// How much of a library a step has to see to decide about one asset.
package enum StepScope: String, Sendable {
  /// The asset alone.
  case asset
  /// All assets that have something in common with it, such as its content.
  case key
  /// All that come, in their order; also where the step reaches out of the run.
  case library
}

extension Step {
  /// How much of a library it has to see.
  package var scope: StepScope {
    let traits = traits
    guard case .never = traits.acts, traits.program == nil, !traits.startsProgram else {
      return .library
    }
    if traits.comparesAssets { return .key }
    return ordering == .any ? .asset : .library
  }
}
