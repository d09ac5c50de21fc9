internal import Assets

/// A file whose size and time are to be noted again.
enum TouchedFile {
  /// A file whose time or permission changed, or to which a program has written.
  case changed
  /// A file that replaced another, in this state. Some programs rename a file before they close it,
  /// and a program that they start holds it open a little longer.
  case replacement(FileStatus, isBeingWritten: Bool)
}
