internal import FileNames
internal import Sidecars

/// What the names of a folder may mean for other files in it.
///
/// As long as a file can't belong together with any of them, nobody needs to list the folder to know
/// what the file is.
package struct RelatedNames: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Files and folders that describe others: XMP, the JSON of a Google Takeout, its archives.
  private static let descriptions = RelatedNames(rawValue: 1)
  /// Movies that may be a part of a live photo.
  private static let movies = RelatedNames(rawValue: 2)
  /// Pictures that may be a part of one.
  private static let pictures = RelatedNames(rawValue: 4)
  /// Frames of bursts.
  private static let frames = RelatedNames(rawValue: 8)

  /// What one name may mean.
  package init(of name: UnsafeRawBufferPointer) {
    self = []
    if ListedSidecars.isSidecar(name) || TakeoutNames.isSidecar(name)
      || TakeoutNames.isArchive(name)
    {
      insert(.descriptions)
    }
    if name.hasExtension(in: DirectoryGroups.videos) { insert(.movies) }
    if name.hasExtension(in: DirectoryGroups.pictures) { insert(.pictures) }
    if BurstName.parse(name) != nil { insert(.frames) }
  }

  /// Whether a file of that name may belong together with another of these names.
  package func mayConcern(_ name: UnsafeRawBufferPointer) -> Bool {
    let own = RelatedNames(of: name)
    return contains(.descriptions) || own.contains(.descriptions) || own.contains(.frames)
      || contains(.movies) && own.contains(.pictures)
      || contains(.pictures) && own.contains(.movies)
  }
}
