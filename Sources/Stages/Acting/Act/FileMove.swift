/// Moves an asset's files to a path with its values: the only stage that changes a library.
package struct FileMove: TransformStage {
  package static let description = StageDescription(
    name: "move", role: .act,
    summary: "moves the original and what belongs to it, of folder libraries alone, to a place that"
      + " a template names",
    options: [
      OptionDescription(
        "to", .text,
        "the place, with fields in braces; without --out, from the root of the library")
    ],
    example: "move { to = \"{localDate:%Y}/{localDate:%m}/{filename}\" }")

  private let target: TargetTemplate?

  package init(_ arguments: inout StageArguments) {
    target = TargetTemplate.needed(by: &arguments, Self.description)
  }

  public var traits: StageTraits { target?.traits(for: .move) ?? .acting }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    target.map { [TransferStep(name: Self.description.name, kind: .move, target: $0)] } ?? []
  }
}
