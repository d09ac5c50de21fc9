/// The files that an undo took back, or would.
package struct UndoTally: Sendable {
  /// The number of files.
  package private(set) var files = 0
  /// The size of the files in bytes.
  package private(set) var bytes: Int64 = 0
  /// The deepest folder that contains the files as they were before the undo.
  package private(set) var source = CommonFolder()
  /// The deepest folder that contains the moved files after the undo.
  package private(set) var target = CommonFolder()
  /// True if all files were in the trash.
  package private(set) var isTrash = true

  package init() {}

  package mutating func add(_ part: FileOperation.Part) {
    files += 1
    bytes += part.byteCount
    source.add(part.to)
    if part.kind.removesOriginal { target.add(part.from) }
    if part.kind != .trash { isTrash = false }
  }
}
