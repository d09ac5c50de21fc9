/// Copies an asset's files to a path with the asset's values.
package struct FileCopy: TransformStage {
  package static let description = StageDescription(
    name: "copy", role: .act,
    summary: "copies the original and what belongs to it to a place that a template names",
    options: [
      OptionDescription(
        "to", .text, "the place, with fields in braces; a folder if it ends in / or has no braces"),
      OptionDescription(
        "each", .choice([Self.album]),
        "album for a copy in each album that the asset is in, whose path is {album} in to; assets in"
          + " none are left out"),
      OptionDescription(
        "others", .choice(Others.allCases.map(\.rawValue)),
        "what the second of these and all others are: copies, or links to the first one",
        standard: "\"copy\""),
      OptionDescription(
        "sidecar", .flag,
        "what is known of the asset goes along, in an XMP file beside the copy", standard: "false"),
    ] + TransferOptions.ofFolders + TransferOptions.ofCopies + EditedCopies.options
      + PictureRendering.options,
    example: "copy { to = \"{localDate:%Y}/{filename}\" }")

  private static let album = "album"

  private enum Others: String, CaseIterable {
    case copy, hard, symbolic

    var kind: FileOperation.Kind {
      switch self {
      case .copy: .copy
      case .hard: .hardLink
      case .symbolic: .symbolicLink
      }
    }
  }

  private let target: TargetTemplate?
  /// The kind of copies in an asset's second and further albums; nil for one copy of each asset.
  private let others: FileOperation.Kind?
  private let makesSidecar: Bool
  private var options: TransferOptions
  private let versions: EditedCopies
  /// The form of a picture that is made instead of a copy; nil to copy the original's files.
  private let rendering: PictureRendering?

  package init(_ arguments: inout StageArguments) {
    let each: String? = arguments.choice("each", among: [Self.album])
    let word: String? = arguments.choice("others", among: Others.allCases.map(\.rawValue))
    target = TargetTemplate.needed(by: &arguments, Self.description)
    makesSidecar = arguments.flag("sidecar") ?? false
    options = TransferOptions(&arguments)
    options.readCopies(&arguments)
    versions = EditedCopies(&arguments)
    rendering = PictureRendering(&arguments)
    others = each.map { _ in (word.flatMap(Others.init(rawValue:)) ?? .copy).kind }
    if each == nil, let word, word != Others.copy.rawValue {
      arguments.note(
        "others is about copies in several albums; write each = \"album\"", token: "others")
    }
    if each != nil, let target, !target.namesAlbum {
      arguments.note(
        "each = \"album\" needs the album in to, such as to = \"{album}/{filename}\"",
        token: "each")
    }
  }

  public var traits: StageTraits {
    target?.traits("copy files to", backup: options.backup) ?? .acting
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let target else { return [] }
    let name = Self.description.name
    var rendering = rendering
    rendering?.showsOriginal = versions == .original
    let pictures: [any Step] = rendering.map { [WrittenPictureStep($0, for: name)] } ?? []
    let transfer = TransferStep(
      name: name, kind: .copy, target: .template(target), others: others,
      makesSidecar: makesSidecar, withoutPlace: rendering?.withoutPlace ?? false,
      options: options, versions: versions)
    return pictures + [transfer]
  }
}
