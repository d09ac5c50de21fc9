package import Assets

/// What happened in the folders of a library since it was asked for last.
package struct FolderNews {
  /// A file that is there and that nobody writes to.
  package struct File {
    /// The path of its folder from the library's root, without a slash at either end.
    package let folder: OwnedBytes
    package let name: OwnedBytes
    package let status: FileStatus
    /// The folder's number.
    let number: FolderTree.Number
    /// Whether no other name in the folder is one of a file that may belong together with it.
    package internal(set) var isAlone = false

    /// The path from the library's root.
    package var path: OwnedBytes { folder.bytes.isEmpty ? name : folder.joined(with: name) }
  }

  /// Files that were written, made or brought in, in the order in which that happened.
  package var files: [File] = []
  /// Whether anything came, went or changed.
  package var hasChanges = false
  /// Whether the library's own folder is gone, or stands elsewhere.
  package var isGone = false
  /// What stood in the way of seeing all at once.
  package var problems: [WatchProblem] = []

  package init() {}

  mutating func note(_ problem: WatchProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
