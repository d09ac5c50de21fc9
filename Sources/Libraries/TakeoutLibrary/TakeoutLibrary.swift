internal import Files
internal import Platform

/// The export of Google Photos by Google Takeout: a folder whose JSON files describe the pictures
/// beside them. It is recognised during the walk; until then it is read like any other folder.
package final class TakeoutLibrary: FolderBackedLibrary {
  /// The library as a folder, which reads the files.
  package let folder: FolderLibrary

  package static let kind = FolderLibrary.folderKind(
    name: "takeout", summary: "the export of Google Photos, recognised by the JSON files in it",
    filesMayMove: true
  ) { place in
    FileStatus(directory: AT_FDCWD, name: place.path + "/.")?.kind == .directory
  }

  package init(opening place: LibraryPlace, for run: RunContext) throws {
    let parts = Self.parts(beside: place, in: run)
    folder = try FolderLibrary(opening: place, for: run) {
      TakeoutRecognition(files: $0, besides: parts)
    }
  }

  /// Returns the other libraries of a run that are archives in the same folder, and so parts of one
  /// Takeout; none if the library is no archive.
  private static func parts(beside place: LibraryPlace, in run: RunContext) -> [FolderRoot] {
    guard run.request.libraries.count > 1, place.chosen == nil,
      let opened = run.resources[OpenedLibraries.self]
    else { return [] }
    let own = place.identity.string
    let all = Set(
      run.request.libraries.map {
        LibraryPlace(path: run.libraryKinds.path(of: $0)).identity.string
      })
    guard let home = home(of: own), all.contains(own) else { return [] }
    return all.filter { $0 != own && Self.home(of: $0) == home }.compactMap(opened.part)
  }

  /// Returns the path of the folder that an archive is in; nil if the path is not that of an archive.
  private static func home(of path: String) -> ArraySlice<UInt8>? {
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")),
      bytes[(slash + 1)...].withUnsafeBytes(TakeoutFileGroups.isArchive)
    else { return nil }
    return bytes[..<slash]
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    try folder.assets(matching: fetch, for: run)
  }

  package var findings: [String] { folder.findings }
}
