internal import Platform

extension LibraryMark {
  /// Looks at the files of a database that another program writes.
  ///
  /// The database, its log, and the head of the log, which is written anew when the log begins from
  /// its start.
  package init(database: String) {
    let moment = CatalogueClock.system.now
    var fingerprint = Fingerprint()
    var isSettled = true
    for name in [database, database + "-wal"] {
      guard let status = FileStatus(directory: AT_FDCWD, name: name) else {
        fingerprint.add(false)
        continue
      }
      for number in [status.size, status.modified, status.changed] { fingerprint.add(number) }
      fingerprint.add(status.device)
      fingerprint.add(status.inode)
      isSettled = isSettled && CatalogueClock.isSettled(status, at: moment)
    }
    ForeignDatabaseFiles.logHead(of: database).withUnsafeBytes { fingerprint.add($0) }
    self.init(files: isSettled ? fingerprint.value : nil)
  }

  /// The files that a change of a database shows in first.
  package static func files(of database: String) -> [String] {
    [database, database + "-wal", database + "-journal"]
  }
}
