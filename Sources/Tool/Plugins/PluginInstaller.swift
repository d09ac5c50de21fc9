internal import Engine
internal import LuaBridge
internal import Platform

/// An installer of plugins from repositories, which adds, compares and removes them.
///
/// Only ``offer(_:)`` fetches anything, and only ``take(_:)`` changes anything.
public struct PluginInstaller: Sendable {
  private let folder: String
  private let lockPath: String
  private let loading: PluginLoader
  private let isCancelled: @Sendable () -> Bool

  /// The longest wait for another process that changes plugins, in milliseconds.
  private static let patience = 30_000

  /// - Parameter configuration: The folder of the user's settings, which contains the lock.
  public init(
    configuration: String, _ loading: PluginLoader,
    unless isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    folder = "\(configuration)/plugins"
    lockPath = "\(configuration)/plugins.lock"
    self.loading = loading
    self.isCancelled = isCancelled
  }

  /// Reads the lock; throws ``PluginProblem`` if that fails.
  public func lock() throws(PluginProblem) -> PluginLock { try PluginLock(path: lockPath) }

  /// A plugin that was fetched from its repository and is not installed yet.
  public struct Candidate: Sendable {
    /// The plugin's entry for the file `plugins.lock`.
    public let entry: PluginLock.Entry
    /// The stage, or the kind of library, that the plugin declares.
    package let declared: PluginDeclaration
    /// True if it is to replace the files of an added plugin.
    let isUpdate: Bool
    /// The fetched files.
    public let tree: PluginTree
    /// The differences between the installed and the fetched files; empty for a new plugin.
    public let changes: [PluginChange]
  }

  /// Fetches a plugin, or the named one again, and checks it; changes nothing.
  ///
  /// - Throws: ``PluginProblem`` if it can't be fetched or its name is taken, ``RuleProblems`` if
  ///   the plugin is invalid.
  public func offer(_ address: PluginAddress, again name: String? = nil) throws -> Candidate {
    try make(folder)
    removeLeftovers()
    let repository = try GitRepository(in: "\(folder)/.fetching-\(getpid())", unless: isCancelled)
    let commit = try repository.fetch(address)
    let tree = try repository.tree(of: commit)
    let draft = "\(folder)/.looking-\(getpid())"
    FolderListing.remove(draft)
    try tree.write(to: draft)
    defer { FolderListing.remove(draft) }
    let found = try Self.name(of: draft, from: address, again: name)
    if let name, name != found {
      throw PluginProblem("the repository's plugin is called \"\(found)\" now, not \"\(name)\"")
    }
    let target = "\(folder)/\(found)"
    if name == nil { try checkNew(found) }
    let declared: PluginDeclaration
    do throws(RuleProblems) {
      declared = try PluginDeclaration(named: found, at: draft, loading)
    } catch {
      throw error.below(draft, named: found)
    }
    let entry = PluginLock.Entry(
      name: found, url: address.url, ref: address.ref, commit: commit, digest: try tree.digest())
    let isThere = name != nil && FolderListing.kind(of: target) != nil
    let changes = isThere ? try PluginTree(at: target).changes(to: tree) : []
    return Candidate(
      entry: entry, declared: declared, isUpdate: name != nil, tree: tree,
      changes: try changes.map { (path, change) throws(PluginProblem) in
        guard change == .changed else { return PluginChange("\(change) \(path)") }
        return PluginChange(
          "\(change) \(path)",
          difference: try repository.difference("\(target)/\(path)", "\(draft)/\(path)"))
      })
  }

  /// Returns the name of a fetched plugin. Problems name its address, not the folder of a moment.
  private static func name(
    of draft: String, from address: PluginAddress, again name: String?
  ) throws(PluginProblem) -> String {
    do throws(PluginProblem) {
      return try PluginLoader.name(at: draft, called: name ?? lastName(of: address.url))
    } catch {
      throw PluginProblem(error.description.replacing(draft, with: address.url), error.kind)
    }
  }

