internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// The user's settings: a Lua file that returns a table.
///
/// ```lua
/// -- ~/.config/shotflow/config.lua
/// return {
///   library = "~/Pictures",
///   color = "always",
///   rules = { recent = { window = "1m" } },
///   places = { home = { 52.52, 13.40, "2km" } },
///   roots = { ["/srv/photos"] = "~/Pictures" },
/// }
/// ```
///
/// The command line takes precedence. A file that other users could have written is refused. No
/// setting grants a rule a permission.
package struct Configuration {
  /// The path of the file, also if it doesn't exist.
  let path: String
  /// The libraries for commands that name none, in order.
  private(set) var libraries: [String] = []
  /// The values of options of a run, by their names.
  private(set) var options: [(name: String, value: String)] = []
  /// The values for the options of rules, by the rules' names.
  private(set) var rules: [(name: String, options: [ArgumentMember])] = []
  /// The places that `find --near` knows by name.
  package private(set) var places: [NamedPlace] = []
  /// The folders that the originals of catalogues were moved from, and where they are now.
  private(set) var roots: [LibraryRootMap.Move] = []
  /// The text of the file; nil if none exists.
  let source: String?
  /// The path of a file in the former format, which is not read; nil if none exists.
  let formerPath: String?

  private static let largest = 1 << 16
  /// The options of a run that have settings, with the values without one.
  static let standards = [("color", "auto"), ("format", "auto"), ("progress", "auto")]
  /// The options of a run that have settings, with their allowed values.
  private static let choices: [(String, [String])] = standards.map { name, _ in
    let option = RunRequest.options.first { $0.input.names[0] == "--\(name)" }
    guard case .words(let words)? = option?.input.values else { return (name, []) }
    return (name, words)
  }

  /// Reads the file in a configuration folder; without a file there are no settings.
  ///
  /// - Parameters:
  ///   - home: the path that `~` represents.
  ///   - kinds: the kinds of libraries, for names such as `shotwell:`.
  ///   - printer: receives the output of the file's `print`.
  /// - Throws: ``ConfigurationProblem`` for an invalid setting, ``UsageProblem`` if the file is no
  ///   text of at most 64 KiB, or ``PermissionRefusal`` if other users can write it.
  init(in folder: String, home: String?, kinds: LibraryKinds, printer: RulePrinter) throws {
    path = "\(folder)/config.lua"
    guard let file = try Self.open(path) else {
      source = nil
      let former = "\(folder)/config"
      formerPath = access(former, F_OK) == 0 ? former : nil
      return
    }
    formerPath = nil
    let bytes: [UInt8]?
    do {
      bytes = try file.bytes(atMost: Self.largest)
    } catch {
      throw UsageProblem("\(path): \(error.reason)")
    }
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageProblem("\(path): is no text of at most \(Self.largest >> 10) KiB")
    }
    source = text
    let settings: SettingsFile
    do throws(RuleProblems) {
      settings = try SettingsFile(RuleFile(path: path, source: text), printer: printer)
    } catch {
      throw ConfigurationProblem(error, source: text)
    }
    for member in settings.members { try read(member, home: home, kinds) }
  }

  private mutating func read(
    _ member: ArgumentMember, home: String?, _ kinds: LibraryKinds
  ) throws {
    if let choice = Self.choices.first(where: { $0.0 == member.name }) {
      return options.append((member.name, try text(member, among: choice.1)))
    }
    switch member.name {
    case "library":
      guard let names = member.value.texts, !names.isEmpty else {
        throw problem("library is a path or a list of paths, not \(member.value.kind)", "library")
      }
      libraries = try names.map { try library($0, home: home, kinds) }
    case "rules":
      for rule in try members(of: member.value, "rules", "{ recent = { window = \"1m\" } }") {
        rules.append(
          (rule.name, try members(of: rule.value, rule.name, "{ window = \"1m\" }")))
      }
    case "places":
      for place in try members(of: member.value, "places", "{ home = { 52.52, 13.40, \"2km\" } }") {
        guard let named = NamedPlace(place) else {
          throw problem(
            "\(NamedPlace.requirement), not \(LuaText.text(place.value))", place.name)
        }
        places.append(named)
      }
    case "roots":
      let example = "{ [\"/srv/photos\"] = \"~/Pictures\" }"
      for root in try members(of: member.value, "roots", example) {
        guard case .text(let now) = root.value, root.name.hasPrefix("/") else {
          throw problem(
            "roots has a folder that was moved, and where it is now, such as \(example)", root.name)
        }
        let path = try library(now, home: home, LibraryKinds([]))
        roots.append(LibraryRootMap.Move(from: root.name, to: path))
      }
    default:
      let names = ["library", "places", "roots", "rules"] + Self.choices.map(\.0)
      let near = NearestName.of(member.name, among: names)
      let known = names.sorted().joined(separator: ", ")
      throw problem(
        "no setting is called \"\(member.name)\"" + (near == nil ? "; there are \(known)" : ""),
        member.name, suggestion: near)
    }
  }

  private func text(_ member: ArgumentMember, among choices: [String]) throws -> String {
    if case .text(let text) = member.value, choices.contains(text) { return text }
    var near: String?
    var token = member.name
    if case .text(let text) = member.value {
      near = NearestName.of(text, among: choices)
      token = text
    }
    throw problem(
      "\(member.name) is \(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? ""),"
        + " not \(member.value.quoted)", token, suggestion: near)
  }

  private func members(
    of value: ArgumentValue, _ name: String, _ example: String
  ) throws -> [ArgumentMember] {
    switch value {
    case .table(let members): return members
    case .list([]): return []
    default: throw problem("\(name) is a table, such as \(example), not \(value.kind)", name)
    }
  }

  func problem(
    _ message: String, _ token: String, suggestion: String? = nil
  ) -> ConfigurationProblem {
    ConfigurationProblem(
      message, token: token, suggestion: suggestion, path: path, source: source ?? "")
  }

  /// Returns the absolute path of the library that a setting names.
  private func library(_ value: String, home: String?, _ kinds: LibraryKinds) throws -> String {
    if value == "~" || value.hasPrefix("~/") {
      guard let home, home.hasPrefix("/") else {
        throw problem("HOME is not set to an absolute path, which \"\(value)\" needs", value)
      }
      return home + value.dropFirst()
    }
    guard value.hasPrefix("/") || kinds.path(of: value) != value else {
      throw problem(
        "library takes a path that begins with / or ~/, such as ~/Pictures, not \"\(value)\"",
        value.isEmpty ? "library" : value)
    }
    return value
  }

  func option(_ name: String) -> String? {
    options.first { $0.name == name }?.value
  }

  var format: OutputFormat? { option("format").flatMap { OutputFormat(rawValue: $0) } }

  /// Opens the file; nil if none exists. Throws ``PermissionRefusal`` if other users can write it
  /// or its folder. Links are followed, as many users keep such files elsewhere, and their targets
  /// are checked in the same way.
  private static func open(_ path: String) throws -> OpenFile? {
    guard let resolved = realpath(path, nil) else {
      let problem = FileProblem(error: errno)
      if problem.code == ENOENT || problem.code == ENOTDIR { return nil }
      throw PermissionRefusal("can't read the configuration \"\(path)\": \(problem.reason)")
    }
    defer { free(resolved) }
    do throws(FileProblem) {
      let file = try OpenFile(directory: AT_FDCWD, name: resolved)
      try OwnershipCheck.check(descriptor: file.descriptor, path)
      for name in [path, String(cString: resolved)] {
        try OwnershipCheck.check(
          folder: String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
      }
      return file
    } catch {
      throw PermissionRefusal("the configuration \"\(path)\" is refused: \(error.reason)")
    }
  }
}

extension Tool {
  /// Returns the user's settings; none without a home folder. Throws as
  /// ``Configuration/init(in:home:kinds:printer:)``.
  package func configuration() throws -> Configuration {
    let folder = (try? directories())?.configuration ?? "/nowhere"
    return try Configuration(
      in: folder, home: Environment["HOME"], kinds: libraryKinds,
      printer: RulePrinter { messages().write($0) })
  }

  /// Returns the configured format for records, nil if none exists, or if standard output is no
  /// terminal; then the configuration is not read. Throws as
  /// ``Configuration/init(in:home:kinds:printer:)``.
  package func terminalFormat() throws -> OutputFormat? {
    isatty(STDOUT_FILENO) == 1 ? try configuration().format : nil
  }
}
