/// Links to an asset's files from a path with the asset's values.
package struct FileLink: TransformStage {
  package static let description = StageDescription(
    name: "link", role: .act,
    summary: "links the original and what belongs to it from a place that a template names",
    options: [
      OptionDescription(
        "to", .text, "the place, with fields in braces; a folder if it ends in / or has no braces"),
      OptionDescription(
        "kind", .choice(Kind.allCases.map(\.rawValue)),
        "symbolic names the path of the original; hard is a second name of the same file",
        standard: "\"symbolic\""),
    ] + TransferOptions.ofFolders,
    example: "link { to = \"{mediaType}/{filename}\", kind = \"hard\" }")

  private enum Kind: String, CaseIterable {
    case symbolic, hard
  }

  private let target: TargetTemplate?
  private let options: TransferOptions
  private let kind: FileOperation.Kind

  package init(_ arguments: inout StageArguments) {
    target = TargetTemplate.needed(by: &arguments, Self.description)
    options = TransferOptions(&arguments)
    let word: String? = arguments.choice("kind", among: Kind.allCases.map(\.rawValue))
    kind = word == Kind.hard.rawValue ? .hardLink : .symbolicLink
  }

  public var traits: StageTraits {
    target?.traits(
      kind == .hardLink ? "link files, as second names of the same files, from" : "link files from")
      ?? .acting
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    target.map {
      [
        TransferStep(
          name: Self.description.name, kind: kind, target: .template($0),
          options: options)
      ]
    } ?? []
  }
}
