package import Media

/// The properties of a file, from its header, its name and its status.
package final class FileFacts: Sendable {
  /// The properties in the header.
  package let header: MediaFacts
  /// The time when the picture was taken.
  package let date: CreationDate
  let classification: Classification
  /// The live photo that the file is a part of; nil for none.
  package let pair: LivePhotoPair?
  /// The identifier of the burst that the file is a frame of; nil for none.
  package let burst: String?

  /// - Parameter isNumberedFrame: true if the file's dates show that the number in its name is that
  ///   of a frame.
  package init(
    _ header: MediaFacts, name: UnsafeRawBufferPointer, status: FileStatus, pair: LivePhotoPair?,
    isNumberedFrame: Bool = false, zone: LocalTimeZone
  ) {
    self.header = header
    self.pair = pair
    date = CreationDate(
      header, half: pair?.otherDate, name: name, status: status, zone: zone)
    classification = Classification(
      header, name: name, fileSize: status.size, isLivePhoto: pair != nil)
    burst = Self.burstIdentifier(header, name, isNumberedFrame)
  }

  /// True for a RAW picture; nil for a file that is neither picture nor movie.
  var isRAW: Bool? { header.format == .unknown ? nil : header.format.isRaw }

  /// True if the file is the video of a live photo, which is shown as part of its picture.
  var isLivePhotoVideo: Bool { pair != nil && header.format.isVideo }

  /// Returns the value of a field; absent for a field that is not among the file's properties.
  package func value(of field: Field) -> FieldValue {
    switch field {
    case .mediaType: .text(TextSpan(mediaType.name))
    case .mediaSubtypes: .subtypes(classification.subtypes)
    case .uniformTypeIdentifier: .string(header.format.uniformTypeIdentifier)
    case .playbackStyle: playbackStyle?.value ?? .absent
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
    case .isRAW: isRAW.map(FieldValue.flag) ?? .absent
    case .location: location.map(FieldValue.location) ?? .absent
    case .cameraMake: text(header.make)
    case .cameraModel: text(header.model)
    case .lensModel: text(header.lens)
    case .software: text(software)
    case .userComment: text(header.userComment)
    case .localIdentifier, .library, .filename, .path, .folderPath, .modificationDate, .addedDate,
      .fileSize, .isFavorite, .isHidden, .representsBurst, .burstSelectionTypes, .title, .caption,
      .keywords, .persons, .rating, .colorLabel, .creator, .copyright, .placeName, .hasAdjustments,
      .isSelfie, .isMissing, .isReferenced, .isInCloud, .sourceType, .rawPath, .editedPath,
      .editedVideoPath, .derivativePaths, .localDate, .exif, .xmp, .iptc, .albumPaths, .damage,
      .sha1, .sha256, .labels, .added:
      .absent
    }
  }

  package var mediaType: MediaType {
    if header.format.isImage { return .image }
    return header.format.isVideo ? .video : .unknown
  }

  /// The playback style; nil unless it is a picture or video.
  package var playbackStyle: PlaybackStyle? {
    switch mediaType {
    case .video: .video
    case .image where pair != nil: .livePhoto
    case .image where header.isAnimated: .imageAnimated
    case .image: .image
    default: nil
    }
  }

  package var location: Location? { header.location.map(Location.init(rounding:)) }

  package var software: ShortText { header.software.isEmpty ? header.pngSoftware : header.software }

  private func text(_ text: ShortText) -> FieldValue {
    text.isEmpty ? .absent : .string(text.string)
  }

  private static func burstIdentifier(
    _ header: MediaFacts, _ name: UnsafeRawBufferPointer, _ isNumberedFrame: Bool
  ) -> String? {
    if !header.burstIdentifier.isEmpty { return header.burstIdentifier.string }
    guard let burst = BurstName.parse(name), burst.saysBurst || isNumberedFrame else { return nil }
    return String(decoding: name[burst.identifier], as: UTF8.self)
  }
}

extension Location {
  /// Creates a location, rounded to a hundred-millionth of a degree (about a millimetre), as sums
  /// of degrees, minutes and seconds have insignificant digits.
  package init(rounding place: MediaLocation) {
    self.init(
      latitude: Self.rounded(place.latitude), longitude: Self.rounded(place.longitude),
      altitude: place.altitude.map(Self.rounded))
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e8).rounded() / 1e8 }
}

/// A picture and a movie of one name that form a live photo.
package struct LivePhotoPair {
  let otherPath: OwnedBytes
  /// The date in the other half's header; nil if it has none, or was not read.
  let otherDate: CaptureDate?

  /// Creates a picture's pair with the movie at `path`, which is not read; nil for no picture.
  package init?(movieOf picture: MediaFacts, path: OwnedBytes) {
    guard picture.format.isImage else { return nil }
    otherPath = path
    otherDate = nil
  }

  /// Creates a pair; nil unless the headers match: both have the same content identifier, or
  /// neither has one, the movie takes at most 4 seconds, and no date says that it is of another day.
  package init?(_ one: MediaFacts, _ other: MediaFacts, otherPath: OwnedBytes) {
    let (image, video) = one.format.isImage ? (one, other) : (other, one)
    guard image.format.isImage, video.format.isVideo else { return nil }
    if image.contentIdentifier.isEmpty, video.contentIdentifier.isEmpty {
      guard let duration = video.durationMilliseconds, duration <= 4000,
        !Self.areApart(image.captureDate, video.captureDate)
      else { return nil }
    } else if image.contentIdentifier != video.contentIdentifier {
      return nil
    }
    self.otherPath = otherPath
    otherDate = other.captureDate
  }

  /// Returns true if two dates differ by more than a clock and UTC can, which is 14 hours.
  private static func areApart(_ one: CaptureDate?, _ other: CaptureDate?) -> Bool {
    guard let one, let other else { return false }
    let (difference, overflow) = one.wallClockMilliseconds.subtractingReportingOverflow(
      other.wallClockMilliseconds)
    return overflow || difference.magnitude > 15 * 3_600_000
  }
}
