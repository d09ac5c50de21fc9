internal import FileNames
package import Media

/// What is known of a file once its header was read.
package final class FileFacts: Sendable {
  package let header: MediaFacts
  package let date: CreationDate
  let classification: Classification
  package let pair: LivePhotoPair?
  /// The file has no bytes, but the name of a picture.
  let isEmptyPicture: Bool
  package let burst: String?

  package init(
    _ header: MediaFacts, name: UnsafeRawBufferPointer, status: FileStatus, pair: LivePhotoPair?,
    zone: LocalTimeZone
  ) {
    self.header = header
    self.pair = pair
    date = CreationDate(header.captureDate, name: name, status: status, zone: zone)
    classification = Classification(
      header, name: name, fileSize: status.size, isLivePhoto: pair != nil)
    isEmptyPicture = status.size == 0 && name.hasExtension(in: Self.pictureExtensions)
    burst = Self.burstIdentifier(header, name)
  }

  /// Whether the asset is the video of a live photo, which is shown as part of its picture.
  var isLivePhotoVideo: Bool { pair != nil && header.format.isVideo }

  package func value(of field: Field) -> FieldValue {
    switch field {
    case .mediaType: .text(TextSpan(mediaType.name))
    case .mediaSubtypes: .subtypes(classification.subtypes)
    case .uniformTypeIdentifier: .string(header.format.uniformTypeIdentifier)
    case .playbackStyle: playbackStyle.map { .text(TextSpan($0)) } ?? .absent
    case .creationDate: .date(date.instant)
    case .creationDateSource: .string(date.source.rawValue)
    case .creationDateOffset: date.offset
    case .pixelWidth: header.pixelWidth > 0 ? .integer(Int64(header.pixelWidth)) : .absent
    case .pixelHeight: header.pixelHeight > 0 ? .integer(Int64(header.pixelHeight)) : .absent
    case .orientation: header.format.isImage ? .integer(Int64(header.orientation)) : .absent
    case .duration:
      header.durationMilliseconds.map { .number(Double($0) / 1000) } ?? .absent
    case .frameRate: header.frameRate.map { .number(Double($0)) } ?? .absent
    case .colorModel: header.colorModel.map { .text(TextSpan($0.name)) } ?? .absent
    case .depth: header.depth.map { .integer(Int64($0)) } ?? .absent
    case .profileName: text(header.profileName)
    case .hasAlpha: header.hasAlpha.map(FieldValue.flag) ?? .absent
    case .isAnimated: header.format == .unknown ? .absent : .flag(header.isAnimated)
    case .burstIdentifier: burst.map(FieldValue.string) ?? .absent
    case .livePhotoIdentifier: text(header.contentIdentifier)
    case .livePhotoVideoPath: pair.map { .text($0.otherPath.span) } ?? .absent
    case .location: location.map(FieldValue.location) ?? .absent
    case .cameraMake: text(header.make)
    case .cameraModel: text(header.model)
    case .lensModel: text(header.lens)
    case .software: text(software)
    case .userComment: text(header.userComment)
    default: .absent
    }
  }

  package var mediaType: MediaType {
    if header.format.isImage { return .image }
    return header.format.isVideo ? .video : .unknown
  }

  /// PHAsset.PlaybackStyle's names.
  package var playbackStyle: StaticString? {
    switch mediaType {
    case .video: "video"
    case .image where pair != nil: "livePhoto"
    case .image where header.isAnimated: "imageAnimated"
    case .image: "image"
    default: nil
    }
  }

  package var location: Location? { header.location.map(Location.init(rounding:)) }

  package var software: ShortText { header.software.isEmpty ? header.pngSoftware : header.software }

  private func text(_ text: ShortText) -> FieldValue {
    text.isEmpty ? .absent : .string(text.string)
  }

  private static func burstIdentifier(
    _ header: MediaFacts, _ name: UnsafeRawBufferPointer
  ) -> String? {
    if !header.burstIdentifier.isEmpty { return header.burstIdentifier.string }
    return BurstName.parse(name).map { String(decoding: name[$0.identifier], as: UTF8.self) }
  }

  private static let pictureExtensions: [StaticString] = [
    "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "dng", "cr2", "cr3",
    "nef", "arw", "mov", "mp4", "m4v", "3gp", "avi", "mkv", "webm", "wmv", "flv", "ogv", "mts",
    "m2ts",
    "mpg", "mpeg", "dv",
    "nef", "arw", "mov", "mp4", "m4v", "bmp", "ico", "tga", "pbm", "pgm", "ppm", "psd", "psb",
    "jp2",
    "j2k", "jxl", "jxr", "exr", "svg", "mpo", "raf", "rw2", "rwl", "orf", "crw", "mrw", "x3f",
    "iiq",
    "pef", "srw", "3fr", "nrw",
  ]
}
