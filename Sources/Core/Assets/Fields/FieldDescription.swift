/// The name and the description of a field.
package struct FieldDescription: Sendable {
  /// The name, as records spell it.
  package let key: StaticString
  /// The description in the documentation, such as `path of the original file`.
  package let summary: String

  package var name: String { "\(key)" }

  /// Returns true if the field has that name.
  package func isNamed(_ name: String) -> Bool {
    name.utf8.elementsEqual(
      UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  private init(_ key: StaticString, _ summary: String) {
    self.key = key
    self.summary = summary
  }

  package init(of field: Field) {
    self =
      switch field {
      case .localIdentifier:
        .init("localIdentifier", "what names the asset within its library")
      case .library: .init("library", "path of the library")
      case .filename: .init("filename", "name of the original file")
      case .path: .init("path", "path of the original file")
      case .folderPath:
        .init("folderPath", "names of the folders between library and file")
      case .mediaType: .init("mediaType", "kind of content")
      case .mediaSubtypes: .init("mediaSubtypes", "special kinds")
      case .uniformTypeIdentifier:
        .init("uniformTypeIdentifier", "type by content; a test is one of conformance")
      case .playbackStyle: .init("playbackStyle", "how it is shown")
      case .creationDate: .init("creationDate", "when it was taken")
      case .creationDateSource: .init("creationDateSource", "where creationDate is from")
      case .creationDateOffset:
        .init("creationDateOffset", "zone that the file names, such as +02:00")
      case .modificationDate:
        .init("modificationDate", "when the file was last written")
      case .addedDate: .init("addedDate", "when it came into the library")
      case .pixelWidth: .init("pixelWidth", "pixels across, as shown")
      case .pixelHeight: .init("pixelHeight", "pixels down, as shown")
      case .orientation: .init("orientation", "EXIF orientation, 1 to 8")
      case .duration: .init("duration", "seconds that a video runs")
      case .frameRate: .init("frameRate", "frames a second of a video")
      case .colorModel: .init("colorModel", "how pixels are coded")
      case .depth: .init("depth", "bits of one sample of a pixel")
      case .profileName:
        .init("profileName", "name of the colour profile, such as Display P3")
      case .hasAlpha: .init("hasAlpha", "whether pixels can be transparent")
      case .fileSize: .init("fileSize", "bytes of the original file")
      case .isFavorite: .init("isFavorite", "whether the user marked it")
      case .isHidden: .init("isHidden", "whether it is hidden")
      case .isAnimated: .init("isAnimated", "whether it has several frames")
      case .burstIdentifier:
        .init("burstIdentifier", "what the photos of a burst share")
      case .representsBurst:
        .init("representsBurst", "whether it represents its burst")
      case .burstSelectionTypes:
        .init("burstSelectionTypes", "who chose it from its burst")
      case .livePhotoIdentifier:
        .init("livePhotoIdentifier", "what the two files of a live photo share")
      case .livePhotoVideoPath:
        .init("livePhotoVideoPath", "path of a live photo's video")
      case .title: .init("title", "title that the user gave it")
      case .caption: .init("description", "caption that the user gave it")
      case .keywords: .init("keywords", "keywords that the user gave it")
      case .persons: .init("persons", "names of the people in it")
      case .rating: .init("rating", "stars that the user gave: 0 to 5, -1 for rejected")
      case .colorLabel: .init("colorLabel", "colour that the user marked it with, such as Red")
      case .creator: .init("creator", "who took it")
      case .copyright: .init("copyright", "copyright notice")
      case .placeName:
        .init("placeName", "names of the place: location, city, state, country")
      case .hasAdjustments: .init("hasAdjustments", "whether it was edited")
      case .isSelfie: .init("isSelfie", "whether the front camera took it")
      case .isRAW: .init("isRAW", "whether it is a RAW picture, or a pair with one")
      case .isMissing: .init("isMissing", "whether its original is not on this computer")
      case .isReferenced:
        .init("isReferenced", "whether its original is outside of the library")
      case .isInCloud: .init("isInCloud", "whether its original is in iCloud")
      case .sourceType: .init("sourceType", "what brought it into the library")
      case .rawPath:
        .init("rawPath", "path of the RAW half of a pair that is one asset, as in Photos")
      case .editedPath: .init("editedPath", "path of the edited version")
      case .editedVideoPath:
        .init("editedVideoPath", "path of the edited version of a live photo's video")
      case .derivativePaths:
        .init("derivativePaths", "paths of smaller pictures that the library keeps")
      case .location: .init("location", "where it was taken")
      case .cameraMake: .init("cameraMake", "maker of the camera")
      case .cameraModel: .init("cameraModel", "model of the camera")
      case .lensModel: .init("lensModel", "model of the lens")
      case .software: .init("software", "program that wrote the file")
      case .userComment: .init("userComment", "comment in the file's metadata")
      case .localDate:
        .init("localDate", "creationDate by the clock of the place, else of this computer")
      case .exif: .init("exif", "every EXIF tag, by EXIF's names: FNumber, LensModel, …")
      case .xmp: .init("xmp", "every XMP property, by prefix and name: dc:subject, …")
      case .iptc: .init("iptc", "IPTC's texts, by IIM's names: Keywords, City, …")
      case .albumPaths:
        .init("albumPaths", "the albums that it is in: folders and title, with slashes between")
      case .sha1: .init("sha1", "SHA-1 of the original's bytes, hexadecimal")
      case .damage: .init("damage", "damage that the file shows, or decoding it")
      case .sha256: .init("sha256", "SHA-256 of the original's bytes, hexadecimal")
      case .labels: .init("labels", "what the rule's classify stages found")
      case .added: .init("added", "added by a stage of the rule")
      }
  }
}
