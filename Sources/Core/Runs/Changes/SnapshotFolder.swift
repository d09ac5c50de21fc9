/// The folder of the stored snapshots. Several processes may use it at once: a file is written
/// atomically, named by the hash of its bytes, and never changes.
package struct SnapshotFolder: RunResource {
  /// The path of the folder.
  package let path: String
  private let limits: Limits

  /// The limits of the folder; the least recently used snapshots are removed first.
  package struct Limits: Sendable {
    /// The maximal number of snapshots.
    package var files = 256
    /// The maximal size of all snapshots, in bytes.
    package var byteCount: Int64 = 256 << 20
    /// The time in seconds without use after which a snapshot is removed.
    package var idleSeconds: Int64 = 90 * 86_400
    /// The age in seconds at which a partial file of a killed process is removed.
    package var partialSeconds: Int64 = 3600

    package init() {}
  }

  package init(path: String, limits: Limits = Limits()) {
    self.path = path
    self.limits = limits
  }

  /// The size in bytes of the largest file to read.
  private static let largest = 4 << 30

  /// Returns the snapshot of a token; nil when it no longer exists. Throws
  /// ``SnapshotProblem/damaged`` when the bytes of its file don't match the token.
  package func snapshot(_ token: ChangeToken) throws -> FetchSnapshot? {
    guard let folder = try? open(makes: false), let file = try? folder.open(token.name) else {
      return nil
    }
    guard let bytes = try? file.bytes(atMost: Self.largest),
      ChangeToken(try FetchIdentity.digest(bytes)) == token, let snapshot = FetchSnapshot(bytes)
    else { throw SnapshotProblem.damaged }
    return snapshot
  }

  /// Sets the last use of a token's snapshot to now, so that it is removed later than others.
  package func noteUse(of token: ChangeToken) {
    guard let folder = try? open(makes: false), let file = try? folder.open(token.name) else {
      return
    }
    FileUsage(descriptor: file.descriptor)?.noteUse(of: file.descriptor)
  }

  /// Stores a snapshot, complete and synced, removes those beyond the limits, and returns its
  /// token. Throws ``FileProblem`` if the file can't be written.
  package func keep(_ snapshot: FetchSnapshot) throws -> ChangeToken {
    let bytes = snapshot.bytes
    let token = ChangeToken(try FetchIdentity.digest(bytes))
    let folder = try open(makes: true)
    if let file = try? folder.open(token.name),
      (try? file.bytes(atMost: Self.largest)) == bytes
    {
      FileUsage(descriptor: file.descriptor)?.noteUse(of: file.descriptor)
      // The process that wrote it may have been killed before it synced the folder.
      try folder.sync()
    } else {
      try folder.write(bytes, to: token.name, syncs: true)
    }
    sweep(folder, sparing: token)
    return token
  }

  private func open(makes: Bool) throws(FileProblem) -> PrivateFolder {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return try PrivateFolder([path], below: ".", makes: makes)
    }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    return try PrivateFolder(
      [String(path[path.utf8.index(after: slash)...])], below: parent, makes: makes)
  }

  /// Removes the snapshots beyond the limits, least recently used first, but not that of `token`.
  private func sweep(_ folder: PrivateFolder, sparing token: ChangeToken) {
    var kept: [(name: String, use: FileUsage)] = []
    for name in folder.names() where name != token.name {
      guard let use = folder.use(of: name) else { continue }
      if ChangeToken.isName(name) {
        kept.append((name, use))
      } else if name.hasPrefix(PartialFile.prefix),
        use.ageSeconds > limits.partialSeconds
      {
        folder.remove(name)
      }
    }
    kept.sort { $0.use.last > $1.use.last }
    var files = 1
    var byteCount = folder.use(of: token.name).map { Int64($0.blocks) * FileUsage.blockSize } ?? 0
    for (name, use) in kept {
      files += 1
      byteCount += Int64(use.blocks) * FileUsage.blockSize
      if files > limits.files || byteCount > limits.byteCount
        || use.idleSeconds > limits.idleSeconds
      {
        folder.remove(name)
      }
    }
  }
}

extension RunContext {
  /// The folder of the snapshots that tokens refer to; nil if the run has no folder for its state.
  package var snapshots: SnapshotFolder? {
    get { resources[SnapshotFolder.self] }
    set { resources[SnapshotFolder.self] = newValue }
  }
}
