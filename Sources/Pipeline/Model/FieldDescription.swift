/// What the documentation, the checks and the records know of a field.
struct FieldDescription: Sendable {
  /// The name, as records spell it.
  let key: StaticString
  let type: FieldType
  let facet: Facet
  let summary: String

  var name: String { "\(key)" }

  func isNamed(_ name: String) -> Bool {
    name.utf8.elementsEqual(
      UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  private init(_ key: StaticString, _ type: FieldType, _ facet: Facet, _ summary: String) {
    self.key = key
    self.type = type
    self.facet = facet
    self.summary = summary
  }

  init(of field: Field) {
    self =
      switch field {
      case .localIdentifier:
        .init("localIdentifier", .text, .entry, "what names the asset within its library")
      case .library: .init("library", .text, .entry, "path of the library")
      case .filename: .init("filename", .text, .entry, "name of the original file")
      case .path: .init("path", .text, .entry, "path of the original file")
      case .folderPath:
        .init("folderPath", .texts, .entry, "names of the folders between library and file")
      case .mediaType: .init("mediaType", .text, .header, "image, video, audio or unknown")
      case .mediaSubtypes:
        .init("mediaSubtypes", .texts, .header, "photoScreenshot, photoLive, photoPanorama, …")
      case .uniformTypeIdentifier:
        .init("uniformTypeIdentifier", .text, .header, "type by content, such as public.png")
      case .playbackStyle:
        .init("playbackStyle", .text, .header, "image, imageAnimated, livePhoto or video")
      case .creationDate: .init("creationDate", .date, .header, "when it was taken")
      case .creationDateSource:
        .init(
          "creationDateSource", .text, .header, "exif, pngText, quicktime, filename, fileSystem")
      case .creationDateOffset:
        .init("creationDateOffset", .text, .header, "zone that the file names, such as +02:00")
      case .modificationDate:
        .init("modificationDate", .date, .stat, "when the file was last written")
      case .addedDate: .init("addedDate", .date, .stat, "when it came into the library")
      case .pixelWidth: .init("pixelWidth", .integer, .header, "pixels across, as shown")
      case .pixelHeight: .init("pixelHeight", .integer, .header, "pixels down, as shown")
      case .orientation: .init("orientation", .integer, .header, "EXIF orientation, 1 to 8")
      case .duration: .init("duration", .number, .header, "seconds that a video runs")
      case .frameRate: .init("frameRate", .number, .header, "frames a second of a video")
      case .fileSize: .init("fileSize", .integer, .stat, "bytes of the original file")
      case .isFavorite: .init("isFavorite", .flag, .entry, "whether the person marked it")
      case .isHidden: .init("isHidden", .flag, .entry, "whether it is hidden")
      case .isAnimated: .init("isAnimated", .flag, .header, "whether it has several frames")
      case .burstIdentifier:
        .init("burstIdentifier", .text, .header, "what the photos of a burst share")
      case .representsBurst:
        .init("representsBurst", .flag, .entry, "whether it stands for its burst")
      case .livePhotoIdentifier:
        .init("livePhotoIdentifier", .text, .header, "what the two files of a live photo share")
      case .livePhotoVideoPath:
        .init("livePhotoVideoPath", .text, .header, "path of a live photo's video")
      case .location: .init("location", .location, .header, "where it was taken")
      case .cameraMake: .init("cameraMake", .text, .header, "maker of the camera")
      case .cameraModel: .init("cameraModel", .text, .header, "model of the camera")
      case .lensModel: .init("lensModel", .text, .header, "model of the lens")
      case .software: .init("software", .text, .header, "program that wrote the file")
      case .userComment: .init("userComment", .text, .header, "comment in the file's metadata")
      case .sha1: .init("sha1", .text, .digest, "SHA-1 of the original's bytes, hexadecimal")
      case .sha256: .init("sha256", .text, .digest, "SHA-256 of the original's bytes, hexadecimal")
      case .labels: .init("labels", .texts, .findings, "what the rule's classify stages found")
      }
  }
}
