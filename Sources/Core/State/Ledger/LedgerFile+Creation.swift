internal import CSystem
internal import Files
internal import Platform

extension LedgerFile {
  /// Creates an empty ledger, unless another process was faster. It is built under another name
  /// (`ledger.sqlite.new-…`) and then linked, so that no crash leaves a partial ledger and two
  /// processes use the same one. Such a file that a crash left is never opened.
  func create(_ schema: LedgerSchema) throws(LedgerError) {
    do throws(StateDirectoryError) {
      try StateDirectories.make(folder: folder)
    } catch {
      throw .notWritable(path: path, reason: "\(error)")
    }
    try checkPlace()
    let draft = path + ".new-" + String(UInt64.random(in: .min ... .max), radix: 36)
    // Never opens an existing file: it could be a ledger whose draft was not unlinked.
    var descriptor: Int32
    repeat {
      descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw failure() }
    close(descriptor)
    defer { unlink(draft) }
    try fill(draft, with: schema)
    try sync(draft, O_RDWR)
    if link(draft, path) != 0 && errno != EEXIST {
      // The folder accepted the draft, so a refusal is not about its permissions (link(2), EPERM).
      let cannotLink = errno == EPERM || errno == ENOTSUP
      throw cannotLink
        ? .failed(path: path, reason: "its file system has no hard links") : failure()
    }
    // Makes the new name outlast a power failure.
    try sync(folder, O_RDONLY | O_DIRECTORY)
  }

  private func fill(_ draft: String, with schema: LedgerSchema) throws(LedgerError) {
    do {
      // A process that is killed here leaves a draft that is never opened.
      let database = try SQLiteConnection(
        path: draft, setup: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try database.transaction {
        try database.execute("PRAGMA application_id = \(LedgerSchema.application)")
        try schema.upgrade(database, from: 0)
      }
      try database.execute("PRAGMA journal_mode = WAL")
    } catch {
      throw LedgerError(error, path: path, busyTimeout: .zero)
    }
  }

  private func sync(_ place: String, _ flags: Int32) throws(LedgerError) {
    let descriptor = csystem_open_at(AT_FDCWD, place, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw failure() }
    }
  }
}
