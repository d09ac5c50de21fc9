/// The folder that snapshots are kept in, each in a file that appears whole or not at all.
///
/// Several processes may use it at once: a file is called by the hash of its bytes, and once it is
/// there it never changes.
package struct SnapshotFolder: RunResource {
  package let path: String
  private let limits: Limits

  /// What is kept: what was used last, within all of these.
  package struct Limits: Sendable {
    package var files = 256
    package var byteCount: Int64 = 256 << 20
    package var idleSeconds: Int64 = 90 * 86_400
    /// What a process that was killed left half written.
    package var partialSeconds: Int64 = 3600

    package init() {}
  }

  package init(path: String, limits: Limits = Limits()) {
    self.path = path
    self.limits = limits
  }

  /// Larger files are none of shotflow's.
  private static let largest = 4 << 30

  /// The snapshot that a token stands for; nil when it is gone.
  ///
  /// - Throws: ``SnapshotProblem/damaged`` when its file is not what it was.
  package func snapshot(_ token: ChangeToken) throws -> FetchSnapshot? {
    guard let folder = try? open(makes: false), let file = try? folder.open(token.name) else {
      return nil
    }
    guard let bytes = try? file.bytes(atMost: Self.largest),
      ChangeToken(try FetchIdentity.digest(bytes)) == token, let snapshot = FetchSnapshot(bytes)
    else { throw SnapshotProblem.damaged }
    return snapshot
  }

  /// Notes that somebody still asks with a token.
  package func noteUse(of token: ChangeToken) {
    guard let folder = try? open(makes: false), let file = try? folder.open(token.name) else {
      return
    }
    FileUse(descriptor: file.descriptor)?.noteUse(of: file.descriptor)
  }

  /// Keeps a snapshot, whole and synced once this returns.
  ///
  /// - Throws: ``FileProblem``.
  package func keep(_ snapshot: FetchSnapshot) throws -> ChangeToken {
    let bytes = snapshot.bytes
    let token = ChangeToken(try FetchIdentity.digest(bytes))
    let folder = try open(makes: true)
    if let file = try? folder.open(token.name),
      (try? file.bytes(atMost: Self.largest)) == bytes
    {
      FileUse(descriptor: file.descriptor)?.noteUse(of: file.descriptor)
      // Who wrote it may have been killed before its name was there for good.
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

  /// Removes what is beyond the limits, what was used least lately first.
  private func sweep(_ folder: PrivateFolder, sparing token: ChangeToken) {
    var kept: [(name: String, use: FileUse)] = []
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
    var byteCount = folder.use(of: token.name).map { Int64($0.blocks) * FileUse.blockSize } ?? 0
    for (name, use) in kept {
      files += 1
      byteCount += Int64(use.blocks) * FileUse.blockSize
      if files > limits.files || byteCount > limits.byteCount
        || use.idleSeconds > limits.idleSeconds
      {
        folder.remove(name)
      }
    }
  }
}

extension RunContext {
  /// Where fetches are kept that tokens stand for.
  package var snapshots: SnapshotFolder? {
    get { resources[SnapshotFolder.self] }
    set { resources[SnapshotFolder.self] = newValue }
  }
}
