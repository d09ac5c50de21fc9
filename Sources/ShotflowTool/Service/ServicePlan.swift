internal import Console
internal import LuaBridge
internal import Pipeline
internal import Platform

/// A watch that the system starts and keeps up: what it is called, and what it needs.
struct ServicePlan {
  /// Of the unit, without its suffix, such as `shotflow-recent`.
  let name: String
  /// As messages call it, such as `recent`.
  let label: String
  /// The program and its words.
  let command: [String]
  /// Where relative paths of the words begin.
  let folder: String
  /// The variables that the user's shell has and the system may not have.
  let environment: [(name: String, value: String)]
  /// The folders that it writes to.
  let writtenFolders: [String]
  /// How freely it lives.
  let freedom: Freedom
  /// Whether its rules move files or start programs, which may take long.
  let acts: Bool

  /// What keeps a watch from being shut in.
  enum Freedom {
    /// It writes to its folders alone, and reaches no network.
    case closed
    /// The same, with the network for the programs of its rules.
    case online
    /// It starts programs of the desktop, or others that may write anywhere, which would inherit
    /// whatever is forbidden.
    case open
  }

  private static let longestName = 100

  /// The name of the service of some rules.
  ///
  /// - Parameter rules: names and paths, as the command line has them.
  static func name(of rules: [String], toolName: String) -> String {
    ([toolName] + rules.map(shortName)).joined(separator: "-").prefix(longestName).description
  }

  /// The file's name without `.lua`, of letters that the name of a unit may have.
  private static func shortName(_ rule: String) -> String {
    let file = rule.split(separator: "/").last ?? ""
    let stem = file.hasSuffix(".lua") ? file.dropLast(4) : file
    let letters = stem.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || scalar == "_" || scalar == "."
        ? Character(scalar) : "-"
    }
    return String(letters)
  }

  /// The variables of the environment that a service is given where the user's shell has them.
  static let variables = [
    "PATH", "SHOTFLOW_LIBEXEC", "SHOTFLOW_LIBRARY", "SHOTFLOW_PLUGINS", "SHOTFLOW_SHARE", "TZ",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
  ]
}

extension ServicePlan {
  /// - Parameters:
  ///   - rules: those that are watched, with the libraries that they read.
  ///   - words: of the command line, behind `watch`.
  /// - Throws: ``UsageProblem``, or ``StateDirectoryError``.
  init(
    _ rules: [(session: RuleSession, rule: Rule, libraries: [String])], words: [String],
    in tool: Tool
  ) throws {
    let labels = rules.map(\.session.subject.label)
    name = Self.name(of: labels, toolName: tool.name)
    label = labels.joined(separator: " ")
    command = [InstalledExecutable.ownPath, "watch"] + words
    guard let current = getcwd(nil, 0) else { throw FileProblem(error: errno) }
    defer { free(current) }
    let folder = String(cString: current)
    guard !folder.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw UsageProblem("no service can begin in a folder whose name has control characters")
    }
    self.folder = folder
    acts = rules.contains { $0.rule.acts }
    environment = Self.variables.compactMap { name in
      Environment[name].map { (name, $0) }
    }
    let directories = try tool.directories()
    let capabilities = rules.flatMap { item in
      item.rule.loaded.wishes.map(\.capability) + item.rule.needs.map(\.capability)
    }
    freedom =
      capabilities.contains(.desktop) || capabilities.contains(.clipboard)
        || rules.contains(where: { !$0.rule.programs.isEmpty }) && capabilities.contains(.write)
      ? .open : capabilities.contains(.network) ? .online : .closed
    var folders = [
      directories.state, directories.cache, "\(directories.cacheBase)/thumbnails",
      Environment["TMPDIR"] ?? "/tmp",
    ]
    for item in rules {
      folders += [item.session.request.out].compactMap(\.self)
      folders += item.rule.writtenFolders
      // A move that names no other folder stays in the library.
      if item.rule.needs.contains(where: { $0.capability == .write }) { folders += item.libraries }
    }
    writtenFolders = folders.reduce(into: []) { all, path in
      let path = path.hasPrefix("/") ? path : "\(folder)/\(path)"
      if !all.contains(path) { all.append(path) }
    }
  }
}
