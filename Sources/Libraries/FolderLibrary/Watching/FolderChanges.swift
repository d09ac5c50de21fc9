package import Assets
package import Files

/// The changes in a library's folders since the last report.
package struct FolderChanges {
  /// A file that no process is writing to.
  package struct File {
    /// The path of its folder from the library's root, without a slash at either end.
    package let folder: OwnedBytes
    package let name: OwnedBytes
    package let status: FileStatus
    let number: FolderTree.Number
    /// True if no other file in its folder can be related to it.
    package internal(set) var isAlone = false

    /// The path from the library's root.
    package var path: OwnedBytes { folder.bytes.isEmpty ? name : folder.joined(with: name) }
  }

  /// The files that were written, created or moved in, in that order.
  package var files: [File] = []
  /// True if anything was added, removed or changed.
  package var hasChanges = false
  /// True if the library's own folder was removed or moved.
  package var isGone = false
  /// The reasons why changes may be reported late.
  package var problems: [WatchProblem] = []

  package init() {}

  mutating func note(_ problem: WatchProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
