/// Shows an asset's file in the desktop's file manager.
package struct FileReveal: TransformStage {
  package static let description = StageDescription(
    name: "reveal", role: .act, summary: "shows the original in the desktop's file manager")

  package init(_ arguments: inout StageArguments) {}

  public var traits: StageTraits {
    .acting(.desktop, "show files in the file manager")
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    [ShowStep(name: Self.description.name, way: .reveal)]
  }
}
