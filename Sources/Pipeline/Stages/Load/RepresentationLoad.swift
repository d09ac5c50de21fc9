/// Brings an asset's original: as a file, as data, or as the picture to show.
struct RepresentationLoad: TransformStage {
  static let description = StageDescription(
    name: "load", role: .load,
    summary: "brings the original: as a file, as data, or as the picture to show",
    options: [
      OptionDescription(
        "file", .choice(FileTransfer.allCases.map(\.rawValue)),
        "the original as a file: where it lies, or put into the folder that --out names"),
      OptionDescription(
        "data", .choice(["size", "base64"]),
        "the original's bytes: how many, or themselves in the record"),
      OptionDescription(
        "size", .choice(["maximum"]), "the picture's size; \"maximum\" is the original",
        standard: "\"maximum\""),
      OptionDescription(
        "contentMode", .choice(["aspectFit", "aspectFill"]), "how a picture fits its size",
        standard: "\"aspectFit\""),
    ],
    example: "load { file = \"copy\" }")

  private let transfer: FileTransfer?
  private let data: DataLoadStep.Form?
  private let wantsImage: Bool

  init(_ arguments: inout StageArguments) {
    transfer = arguments.choice("file", among: FileTransfer.allCases.map(\.rawValue))
      .flatMap(FileTransfer.init(rawValue:))
    data = arguments.choice("data", among: ["size", "base64"])
      .flatMap(DataLoadStep.Form.init(rawValue:))
    let size = arguments.choice("size", among: ["maximum"])
    _ = arguments.choice("contentMode", among: ["aspectFit", "aspectFill"])
    wantsImage = size != nil || (transfer == nil && data == nil)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    var steps: [any Step] = [WholeOriginalStep()]
    if wantsImage { steps.append(OriginalImageStep()) }
    if let transfer { steps.append(FileLoadStep(transfer)) }
    if let data { steps.append(DataLoadStep(data)) }
    return steps
  }
}
