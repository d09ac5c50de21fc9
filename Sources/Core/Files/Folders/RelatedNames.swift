/// The kinds of names in a folder that may relate to other files in it. A file that is related to
/// none of them can be described without listing the folder.
package struct RelatedNames: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Files and folders that describe others: XMP, the JSON of a Google Takeout, its archives.
  private static let descriptions = RelatedNames(rawValue: 1)
  /// Movies that may be a part of a live photo.
  private static let movies = RelatedNames(rawValue: 2)
  /// Pictures that may be a part of a live photo.
  private static let pictures = RelatedNames(rawValue: 4)
  /// Frames of bursts, and what a camera made of a movie.
  private static let members = RelatedNames(rawValue: 8)

  /// Creates the set of kinds that one name may belong to.
  package init(of name: UnsafeRawBufferPointer) {
    self = []
    if ListedSidecars.isSidecar(name) || TakeoutFileGroups.isSidecar(name)
      || TakeoutFileGroups.isArchive(name)
    {
      insert(.descriptions)
    }
    if LivePhotoName.isMovie(name) { insert(.movies) }
    if LivePhotoName.isPicture(name) { insert(.pictures) }
    if BurstName.parse(name) != nil || CompanionKind.isProxy(name) { insert(.members) }
  }

  /// Returns true if a file of that name may be related to a file of these kinds.
  package func mayConcern(_ name: UnsafeRawBufferPointer) -> Bool {
    let own = RelatedNames(of: name)
    return contains(.descriptions) || own.contains(.descriptions) || own.contains(.members)
      || contains(.movies) && own.contains(.pictures)
      || contains(.pictures) && own.contains(.movies)
  }
}
