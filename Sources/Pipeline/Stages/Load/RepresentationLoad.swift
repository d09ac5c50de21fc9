/// Brings an asset's representations: as a file, as data, as a picture, its metadata.
struct RepresentationLoad: TransformStage {
  static let description = StageDescription(
    name: "load", role: .load,
    summary: "brings the original as a file or as data, a picture of any size, or the metadata",
    options: [
      OptionDescription(
        "file", .choice(FileTransfer.allCases.map(\.rawValue)),
        "the original as a file: where it lies, or put into the folder that --out names"),
      OptionDescription(
        "data", .choice(["size", "base64"]),
        "the original's bytes: how many, or themselves in the record"),
    ] + pictureOptions + [
      OptionDescription(
        "metadata", .flag, "all that EXIF, XMP and IPTC say, in the record", standard: "false")
    ],
    example: "load { size = { 150, 150 }, contentMode = \"aspectFill\" }")

  private let transfer: FileTransfer?
  private let data: DataLoadStep.Form?
  private let picture: PictureChoice
  private let wantsMetadata: Bool

  init(_ arguments: inout StageArguments) {
    transfer = arguments.choice("file", among: FileTransfer.allCases.map(\.rawValue))
      .flatMap(FileTransfer.init(rawValue:))
    data = arguments.choice("data", among: ["size", "base64"])
      .flatMap(DataLoadStep.Form.init(rawValue:))
    let picture = Self.picture(&arguments)
    wantsMetadata = arguments.flag("metadata") ?? false
    let loadsMore = transfer != nil || data != nil || wantsMetadata
    self.picture = picture == .unsaid && !loadsMore ? .original : picture
  }

  /// The picture comes last, so that what follows from it waits for nothing else.
  func steps(leadingIsAnswered: Bool) -> [any Step] {
    var steps: [any Step] = [WholeOriginalStep()]
    let picture: (any Step)? =
      switch picture {
      case .unsaid: nil
      case .original: OriginalImageStep()
      case .made(let options): PictureStep(options)
      }
    let loads = [transfer != nil, data != nil, wantsMetadata, picture != nil].count { $0 }
    if wantsMetadata { steps.append(MetadataLoadStep()) }
    if let transfer { steps.append(FileLoadStep(transfer, loads: loads)) }
    if let data { steps.append(DataLoadStep(data, loads: loads)) }
    if let picture { steps.append(picture) }
    return steps
  }
}
