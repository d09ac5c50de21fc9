internal import Platform

/// The export of Google Photos, as Google Takeout makes it: a folder whose JSON files tell of the
/// pictures beside them.
///
/// Any folder may turn out to be one while it is walked; until then it is a folder like any other.
package final class TakeoutLibrary: FolderBased {
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
