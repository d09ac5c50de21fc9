/// Moves an asset's files to a path that is made of the asset's values. Only this stage and
/// ``FileTrash`` change a library.
package struct FileMove: TransformStage {
  package static let description = StageDescription(
    name: "move", role: .act,
    summary: "moves the original and what belongs to it, of folder libraries alone, to a place that"
      + " a template names",
    options: [
      OptionDescription(
        "to", .text,
        "the place, with fields in braces; without --out, from the root of the library"),
      OptionDescription(
        TargetTemplate.nameOption, .text,
        "instead of to: the name in the folder where the file is, with fields in braces"),
    ] + TransferOptions.ofFolders,
    example: "move { to = \"{localDate:%Y}/{localDate:%m}/{filename}\" }")

  private let target: TargetTemplate?
  private let options: TransferOptions

  package init(_ arguments: inout StageArguments) {
    target = TargetTemplate.needed(by: &arguments, Self.description)
    options = TransferOptions(&arguments)
  }

  public var traits: StageTraits {
    target?.traits(
      target?.anchor == .own
        ? "rename files to" : "move files, out of the library or within it, to",
      changesLibrary: true) ?? .acting
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    target.map {
      [
        TransferStep(
          name: Self.description.name, kind: .move, target: .template($0),
          options: options)
      ]
    } ?? []
  }
}
