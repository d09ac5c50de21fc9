/// Copies an asset's files to a path with the asset's values.
package struct FileCopy: TransformStage {
  package static let description = StageDescription(
    name: "copy", role: .act,
    summary: "copies the original and what belongs to it to a place that a template names",
    options: [
      OptionDescription(
        "to", .text, "the place, with fields in braces; a folder if it ends in / or has no braces")
    ],
    example: "copy { to = \"{localDate:%Y}/{filename}\" }")

  private let target: TargetTemplate?

  package init(_ arguments: inout StageArguments) {
    target = TargetTemplate.needed(by: &arguments, Self.description)
  }

  public var traits: StageTraits { target?.traits(for: .copy) ?? .acting }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    target.map { [TransferStep(name: Self.description.name, kind: .copy, target: $0)] } ?? []
  }
}
