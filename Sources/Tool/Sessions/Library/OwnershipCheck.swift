internal import Pipeline
internal import Platform
internal import Terminal

/// A check that a file belongs to the user and that no other user can write it.
enum OwnershipCheck {
  /// Throws ``FileProblem``, with the remedy, if another user owns or can write an open file.
  static func check(descriptor: Int32, _ path: String) throws(FileProblem) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw FileProblem(error: errno) }
    try check(facts, "it", path)
  }

  /// Throws ``FileProblem``, with the remedy, if another user owns or can write a folder.
  static func check(folder path: String) throws(FileProblem) {
    let path = path.isEmpty ? "/" : path
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw FileProblem(error: errno) }
    try check(facts, "its folder", path)
  }

  private static func check(_ facts: stat, _ what: String, _ path: String) throws(FileProblem) {
    guard facts.st_uid == geteuid() else {
      throw FileProblem("\(what) belongs to another user; put your own there")
    }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw FileProblem(
        "other users can write \(what); to change that: chmod go-w \(ShellWord.path(path))")
    }
  }
}
