package import Media

/// A picture and a movie of one name that are one live photo.
package struct LivePhotoPair {
  let otherPath: OwnedBytes

  /// A pair of which nothing but the picture's header needs to be known; nil when that is none.
  package init?(movieOf picture: MediaFacts, path: OwnedBytes) {
    guard picture.format.isImage else { return nil }
    otherPath = path
  }

  /// Nil unless the headers agree: both carry the same content identifier, or neither carries one
  /// and the movie is as short as the camera makes it.
  package init?(_ one: MediaFacts, _ other: MediaFacts, otherPath: OwnedBytes) {
    let (image, video) = one.format.isImage ? (one, other) : (other, one)
    guard image.format.isImage, video.format.isVideo else { return nil }
    if image.contentIdentifier.isEmpty, video.contentIdentifier.isEmpty {
      guard let duration = video.durationMilliseconds, duration <= 4000 else { return nil }
    } else if image.contentIdentifier != video.contentIdentifier {
      return nil
    }
    self.otherPath = otherPath
  }
}
