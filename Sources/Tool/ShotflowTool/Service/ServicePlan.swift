internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

struct ServicePlan {
  /// The name of the unit without its suffix, such as `shotflow-recent`.
  let name: String
  /// The name of the service in messages, such as `recent`.
  let label: String
  /// The command line of the service: the path of this program, `watch` or `run`, and its arguments.
  var command: [String]
  /// The folder to which relative paths of the arguments refer.
  let folder: String
  /// The environment variables of ``variables`` that are set for the user; the service gets them.
  let environment: [(name: String, value: String)]
  /// The absolute paths of the libraries that the service watches.
  let libraries: [String]
  /// The folders to which the service writes.
  let writtenFolders: [String]
  /// The access to files and network that the service's programs have.
  let freedom: Sandboxing
  /// True if the rules move files or start programs, so that ending may take long.
  let acts: Bool
  /// The moments at which the service runs its rule; nil for one that watches.
  var schedule: ServiceSchedule?

  /// The sandbox in which a service runs.
  enum Sandboxing {
    /// The service writes only to its folders, and has no network.
    case closed
    /// The service writes only to its folders; its rules' programs may use the network.
    case online
    /// No sandbox: the service starts programs of the desktop, or others that may write anywhere,
    /// and these would inherit its restrictions.
    case open
  }

  private static let longestName = 100

  /// Returns a service's name, such as `shotflow-recent`, for rules that are given by name or path.
  static func name(of rules: [String], toolName: String) -> String {
    ([toolName] + rules.map(shortName)).joined(separator: "-").prefix(longestName).description
  }

  /// Returns true if a service's name has the rule's, or is so long that the rule's may be cut off.
  static func isName(_ name: String, ofServiceOf rule: String) -> Bool {
    "\(name)-".contains("-\(shortName(rule))-") || name.utf8.count >= longestName
  }

  /// Returns the name of the rule's file without `.lua`, with `-` for each unusual character.
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

  /// The environment variables that a service gets if they are set for the user.
  static let variables = [
    "PATH", "SHOTFLOW_LIBEXEC", "SHOTFLOW_LIBRARY", "SHOTFLOW_PLUGINS", "SHOTFLOW_SHARE", "TZ",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
  ]
}

extension ServicePlan {
  /// Plans a service for rules, each with the libraries that it reads; `words` are the arguments
  /// after `watch`, or after `run` for one with a schedule. Throws ``UsageProblem`` in a folder
  /// whose name has control characters.
  init(
    _ rules: [(session: RuleSession, rule: Rule, libraries: [String])], words: [String],
    at schedule: ServiceSchedule?, in tool: Tool
  ) throws {
    self.schedule = schedule
    let labels = rules.map(\.session.subject.label)
    name = Self.name(of: labels, toolName: tool.name)
    label = labels.joined(separator: " ")
    command = [InstalledExecutable.ownPath, schedule == nil ? "watch" : "run"] + words
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
    libraries = Self.unique(
      rules.flatMap(\.libraries).compactMap { path in
        // Without a folder it may be the name of another kind of library.
        RuleIdentity.resolve(path) ?? (path.hasPrefix("/") ? path : nil)
      })
    let directories = try tool.directories()
    let capabilities = rules.flatMap { item in
      item.rule.loaded.requirements.map(\.capability) + item.rule.needs.map(\.capability)
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
      let writes = item.rule.needs.filter { $0.capability == .write }
      folders += item.rule.writtenFolders + writes.flatMap(\.places)
      // A move to a relative path stays in the library, which the service then has to write to.
      if !writes.isEmpty { folders += item.libraries }
    }
    writtenFolders = Self.unique(folders.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" })
  }

  /// The lines by which cron runs the rule where no systemd does; empty for a watch.
  var cronLines: String {
    let words = command.map { "\(ShellWord($0))" }.joined(separator: " ")
    let line = "cd \(ShellWord(folder)) && \(words) > /dev/null"
    // In the line of a command, cron takes a percent sign for a line end.
    return schedule?.cronTimes.map { "\($0) \(line.escaping(["%": "\\%"]))\n" }.joined() ?? ""
  }

  private static func unique(_ paths: [String]) -> [String] {
    paths.reduce(into: []) { all, path in if !all.contains(path) { all.append(path) } }
  }
}
