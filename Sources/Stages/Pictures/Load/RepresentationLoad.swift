/// Loads an asset's representations: a file, data, a picture, its metadata.
package struct RepresentationLoad: TransformStage {
  package static let description = StageDescription(
    name: "load", role: .load,
    summary: "brings the original as a file or as data, a picture of any size, or the metadata;"
      + " of albums the cover",
    options: [
      OptionDescription(
        "file", .choice(FileTransfer.allCases.map(\.rawValue)),
        "the original and what belongs to it, such as a live photo's movie, as files: where they"
          + " lie, or put into the folder that --out names"),
      OptionDescription(
        "sidecar", .flag,
        "with file = \"copy\": what is known of the asset goes along, in an XMP file beside the copy",
        standard: "false"),
      OptionDescription(
        "data", .choice(["size", "base64"]),
        "the original's bytes: how many, or themselves in the record"),
      OptionDescription("cover", .size, "of albums: the size of the cover's picture"),
    ] + pictureOptions + [
      OptionDescription(
        "metadata", .flag, "all that EXIF, XMP and IPTC say, in the record", standard: "false"),
      OptionDescription(
        "keepFailed", .flag,
        "an asset that can't be loaded stays, with the reason in the field error", standard: "false"
      ),
    ],
    mayAdd: [errorField],
    example: "load { size = { 150, 150 }, contentMode = \"aspectFill\" }")

  private static let errorField = AddedField.text("error", "why the asset could not be loaded")

  private let transfer: FileTransfer?
  /// The version to load as files; nil for all imported files.
  private let fileVersion: PictureVersion?
  private let makesSidecar: Bool
  private let data: DataLoadStep.Form?
  private let picture: PictureChoice
  private let wantsMetadata: Bool
  /// The options for the covers of albums; nil for a stage that loads assets.
  private let cover: PictureOptions?
  /// The field for the reason of a failure; nil to drop assets that fail.
  private let error: Field?

  /// Reads the stage's options, and reports those that exclude each other.
  package init(_ arguments: inout StageArguments) {
    transfer = arguments.choice("file", among: FileTransfer.allCases.map(\.rawValue))
      .flatMap(FileTransfer.init(rawValue:))
    makesSidecar = arguments.flag("sidecar") ?? false
    if makesSidecar, transfer != .copy {
      arguments.note("sidecar is about copies; write file = \"copy\"", token: "sidecar")
    }
    data = arguments.choice("data", among: ["size", "base64"])
      .flatMap(DataLoadStep.Form.init(rawValue:))
    let (picture, version, cover) = Self.picture(&arguments, besidesFiles: transfer != nil)
    fileVersion = version
    self.cover = cover
    wantsMetadata = arguments.flag("metadata") ?? false
    let keepsFailed = arguments.flag("keepFailed") ?? false
    error = keepsFailed ? arguments.add(Self.errorField) : nil
    if keepsFailed, cover != nil {
      arguments.note(
        "an album stays in any case, and its cover says why it fails; leave out keepFailed",
        token: "keepFailed")
    }
    let loadsMore = transfer != nil || data != nil || wantsMetadata
    self.picture =
      picture == .unsaid && !loadsMore && cover == nil ? .original(PictureOptions()) : picture
    if cover != nil, loadsMore {
      arguments.note(
        "an album has neither file nor data nor metadata; cover is all that is loaded of it",
        token: "cover")
    }
  }

  public var traits: StageTraits {
    let acts = transfer.map { $0 != .reference } ?? false
    return StageTraits(
      albums: AlbumBehaviour(
        cover == nil ? .assets : .albums, option: cover == nil ? nil : "cover",
        remedy: "brings the cover; write \(Self.description.name) { cover = { 150, 150 } }"),
      observation: .content,
      action: ActionBehaviour(acts ? .always : makesPicture ? .onOutput : .never))
  }

  private var makesPicture: Bool {
    if case .made = picture { true } else { false }
  }

  /// Returns the steps: the picture comes last, so that no other step waits for it.
  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    if let cover { return [PictureStep(options: cover, isOfCovers: true)] }
    let steps = assetSteps
    return error.map { field in steps.map { KeptFailureStep($0, reasonIn: field) } } ?? steps
  }

  private var assetSteps: [any Step] {
    var whole = CompleteOriginalStep()
    switch picture {
    case .unsaid: if data == nil, !wantsMetadata { whole.version = fileVersion }
    case .original(let options):
      if transfer == nil, data == nil {
        (whole.acceptsDerivative, whole.version) = (options.allowsDegraded, options.version)
      }
    case .made(let options): (whole.acceptsDerivative, whole.version) = (true, options.version)
    }
    var steps: [any Step] = [whole]
    let picture: (any Step)? =
      switch picture {
      case .unsaid: nil
      case .original(let options):
        OriginalImageStep(options: options)
      case .made(let options): PictureStep(options: options)
      }
    if wantsMetadata { steps.append(MetadataLoadStep()) }
    if let transfer {
      steps.append(
        FileLoadStep(transfer, version: fileVersion, makesSidecar: makesSidecar))
    }
    if let data { steps.append(DataLoadStep(form: data)) }
    if let picture { steps.append(picture) }
    return steps
  }
}
