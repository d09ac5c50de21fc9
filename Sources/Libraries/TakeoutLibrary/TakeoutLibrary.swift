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
    folder = try FolderLibrary(opening: place, for: run) { TakeoutRecognition(files: $0) }
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    try folder.assets(matching: fetch, for: run)
  }

  package var findings: [String] { folder.findings }
}
