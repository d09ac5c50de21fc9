internal import Files
internal import Platform

/// One commit of a repository, which git fetches into a temporary folder. git runs without the
/// configuration of the user or the system. Nothing is checked out, so no hooks, filters or
/// submodules run: files are read from git's object store one by one.
final class GitRepository {
  private let git: String
  private let folder: String
  private let isCancelled: @Sendable () -> Bool

  /// - Parameter folder: Created, and removed with this object.
  /// - Throws: ``PluginProblem`` if git is missing or can't work here.
  init(
    in folder: String, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(PluginProblem) {
    guard let git = Self.program else {
      throw PluginProblem(
        "git is not installed, which adds plugins; on Debian: apt install git",
        .missingProgram)
    }
    self.git = git
    self.folder = folder
    self.isCancelled = isCancelled
    FolderListing.remove(folder)
    _ = try Self.run(git, ["init", "--quiet", "--bare", "--template=", folder], isCancelled)
  }

  deinit { FolderListing.remove(folder) }

  /// The first git in `PATH`; relative folders are ignored.
  private static var program: String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/git" }
      .first { access($0, X_OK) == 0 }
  }

  /// Fetches the commit that the address names, and returns its hash; throws git's error message.
  func fetch(_ address: PluginAddress) throws(PluginProblem) -> String {
    do throws(PluginProblem) {
      _ = try run([
        "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules",
        "--no-write-commit-graph", "--end-of-options", address.url, address.ref,
      ])
    } catch {
      throw PluginProblem(
        "can't fetch \"\(address.ref)\" of \"\(address.url)\": \(error.description)")
    }
    let output = try run(["rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}"])
    let commit = String(decoding: output, as: UTF8.self).filter { !$0.isNewline }
    guard commit.count >= 40, commit.allSatisfy(\.isHexDigit) else {
      throw PluginProblem("\"\(address.ref)\" of \"\(address.url)\" is no commit")
    }
    return commit
  }

  /// Returns a commit's files; throws for links, submodules and more than a plugin may have.
  func tree(of commit: String) throws(PluginProblem) -> PluginTree {
    let listing = try run(["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
    var files: [(path: String, bytes: [UInt8])] = []
    var size = 0
    for line in listing.split(separator: 0) {
      let entry = try Self.entry(line)
      size += entry.size
      guard files.count < 200, size <= 8 << 20 else {
        throw PluginProblem("the repository is too large for a plugin: 200 files and 8 MiB at most")
      }
      files.append((entry.path, try run(["cat-file", "blob", entry.object])))
    }
    return try PluginTree(files)
  }

  func difference(_ old: String, _ new: String) throws(PluginProblem) -> String {
    let words = [
      "diff", "--no-index", "--no-color", "--no-ext-diff", "--no-textconv", "--", old, new,
    ]
    return String(decoding: try run(words, mayDiffer: true), as: UTF8.self)
  }

  /// Parses a line of git's list of files: mode, type, object and size, then a tab and the path.
  private static func entry(
    _ line: ArraySlice<UInt8>
  ) throws(PluginProblem) -> (path: String, object: String, size: Int) {
    guard let tab = line.firstIndex(of: 9),
      let path = String(validating: line[line.index(after: tab)...], as: UTF8.self)
    else { throw PluginProblem("the repository has a file whose name is not UTF-8") }
    let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
    guard words.count == 4 else { throw PluginProblem("git lists \"\(path)\" in an unknown way") }
    switch words[0] {
    case "100644", "100755", "100664": break
    case "120000":
      throw PluginProblem("\"\(path)\" is a symbolic link; a plugin has plain files alone")
    case "160000":
      throw PluginProblem("\"\(path)\" is a submodule; a plugin has plain files alone")
    default: throw PluginProblem("\"\(path)\" is no plain file")
    }
    return (path, String(words[2]), Int(words[3]) ?? .max)
  }

  private func run(
    _ words: [String], mayDiffer: Bool = false
  ) throws(PluginProblem) -> [UInt8] {
    try Self.run(git, ["-C", folder] + words, mayDiffer: mayDiffer, isCancelled)
  }

  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.allow=never",
    "protocol.https.allow=always", "protocol.ssh.allow=always", "protocol.file.allow=always",
    "fetch.fsckObjects=true", "gc.auto=0", "maintenance.auto=false", "credential.helper=",
  ]

  private static var environment: [String] {
    let names = [
      "PATH", "SSH_AUTH_SOCK", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
      "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]
    let passed = names.compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    return passed + [
      "HOME=/nonexistent", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=true", "GIT_PROTOCOL_FROM_USER=0",
      "GIT_SSH_COMMAND=ssh -oBatchMode=yes",
    ]
  }

  /// - Parameter mayDiffer: True if status 1 is a result, which means that files differ.
  private static func run(
    _ git: String, _ words: [String], mayDiffer: Bool = false, _ isCancelled: () -> Bool
  ) throws(PluginProblem) -> [UInt8] {
    guard let output = tmpfile(), let errors = tmpfile() else {
      throw PluginProblem("can't make a temporary file", .notWritable)
    }
    defer {
      fclose(output)
      fclose(errors)
    }
    let child: ChildProcess
    do throws(SpawnProblem) {
      child = try ChildProcess(
        path: git, arguments: settings.flatMap { ["-c", $0] } + words,
        descriptors: [-1, fileno(output), fileno(errors)], environment: environment)
    } catch {
      throw PluginProblem("can't start git: \(error.text)", .missingProgram)
    }
    var end = child.endIfOver()
    while end == nil {
      if isCancelled() {
        child.end()
        _ = child.wait()
        throw PluginProblem("interrupted; nothing was changed")
      }
      usleep(5000)
      end = child.endIfOver()
    }
    guard end == .exited(0) || mayDiffer && end == .exited(1) else {
      let said = String(decoding: FileContents.bytes(of: fileno(errors)), as: UTF8.self)
      let lines = said.split(separator: "\n").map(String.init)
      let reason = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.last
      throw PluginProblem(reason ?? "git failed")
    }
    return FileContents.bytes(of: fileno(output))
  }
}
