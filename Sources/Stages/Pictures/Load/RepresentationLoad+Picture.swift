internal import Decoding

extension RepresentationLoad {
  enum PictureChoice: Hashable, Sendable {
    /// No option mentions a picture, so it is loaded only if nothing else is.
    case unsaid
    /// The original, unchanged.
    case original(PictureOptions)
    case made(PictureOptions)
  }

  static let pictureOptions = [
    OptionDescription(
      "size", .size, "the picture's size; made larger than the original by resizeMode exact only",
      standard: "\"maximum\""),
    OptionDescription(
      "contentMode", .choice(["aspectFit", "aspectFill"]),
      "whether all of the picture fits the size, or the picture fills it and is cut",
      standard: "\"aspectFit\""),
    OptionDescription(
      "deliveryMode", .choice(DeliveryMode.allCases.map(\.rawValue)),
      "whether a smaller picture inside the original may be used: if it is large enough, never,"
        + " or first, with the final one in a second record",
      standard: "\"highQualityFormat\""),
    OptionDescription(
      "resizeMode", .choice(ResizeMode.allCases.map(\.rawValue)),
      "how exactly the size is kept to: not at all, without making the picture larger, or exactly",
      standard: "\"fast\""),
    OptionDescription(
      "allowDegraded", .flag,
      "whether a smaller picture is given, marked isDegraded, where the one that is asked for can't"
        + " be had; without it highQualityFormat fails", standard: "false"),
    OptionDescription(
      "format", .choice(PictureOptions.formats.map(\.name) + ["original"]),
      "how the picture is coded; without it the original at the maximum size, else a jpeg, or a"
        + " png for what may be transparent"),
    OptionDescription(
      "version", .choice(PictureVersion.allCases.map(\.rawValue)),
      "which picture of an asset that was edited: as its library shows it, as it was before, or the"
        + " same and of a RAW and JPEG pair the RAW; file without it gives all that was imported",
      standard: "\"current\""),
  ]

  /// Reads the options of the picture and reports contradictions; `besidesFiles` is true if files
  /// are loaded too: a version alone requests no picture.
  static func picture(
    _ arguments: inout StageArguments, besidesFiles: Bool
  ) -> (choice: PictureChoice, version: PictureVersion?, cover: PictureOptions?) {
    let cover = arguments.size("cover")
    let ownSize = arguments.size("size")
    if cover != nil, ownSize != nil {
      arguments.note("size is for assets, cover is for albums; leave out one", token: "cover")
    }
    let size = cover ?? ownSize
    let mode = arguments.choice("contentMode", among: ["aspectFit", "aspectFill"])
    let delivery = arguments.choice("deliveryMode", among: DeliveryMode.allCases.map(\.rawValue))
      .flatMap(DeliveryMode.init(rawValue:))
    let resize = arguments.choice("resizeMode", among: ResizeMode.allCases.map(\.rawValue))
      .flatMap(ResizeMode.init(rawValue:))
    let format = arguments.choice(
      "format", among: PictureOptions.formats.map(\.name) + ["original"])
    let allowsDegraded = arguments.flag("allowDegraded")
    let version = arguments.choice("version", among: PictureVersion.allCases.map(\.rawValue))
      .flatMap(PictureVersion.init(rawValue:))
    var options = PictureOptions()
    if let version { options.version = version }
    if case .pixels(let pixels) = size { options.targetSize = pixels }
    if mode == "aspectFill" { options.contentMode = .aspectFill }
    if let delivery { options.deliveryMode = delivery }
    options.allowsDegraded = allowsDegraded ?? false
    options.allowsEnlarging = resize == .exact
    options.format = PictureOptions.formats.first { $0.name == format }?.format

    let isMade = options.targetSize != nil || options.format != nil || cover != nil
    if options.targetSize != nil {
      if format == "original" {
        arguments.note(
          "format \"original\" keeps the original's size; leave out size, or write"
            + " format = \"jpeg\"", token: "format")
      }
      if resize == ResizeMode.none {
        arguments.note(
          "resizeMode \"none\" keeps all pixels; leave out size, or write resizeMode = \"fast\"",
          token: "resizeMode")
      }
    } else {
      noteMissingSize(options, &arguments)
      if !isMade, let delivery, delivery != .highQualityFormat {
        arguments.note(
          "deliveryMode \"\(delivery.rawValue)\" needs a picture to make; add size = { 150, 150 }"
            + " or format = \"jpeg\"", token: "deliveryMode")
      }
    }
    if cover != nil { return (.unsaid, version, options) }
    if isMade { return (.made(options), version, nil) }
    let isUnsaid =
      size == nil && format == nil && (version == nil || besidesFiles) && allowsDegraded == nil
    return (isUnsaid ? .unsaid : .original(options), version, nil)
  }

  private static func noteMissingSize(_ options: PictureOptions, _ arguments: inout StageArguments)
  {
    if options.contentMode == .aspectFill {
      arguments.note(
        "contentMode \"aspectFill\" needs a size to fill; add size = { 150, 150 }",
        token: "contentMode")
    }
    if options.allowsEnlarging {
      arguments.note(
        "resizeMode \"exact\" needs a size to keep to; add size = { 150, 150 }",
        token: "resizeMode")
    }
  }
}

/// The exactness of the size, as in PHImageRequestOptionsResizeMode.
enum ResizeMode: String, CaseIterable, Sendable {
  /// All pixels are kept.
  case none
  /// Larger pictures are reduced to fit; smaller ones keep their size.
  case fast
  /// Pictures are reduced or enlarged to fit.
  case exact
}
