/// The kinds of names in a folder that may relate to other files in it. If a file is not related to
/// any of them, the folder need not be listed to describe the file.
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
  private static let frames = RelatedNames(rawValue: 8)

  /// Makes the kinds that one name may have.
  package init(of name: UnsafeRawBufferPointer) {
    self = []
    if ListedSidecars.isSidecar(name) || TakeoutFileGroups.isSidecar(name)
      || TakeoutFileGroups.isArchive(name)
    {
      insert(.descriptions)
    }
    if name.hasExtension(in: DirectoryGroups.videos) { insert(.movies) }
    if name.hasExtension(in: DirectoryGroups.pictures) { insert(.pictures) }
    if BurstName.parse(name) != nil { insert(.frames) }
  }

  /// Returns true if a file of that name may be related to another of these names.
  package func mayConcern(_ name: UnsafeRawBufferPointer) -> Bool {
    let own = RelatedNames(of: name)
    return contains(.descriptions) || own.contains(.descriptions) || own.contains(.frames)
      || contains(.movies) && own.contains(.pictures)
      || contains(.pictures) && own.contains(.movies)
  }
}
