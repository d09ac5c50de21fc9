import Foundation

/// The Apple Photos libraries among some paths as they are before a program reads them; it must
/// leave every byte and every date as it is.
package struct PhotosLibraryStates {
  private let states: [(path: String, care: FolderState.Care, state: FolderState)]

  /// - Parameter isSameProcess: whether what reads is a part of this process.
  package init(_ paths: [String], isSameProcess: Bool) {
    states = paths.compactMap { path in
      let databases = ["database", "PhotoData"].map { "\(path)/\($0)/Photos.sqlite" }
      guard databases.contains(where: FileManager.default.fileExists) else { return nil }
      let isOpen = databases.contains { FileManager.default.fileExists(atPath: $0 + "-shm") }
      let care: FolderState.Care =
        isOpen ? (isSameProcess ? .datesButOfIndex : .dates) : .contents
      return (path, care, FolderState(path, database: care))
    }
  }

  /// The paths of what is not as it was.
  package var changes: [String] {
    states.flatMap { path, care, state in
      FolderState(path, database: care).changes(since: state).map { "\(path)/\($0)" }
    }
  }
}