  /// Throws ``PluginProblem`` if there is a plugin of this name.
  private func checkNew(_ name: String) throws(PluginProblem) {
    let target = "\(folder)/\(name)"
    guard [target, "\(target).lua"].contains(where: { FolderListing.kind(of: $0) != nil }) else {
      return
    }
    throw PluginProblem(
      try lock()[name] == nil
        ? "there is a plugin \"\(name)\" of your own in \"\(folder)\"; move it away first"
        : "\"\(name)\" was added already; update fetches it again, remove takes it away")
  }

  /// Fetches an added plugin again, or another tag, branch or commit; throws as
  /// ``offer(_:again:)``.
  public func update(_ name: String, to ref: String?) throws -> Candidate {
    guard let entry = try lock()[name] else { throw notAdded(name, in: try lock()) }
    return try offer(try PluginAddress(entry, ref: ref), again: name)
  }

  /// Returns whether the repository still has the commit that was added.
  public func hasLockedCommit(_ name: String) throws -> Bool {
    guard let entry = try lock()[name] else { throw notAdded(name, in: try lock()) }
    let repository = try GitRepository(in: "\(folder)/.fetching-\(getpid())", unless: isCancelled)
    do throws(PluginProblem) {
      return try repository.fetch(try PluginAddress(entry, ref: entry.commit)) == entry.commit
    } catch {
      if error.kind == .interrupted { throw error }
      return false
    }
  }

  /// Installs a fetched plugin and adds it to `plugins.lock`; restores the old files if it throws.
  /// Throws ``PluginProblem`` as well if there is another plugin of the name meanwhile.
  public func take(_ offer: Candidate) throws(PluginProblem) {
    try alone { () throws(PluginProblem) in try takeAlone(offer) }
  }

  private func takeAlone(_ offer: Candidate) throws(PluginProblem) {
    let name = offer.entry.name
    let draft = "\(folder)/.adding-\(getpid())"
    let old = "\(folder)/.leaving-\(getpid())"
    var lock = try lock()
    let known = lock[name]
    if !offer.isUpdate { try checkNew(name) }
    if offer.isUpdate, known == nil { throw notAdded(name, in: lock) }
    FolderListing.remove(draft)
    defer { FolderListing.remove(draft) }
    try offer.tree.write(to: draft)
    // The lock is written first: files that differ from it are refused, and can be fetched again.
    try lock.set(offer.entry)
    do throws(PluginProblem) {
      try Self.exchange("\(folder)/\(name)", for: draft, old)
    } catch {
      if let known { try lock.set(known) } else { try lock.remove(name) }
      throw error
    }
    FolderListing.remove(old)
  }

  private static func exchange(
    _ target: String, for draft: String, _ old: String
  ) throws(PluginProblem) {
    let replaces = FolderListing.kind(of: target) != nil
    if replaces, rename(target, old) != 0 { throw failure(target) }
    guard rename(draft, target) == 0 else {
      let problem = failure(target)
      if replaces { rename(old, target) }
      throw problem
    }
  }

  /// Removes an added plugin; throws ``PluginProblem`` for one that was not added.
  public func remove(_ name: String) throws(PluginProblem) {
    let old = "\(folder)/.leaving-\(getpid())"
    try unlock(name, movingTo: old)
    FolderListing.remove(old)
  }

  /// Makes an added plugin the user's own by removing it from the lock; throws if it was not added.
  public func keep(_ name: String) throws(PluginProblem) {
    try unlock(name)
  }

  /// Removes a plugin from the lock. Its files are renamed before, if `old` is not nil: without their
  /// entry they would be the user's own.
  private func unlock(_ name: String, movingTo old: String? = nil) throws(PluginProblem) {
    let seen = try lock()
    guard seen[name] != nil else { throw notAdded(name, in: seen) }
    try alone { () throws(PluginProblem) in
      var lock = try lock()
      guard lock[name] != nil else { throw notAdded(name, in: lock) }
      let target = "\(folder)/\(name)"
      if let old {
        FolderListing.remove(old)
        guard rename(target, old) == 0 || errno == ENOENT else { throw Self.failure(target) }
      }
      do throws(PluginProblem) {
        try lock.remove(name)
      } catch {
        if let old { rename(old, target) }
        throw error
      }
    }
  }

