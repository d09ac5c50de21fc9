/// What rules can use.
///
/// ```swift
/// let components = Components.builtin.adding(stages: [SepiaFilter.self])
/// ```
///
/// A value that is handed to everything that loads, checks, plans or runs a rule.
public struct Components: Sendable {
  public let stages: StageRegistry

  /// - Precondition: no two stages have one name.
  public init(stages: [any Stage.Type]) {
    self.stages = StageRegistry(stages)
  }

  /// The same with more.
  ///
  /// - Precondition: no two stages have one name.
  public func adding(stages added: [any Stage.Type]) -> Components {
    Components(stages: stages.types + added)
  }
}
