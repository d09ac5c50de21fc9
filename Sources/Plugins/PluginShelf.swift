internal import Engine
public import LuaBridge
internal import Platform

/// The user's plugins that came from repositories: added, compared, taken away.
///
/// Nothing is fetched but by ``offer(_:)``, and nothing is changed but by ``take(_:)``.
public struct PluginShelf: Sendable {
  private let folder: String
  private let lockPath: String
  private let loading: PluginLoading
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - configuration: the folder with the user's settings, which holds the lock.
  ///   - isCancelled: whether the user wants an end.
  public init(
    configuration: String, _ loading: PluginLoading,
    unless isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    folder = "\(configuration)/plugins"
    lockPath = "\(configuration)/plugins.lock"
    self.loading = loading
    self.isCancelled = isCancelled
  }

  /// - Throws: ``PluginProblem`` when the lock can't be read.
  public func lock() throws(PluginProblem) -> PluginLock { try PluginLock(path: lockPath) }

  /// A plugin that was fetched and not yet taken.
  public struct Offer: Sendable {
    public let entry: PluginLock.Entry
    public let plugin: Plugin
    public let tree: PluginTree
    /// The files that differ from those that it would replace; none for a new plugin.
    public let changes: [PluginChange]
  }

  /// Fetches a plugin and looks at it; nothing is changed.
  ///
  /// - Parameter name: the plugin that is fetched again; nil for a new one.
  /// - Throws: ``PluginProblem``, or what is wrong with the plugin, a ``RuleProblems``.
  public func offer(_ address: PluginAddress, again name: String? = nil) throws -> Offer {
    try make(folder)
    removeLeftovers()
    let repository = try GitRepository(in: "\(folder)/.fetching-\(getpid())", unless: isCancelled)
    let commit = try repository.fetch(address)
    let tree = try repository.tree(of: commit)
    let draft = "\(folder)/.looking-\(getpid())"
    FolderListing.remove(draft)
    try tree.write(to: draft)
    defer { FolderListing.remove(draft) }
    let found = try PluginLoading.name(at: draft, called: name ?? Self.lastName(of: address.url))
    if let name, name != found {
      throw PluginProblem("the repository's plugin is called \"\(found)\" now, not \"\(name)\"")
    }
    let target = "\(folder)/\(found)"
    if name == nil,
      FolderListing.kind(of: target) != nil
        || FolderListing.kind(of: "\(target).lua") != nil
    {
      throw PluginProblem(
        try lock()[found] == nil
          ? "there is a plugin \"\(found)\" of your own in \"\(folder)\"; move it away first"
          : "\"\(found)\" was added already; update fetches it again, remove takes it away")
    }
    let plugin: Plugin
    do {
      plugin = try loading.plugin(named: found, at: draft)
    } catch {
      throw error.below(draft, named: found)
    }
    let entry = PluginLock.Entry(
      name: found, url: address.url, ref: address.ref, commit: commit, digest: try tree.digest())
    let isThere = name != nil && FolderListing.kind(of: target) != nil
    let changes = isThere ? try PluginTree(at: target).changes(to: tree) : []
    return Offer(
      entry: entry, plugin: plugin, tree: tree,
      changes: try changes.map { (path, change) throws(PluginProblem) in
        guard change == .changed else { return PluginChange("\(change) \(path)") }
        return PluginChange(
          "\(change) \(path)",
          difference: try repository.difference("\(target)/\(path)", "\(draft)/\(path)"))
      })
  }

  /// Fetches the locked commit of a plugin again.
  ///
  /// - Parameter ref: another tag, branch or commit; nil for the one that it was added by.
  /// - Throws: as ``offer(_:again:)``; for a repository that was rewritten, what is there stays.
  public func update(_ name: String, to ref: String?) throws -> Offer {
    guard let entry = try lock()[name] else { throw notAdded(name, in: try lock()) }
    return try offer(PluginAddress(entry, ref: ref), again: name)
  }

  /// True if the repository still has the commit that was added.
  public func hasLockedCommit(_ name: String) throws -> Bool {
    guard let entry = try lock()[name] else { throw notAdded(name, in: try lock()) }
    let repository = try GitRepository(in: "\(folder)/.fetching-\(getpid())", unless: isCancelled)
    let commit = try? repository.fetch(PluginAddress(entry, ref: entry.commit))
    return commit == entry.commit
  }

  /// Puts what was fetched into its place, and into the lock.
  ///
  /// - Throws: ``PluginProblem``; what was there is there then.
  public func take(_ offer: Offer) throws(PluginProblem) {
    let target = "\(folder)/\(offer.entry.name)"
    let draft = "\(folder)/.adding-\(getpid())"
    let old = "\(folder)/.leaving-\(getpid())"
    FolderListing.remove(draft)
    try offer.tree.write(to: draft)
    var lock = try lock()
    let known = lock[offer.entry.name]
    // The lock comes first: files that are not those of the lock are refused, and fetched again.
    try lock.set(offer.entry)
    do throws(PluginProblem) {
      try Self.exchange(target, for: draft, old)
    } catch {
      FolderListing.remove(draft)
      if let known { try lock.set(known) } else { try lock.remove(offer.entry.name) }
      throw error
    }
    FolderListing.remove(old)
  }

  /// Puts a folder into the place of another, which goes elsewhere.
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

  /// Takes an added plugin away.
  ///
  /// - Throws: ``PluginProblem`` for one that was not added.
  public func remove(_ name: String) throws(PluginProblem) {
    var lock = try lock()
    guard lock[name] != nil else { throw notAdded(name, in: lock) }
    try lock.remove(name)
    FolderListing.remove("\(folder)/\(name)")
  }

  /// Leaves an added plugin's files to the user: it is one of their own from then on.
  ///
  /// - Throws: ``PluginProblem`` for one that was not added.
  public func keep(_ name: String) throws(PluginProblem) {
    var lock = try lock()
    guard lock[name] != nil else { throw notAdded(name, in: lock) }
    try lock.remove(name)
  }

  /// The difference from what was added, for a plugin of the lock; nil for any other, and where nothing changed.
  ///
  /// - Throws: ``PluginProblem`` when the lock can't be read.
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

  /// The first change among the plugins that these files belong to.
  ///
  /// - Throws: ``PluginProblem`` when there is one, or the lock can't be read.
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

  /// What a repository is called, as a clone of it would be.
  private static func lastName(of url: String) -> String {
    let last = url.split(separator: "/").last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// Removes what processes left that were killed.
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
      mkdir(made, 0o700)
    }
    if !FolderListing.isFolder(folder) { throw Self.failure(folder) }
  }

  private static func failure(_ path: String) -> PluginProblem {
    PluginProblem(
      "can't write \"\(path)\": \(String(cString: strerror(errno)).lowercased())", .notWritable)
  }
}

extension RuleProblems {
  /// The same for who does not know the folder in which a plugin was looked at.
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
