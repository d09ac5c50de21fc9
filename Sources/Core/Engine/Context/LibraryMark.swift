internal import Platform

/// A fingerprint of a library's files that shows, without reading them, that it is unchanged.
public struct LibraryMark: Hashable, Sendable {
  /// The fingerprint of the database's files; nil if they were modified so recently that another
  /// write might leave it the same.
  public let files: UInt64?

  public init(files: UInt64?) {
    self.files = files
  }
}

extension LibraryMark {
  /// Computes the fingerprint from the files of a database that another program writes.
  package init(database: String) { self.init(databases: [database]) }

  /// Computes the fingerprint from the files of databases that another program writes. These are
  /// the database, its log, and the head of the log, which SQLite rewrites when the log starts
  /// over.
  package init(databases: [String]) {
    let moment = CatalogueClock.system.now
    var fingerprint = Fingerprint()
    var isSettled = true
    for name in databases.flatMap({ [$0, $0 + "-wal"] }) {
      guard let status = FileStatus(directory: AT_FDCWD, name: name) else {
        fingerprint.add(false)
        continue
      }
      for number in [status.size, status.modified, status.changed] { fingerprint.add(number) }
      fingerprint.add(status.device)
      fingerprint.add(status.inode)
      isSettled = isSettled && CatalogueClock.isSettled(status, at: moment)
    }
    for database in databases {
      ForeignDatabaseFiles.logHead(of: database).withUnsafeBytes { fingerprint.add($0) }
    }
    self.init(files: isSettled ? fingerprint.value : nil)
  }

  /// Returns the files that a change of a database modifies first.
  package static func files(of database: String) -> [String] {
    [database, database + "-wal", database + "-journal"]
  }
}
