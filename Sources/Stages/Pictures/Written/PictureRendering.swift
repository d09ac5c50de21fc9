internal import Decoding

/// The form in which pictures are written instead of copies of the originals: another size or
/// format, or without the place.
package struct PictureRendering: Hashable, Sendable {
  /// The size that pictures fit into; nil for all pixels.
  let size: PictureSize?
  /// The format; nil for a JPEG, or a PNG for what may be transparent.
  let format: PictureFormat?
  /// The quality of a lossy picture, 1…100.
  let quality: UInt8
  /// True if the place of the shot is left out.
  package let withoutPlace: Bool
  /// True if a new picture is made; false to rewrite the file of the original, pixels untouched.
  let isMade: Bool
  /// True if a smaller picture is written where the one that is asked for can't be had.
  private let allowsDegraded: Bool
  /// True if an edited asset is written as it was before the edit.
  package var showsOriginal = false

  /// The options of a stage that writes pictures.
  package static let options: [OptionDescription] = [
    OptionDescription(
      "size", .size,
      "pictures are made upright, to fit into this size; movies are copied as they are"),
    OptionDescription(
      "format", .choice(PictureOptions.formats.map(\.name)),
      "pictures are made in this format; with size alone a jpeg, or a png for what may be"
        + " transparent"),
    .integer(
      "quality", "the quality of a jpeg or webp that is made, from 1 to 100; 82 unless given"),
    .flag(
      "allowDegraded",
      "the largest picture there is is written where a raw file has none of the size"),
    .flag(
      "stripLocation",
      "the place is left out of what is written, and an asset of which it can't be left out fails"),
  ]

  /// Reads the options; nil if the rule sets none of them.
  package init?(_ arguments: inout StageArguments) {
    let size = arguments.size("size")
    let format: String? = arguments.choice("format", among: PictureOptions.formats.map(\.name))
    let quality: Int? = arguments.integer("quality")
    withoutPlace = arguments.flag("stripLocation")
    allowsDegraded = arguments.flag("allowDegraded")
    if case .pixels(let pixels) = size { self.size = pixels } else { self.size = nil }
    self.format = PictureOptions.formats.first { $0.name == format }?.format
    isMade = size != nil || self.format != nil
    if let quality, !(1...100).contains(quality) {
      arguments.note("quality is from 1 to 100, not \(quality)", token: "quality")
    } else if quality != nil, !isMade {
      arguments.note(
        "quality is about pictures that are made; add size = { 1600, 1600 } or format = \"jpeg\"",
        token: "quality")
    }
    self.quality = quality.flatMap { UInt8(exactly: $0) } ?? 82
    if !isMade, !withoutPlace { return nil }
  }

  /// The rendering in words, for the explanation of a plan.
  var summary: String {
    var words: [String] = []
    if isMade {
      words.append("picture " + (size.map { "\($0.width)x\($0.height)" } ?? "of all pixels"))
      if let name = PictureOptions.formats.first(where: { $0.format == format })?.name {
        words.append(name)
      }
    }
    if withoutPlace { words.append("without the place") }
    return words.joined(separator: ", ")
  }

  /// The version of an edited asset that is written.
  var version: PictureVersion { showsOriginal ? .unadjusted : .current }

  var options: PictureOptions {
    var options = PictureOptions()
    options.targetSize = size
    options.format = format
    options.requestedQuality = quality
    options.keepsProfile = true
    options.allowsDegraded = allowsDegraded
    options.version = version
    return options
  }
}

/// The picture that is written instead of a copy of the asset's files. A file without a name.
package struct WrittenPicture: Finding {
  /// The picture, which is complete.
  package let file: OpenFile
  /// The extension of the picture's format, such as `.jpg`; nil for that of the original.
  package let ending: [UInt8]?
  /// The file of which the picture was made; nil for an original that was rewritten.
  package var source: FileStatus?
  /// The name of the picture beside a raw file of which this one was made; nil for any other.
  package var nameBesideRaw: [UInt8]?
}
