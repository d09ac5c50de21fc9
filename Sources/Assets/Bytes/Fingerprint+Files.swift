extension Fingerprint {
  /// Size, times and number of a file; its device changes when a disk is attached elsewhere.
  package mutating func add(_ status: FileStatus) {
    for number in [status.size, status.modified, status.changed] { add(number) }
    add(status.inode)
  }
}
