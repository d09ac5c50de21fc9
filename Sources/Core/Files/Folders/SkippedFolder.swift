internal import Assets
internal import Media

/// Folders that don't contain the user's own files: thumbnails, trash, indexes, and the packages of
/// other programs. Hidden folders are skipped elsewhere, if hidden files are excluded.
package enum SkippedFolder {
  /// Synology's and QNAP's thumbnails, trash and snapshots; files that e2fsck recovered; the trash
  /// and the index of Windows, as on memory cards; what macOS adds to archives; the thumbnails of Sony.
  private static let names: [StaticString] = [
    "@eadir", "@tmp", "@recycle", "@recently-snapshot", "@__thumb", "#recycle", "#snapshot",
    "lost+found", "$recycle.bin", "recycler", "system volume information", "network trash folder",
    "__macosx", "thmbnl",
  ]

  /// The prefixes of hidden folders that are always skipped: `.Trash-1000`, `.thumbnails`, digiKam's
  /// `.dtrash`, Picasa's `.picasaoriginals`, old versions of Syncthing, QNAP's `.@__thumb`.
  private static let beginnings: [StaticString] = [
    ".trash", ".thumbnails", ".stversions", ".dtrash", ".picasaoriginals", ".@__thumb", ".recycle",
    ".spotlight-", ".fseventsd", ".documentrevisions-", ".appledouble",
  ]

  /// The endings of packages without originals: previews of Lightroom, backups of Aperture, copies in
  /// iMovie Theater, programs.
  private static let endings: [StaticString] = [
    ".lrdata", ".lrcat-data", ".apvault", ".theater", ".tvlibrary", ".app",
  ]

  private static let libraries: [(ending: StaticString, kind: StaticString)] = [
    (".photoslibrary", "a Photos library"), (".photolibrary", "an iPhoto library"),
    (".migratedphotolibrary", "an iPhoto library"), (".aplibrary", "an Aperture library"),
    (".migratedaplibrary", "an Aperture library"), (".lrlibrary", "a Lightroom library"),
    (".cocatalog", "a Capture One catalogue"), (".imovielibrary", "an iMovie library"),
    (".fcpbundle", "a Final Cut library"),
  ]

  /// Returns true if a folder is skipped by its name, in any case; libraries are, too.
  package static func has(_ name: UnsafeRawBufferPointer, withLibraries: Bool = false) -> Bool {
    let bytes = NameBytes(name)
    switch bytes[0] {
    case UInt8(ascii: "."): if beginnings.contains(where: { bytes.has($0, at: 0) }) { return true }
    default:
      if names.contains(where: { bytes.count == $0.utf8CodeUnitCount && bytes.has($0, at: 0) }) {
        return true
      }
    }
    return endings.contains { ends(bytes, with: $0) }
      || withLibraries && libraries.contains { ends(bytes, with: $0.ending) }
  }

  /// Returns the words for the library of another program that a folder is by its name; nil for any
  /// other folder.
  static func library(_ name: UnsafeRawBufferPointer) -> StaticString? {
    libraries.first { ends(NameBytes(name), with: $0.ending) }?.kind
  }

  /// Returns the same for an open folder that has a folder `database`: that of Photos, which a user
  /// gave a name without the ending.
  static func library(in folder: DirectoryHandle) -> StaticString? {
    FileStatus(directory: folder.descriptor, name: "database/Photos.sqlite")
      .map { _ in libraries[0].kind }
  }

  /// Returns true if a name is that of the thumbnails in a library of Shotwell.
  package static func isOfThumbnails(_ name: UnsafeRawBufferPointer) -> Bool {
    name.elementsEqual("thumbs".utf8)
  }

  /// Returns true if an open folder has the database of Shotwell.
  static func isLibraryOfShotwell(_ folder: DirectoryHandle) -> Bool {
    FileStatus(directory: folder.descriptor, name: "data/photo.db") != nil
  }

  private static func ends(_ name: NameBytes, with ending: StaticString) -> Bool {
    name.count > ending.utf8CodeUnitCount
      && name.has(ending, at: name.count - ending.utf8CodeUnitCount)
  }
}