  /// Runs `body` while no other process changes plugins; throws ``PluginProblem`` if one does so for
  /// long.
  private func alone(_ body: () throws(PluginProblem) -> Void) throws(PluginProblem) {
    try make(folder)
    // By links, several configurations may have one folder of plugins, or one lock.
    let others = try locked(folder)
    defer { close(others) }
    let shared = FolderListing.parent(of: FolderListing.target(of: lockPath))
    // A folder that this process has locked can't be locked again.
    guard !FolderListing.areSame(folder, shared) else { return try body() }
    let own = try locked(shared)
    defer { close(own) }
    try body()
  }

  /// Returns the descriptor of a folder, whose closing releases its lock.
  private func locked(_ folder: String) throws(PluginProblem) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    var isLocked = false
    defer { if !isLocked { close(descriptor) } }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.failure(folder) }
      guard waited < Self.patience, !isCancelled() else {
        throw PluginProblem("another process is changing \"\(folder)\"", .notWritable)
      }
      usleep(10_000)
      waited += 10
    }
    isLocked = true
    return descriptor
  }

  /// Returns how a plugin's files changed since it was added; nil if they did not, or if it never
  /// was. Throws ``PluginProblem`` if the lock can't be read.
  public func change(of name: String) throws(PluginProblem) -> String? {
    guard let entry = try lock()[name] else { return nil }
    let place = "\(folder)/\(name)"
    guard FolderListing.kind(of: place) != nil else { return "its files are gone" }
    do {
      return try PluginTree(at: place).digest() == entry.digest
        ? nil : "its files are not those of commit \(entry.commit.prefix(12))"
    } catch {
      return "\(error)"
    }
  }

  /// Throws ``PluginProblem`` for the first changed plugin of these files, or an unreadable lock.
  public func check(_ files: [String], toolName: String) throws(PluginProblem) {
    let prefix = "\(folder)/"
    let names = Set(
      files.filter { $0.hasPrefix(prefix) }.compactMap { file in
        file.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
      })
    for name in names.sorted() {
      if let change = try change(of: name) {
        throw PluginProblem(
          "the plugin \"\(name)\" changed since it was added: \(change); \"\(toolName) plugins update"
            + " \(name)\" fetches it again, \"\(toolName) plugins keep \(name)\" makes the files your own"
        )
      }
    }
  }

  private func notAdded(_ name: String, in lock: PluginLock) -> PluginProblem {
    let own = ["\(folder)/\(name)", "\(folder)/\(name).lua"].first {
      Plugin.isName(name) && FolderListing.kind(of: $0) != nil
    }
    if let own {
      return PluginProblem(
        "\"\(name)\" is a plugin of your own, not one of a repository; its files are yours to change"
          + " and to delete: \(own)", .usage)
    }
    let names = lock.entries.map(\.name).sorted()
    return PluginProblem(
      "\"\(name)\" was not added from a repository; "
        + (names.isEmpty ? "none was" : "these were: \(names.joined(separator: ", "))"), .usage)
  }

  private static func lastName(of url: String) -> String {
    let last = url.split(separator: "/").last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  private func removeLeftovers() {
    for entry in FolderListing.entries(in: folder) {
      let words = entry.split(separator: "-")
      guard words.count == 2, let process = Int32(words[1]),
        [".fetching", ".looking", ".adding", ".leaving"].contains(String(words[0])),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      FolderListing.remove("\(folder)/\(entry)")
    }
  }

  private func make(_ folder: String) throws(PluginProblem) {
    var made = ""
    for part in folder.split(separator: "/") {
      made += "/" + part
      let error = mkdir(made, 0o700) == 0 ? 0 : errno
      if error != 0, !FolderListing.isFolder(FolderListing.target(of: made)) {
        errno = error
        throw Self.failure(made)
      }
    }
  }

  private static func failure(_ path: String) -> PluginProblem {
    PluginProblem(
      "can't write \"\(path)\": \(String(cString: strerror(errno)).lowercased())", .notWritable)
  }
}

extension RuleProblems {
  fileprivate func below(_ folder: String, named name: String) -> RuleProblems {
    func plain(_ text: String) -> String { text.replacing("\(folder)/", with: "\(name)/") }
    return RuleProblems(
      problems.map { problem in
        RuleProblem(
          path: plain(problem.path), line: problem.line, message: plain(problem.message),
          token: problem.token, suggestion: problem.suggestion)
      })
  }
}
