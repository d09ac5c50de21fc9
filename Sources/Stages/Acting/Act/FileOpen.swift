/// Opens an asset's file with the desktop's program for its type.
package struct FileOpen: TransformStage {
  package static let description = StageDescription(
    name: "open", role: .act,
    summary:
      "opens the original with the desktop's program for it, never anything that is executable")

  package init(_ arguments: inout StageArguments) {}

  public var traits: StageTraits {
    .acting(.desktop, "open files with the programs of their types")
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    [ShowStep(name: Self.description.name, way: .open)]
  }
}
