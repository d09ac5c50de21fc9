internal import Engine
internal import Files
internal import Platform
internal import Runs

/// One commit of a repository, which git fetches into a temporary folder. git runs without the
/// configuration of the user or the system. Nothing is checked out, so no hooks, filters or
/// submodules run: files are read from git's object store one by one. Whatever ends shotflow ends git
/// and all that it started.
final class GitRepository {
  private let git: String
  /// The shell that sets the limits of git.
  private let shell: JailedProgram
  private let folder: String
  private let isCancelled: @Sendable () -> Bool

  /// - Parameter folder: Created, and removed with this object.
  /// - Throws: ``PluginProblem`` if git is missing or can't work here.
  init(
    in folder: String, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(PluginProblem) {
    guard let git = JailedProgram.path(of: RequiredProgram("git", in: "git")) else {
      throw PluginProblem(
        "git is not installed, which adds plugins; on Debian: apt install git",
        .missingProgram)
    }
    self.git = git
    self.folder = folder
    self.isCancelled = isCancelled
    do throws(RunProblem) {
      shell = try JailedProgram(
        RequiredProgram("sh", in: "dash"), for: "git", rights: .user, searchPath: "/bin:/usr/bin")
    } catch {
      throw Self.unstarted(error)
    }
    FolderListing.remove(folder)
    _ = try call(["init", "--quiet", "--bare", "--template=", folder])
  }

  deinit { FolderListing.remove(folder) }

  /// Fetches the commit that the address names, and returns its hash; throws git's error message.
  func fetch(_ address: PluginAddress) throws(PluginProblem) -> String {
    do throws(PluginProblem) {
      _ = try run([
        "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules",
        "--no-write-commit-graph", "--end-of-options", address.url, address.ref,
      ])
    } catch {
      if error.kind == .interrupted { throw error }
      throw PluginProblem(
        "can't fetch \"\(address.ref)\" of \"\(address.url)\": \(error.description)", error.kind)
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
    let listing = try run(
      ["ls-tree", "-r", "-z", "-l", "--full-tree", commit], limits: .listing)
    var files: [(path: String, bytes: [UInt8])] = []
    var size = 0
    for line in listing.split(separator: 0) {
      let entry = try Self.entry(line)
      size += entry.size
      guard files.count < 200, size <= 8 << 20 else {
        throw Self.tooLarge
      }
      files.append((entry.path, try run(["cat-file", "blob", entry.object])))
    }
    return try PluginTree(files)
  }

  /// Returns the differences between two files as git prints them, also for files that are no text.
  func difference(_ old: String, _ new: String) throws(PluginProblem) -> String {
    let words = [
      "diff", "--no-index", "--text", "--no-color", "--no-ext-diff", "--no-textconv", "--", old,
      new,
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

  private static var tooLarge: PluginProblem {
    PluginProblem("the repository is too large for a plugin: 200 files and 8 MiB at most")
  }

  private func run(
    _ words: [String], limits: Limits = .usual, mayDiffer: Bool = false
  ) throws(PluginProblem) -> [UInt8] {
    try call(["-C", folder] + words, limits, mayDiffer: mayDiffer)
  }

  /// The limits of git and of each process that it starts.
  private struct Limits {
    /// The size of a file or of the output, in MiB.
    let size: Int
    /// The seconds of processor time.
    let seconds: Int

    static let usual = Limits(size: 128, seconds: 60)
    /// The limits for a list of files, as a few objects can describe any number of them.
    static let listing = Limits(size: 1, seconds: 2)

    private static let longestWait = Duration.seconds(600)

    var bounds: JailedProgram.Bounds {
      JailedProgram.Bounds(time: Self.longestWait, output: size << 20)
    }
  }

  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false",
    "fetch.fsckObjects=true", "gc.auto=0", "maintenance.auto=false", "credential.helper=",
  ]

  /// The variables that git gets, and how its own begin: not every git knows those of OpenSSL.
  private static let variables = [
    ("PATH", "PATH="), ("SSH_AUTH_SOCK", "SSH_AUTH_SOCK="), ("https_proxy", "https_proxy="),
    ("HTTPS_PROXY", "HTTPS_PROXY="), ("no_proxy", "no_proxy="), ("NO_PROXY", "NO_PROXY="),
    ("SSL_CERT_FILE", "GIT_SSL_CAINFO="), ("SSL_CERT_DIR", "GIT_SSL_CAPATH="),
  ]

  private static var environment: [String] {
    let passed = variables.compactMap { (name: String, start: String) -> String? in
      getenv(name).map { start + String(cString: $0) }
    }
    return passed + [
      // Unlike settings, these hold for a git that git starts at a repository on this computer, too.
      "GIT_ALLOW_PROTOCOL=https:ssh:file", "GIT_NO_LAZY_FETCH=1",
      "HOME=/nonexistent", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=true", "GIT_PROTOCOL_FROM_USER=0",
      "GIT_SSH_COMMAND=ssh -oBatchMode=yes",
    ]
  }

  /// The arguments of a shell that sets limits, which all processes of git inherit, and becomes git.
  private static func limiting(_ git: String, _ limits: Limits) -> [String] {
    [
      "-c",
      "ulimit -S -f \"$1\"; ulimit -S -t \"$2\"; shift 2; exec \"$@\"", "sh",
      "\(limits.size << 11)", "\(limits.seconds)", git,
    ]
  }

  /// Returns true if a limit ended git, or a process of git, which it reports.
  private static func isBeyondLimits(_ end: ProcessEnd, _ said: String) -> Bool {
    let signals = [SIGXFSZ, SIGXCPU]
    return signals.contains { signal in
      end == .killed(signal: signal) || said.contains("died of signal \(signal)")
    }
  }

  private static func unstarted(_ error: any Error) -> PluginProblem {
    guard case RunProblem.missingProgram(let reason) = error else {
      return PluginProblem("can't start git", .missingProgram)
    }
    return PluginProblem(reason, .missingProgram)
  }

  /// Runs git and returns its output; `mayDiffer` is true if status 1 means that files differ.
  private func call(
    _ words: [String], _ limits: Limits = .usual, mayDiffer: Bool = false
  ) throws(PluginProblem) -> [UInt8] {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let outcome: JailedProgram.Outcome
    do {
      outcome = try shell.run(
        Self.limiting(git, limits) + Self.settings.flatMap { ["-c", $0] } + words,
        variables: Self.environment, reading: nothing, within: limits.bounds, unless: isCancelled)
    } catch JailedProgram.Failure.tooMuch {
      throw Self.tooLarge
    } catch JailedProgram.Failure.late {
      throw PluginProblem(
        "git took longer than \(limits.bounds.time.components.seconds / 60) minutes")
    } catch RunProblem.cancelled {
      throw PluginProblem("interrupted; nothing was changed", .interrupted)
    } catch {
      throw Self.unstarted(error)
    }
    guard outcome.end == .exited(0) || mayDiffer && outcome.end == .exited(1) else {
      let said = String(decoding: outcome.messages, as: UTF8.self)
      if Self.isBeyondLimits(outcome.end, said) { throw Self.tooLarge }
      throw PluginProblem(Self.reason(in: said) ?? "git failed")
    }
    return outcome.output
  }

  /// Returns the line in which git, or ssh, says why it failed, else the last one; nil without any.
  private static func reason(in said: String) -> String? {
    // ssh ends its lines as a terminal needs it.
    let lines = said.split(whereSeparator: \.isNewline).map(String.init)
    return lines.first { line in
      ["ssh: ", "fatal: ", "error: "].contains { line.hasPrefix($0) }
        || line.contains(": Permission denied")
    } ?? lines.last
  }
}
