package import Media

/// What a Google Takeout says of one picture or video.
package struct TakeoutItem: Sendable, Hashable {
  /// The name under which it was uploaded; the export may have had to change it.
  package var title: String?
  package var caption: String?
  /// When it was taken, as Google Photos shows it; milliseconds since 1970 UTC, whole seconds.
  package var takenMilliseconds: Int64?
  /// When it came to Google Photos; milliseconds since 1970 UTC.
  package var addedMilliseconds: Int64?
  /// Where it was taken, as Google Photos shows it, else as the file said it.
  package var location: MediaLocation?
  package var isFavorite = false
  package var isArchived = false
  package var isTrashed = false
  /// Names of the people in it.
  package var persons: [String] = []

  package init() {}
}
