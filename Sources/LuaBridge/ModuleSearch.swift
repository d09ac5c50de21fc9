/// A search for the file of a module: `NAME.lua`, or `NAME/init.lua` for several files.
struct ModuleSearch {
  let folders: [ModuleFolder]

  /// Returns the module in the first folder that has it. Throws if none exists, or if it has the
  /// name of a plugin that ships with the program. `parts` are the name's components between dots.
  func module(_ parts: [String], as name: String) throws(SourceProblem) -> RuleModules.Module {
    for folder in folders {
      guard let module = try module(parts, as: name, in: folder) else { continue }
      if folder.origin != .shipped, let shipped = try? self.shipped(parts, as: name) {
        throw .shadows(module.path, shipped.path)
      }
      return module
    }
    throw .missing
  }

  private func shipped(
    _ parts: [String], as name: String
  ) throws(SourceProblem) -> RuleModules.Module? {
    for folder in folders where folder.origin == .shipped {
      if let module = try module(parts, as: name, in: folder) { return module }
    }
    return nil
  }

  private func module(
    _ parts: [String], as name: String, in folder: ModuleFolder
  ) throws(SourceProblem) -> RuleModules.Module? {
    guard let (start, ways) = ways(parts, in: folder) else { return nil }
    for names in ways {
      do throws(SourceProblem) {
        let text = try SourceReader.readFile(Array(names), beneath: start.path)
        return RuleModules.Module(
          name: name, path: start.path(of: names.joined(separator: "/")), text: text,
          origin: folder.origin)
      } catch {
        if case .missing = error { continue }
        throw error
      }
    }
    return nil
  }

  /// Returns the folder in which a module may be, and the possible paths below it, each as its
  /// components; nil if the folder belongs to another plugin.
  private func ways(
    _ parts: [String], in folder: ModuleFolder
  ) -> (start: ModuleFolder, names: [[String]])? {
    let last = parts.last ?? ""
    let file = Array(parts.dropLast()) + ["\(last).lua"]
    guard let package = folder.package else {
      // A folder beside a rule contains modules; it is no plugin itself.
      return (
        folder,
        folder.origin == .rule ? [file] : [file, parts + ["init.lua"], parts + ["\(last).lua"]]
      )
    }
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    if name == "\(package).lua" {
      // A file beside a single-file plugin is its sibling.
      let parent = ModuleFolder(
        path: String(folder.path.dropLast(name.count)), origin: folder.origin)
      return (parent, [file])
    }
    guard parts.first == package else { return nil }
    let rest = Array(parts.dropFirst())
    return (
      folder,
      rest.isEmpty
        ? [["init.lua"], ["\(package).lua"]]
        : [Array(rest.dropLast()) + ["\(rest.last ?? "").lua"], rest + ["init.lua"]]
    )
  }
}

struct ModuleFolder: Sendable, Hashable {
  let path: String
  let origin: Origin
  /// The plugin that the path is a folder or a file of; nil for a folder of many modules.
  var package: String?

  enum Origin: Sendable {
    /// The folder of the rule.
    case rule
    case user
    /// The folder of the plugins that ship with the program; no other file may have their names.
    case shipped
  }

  /// Returns the path of a file in the folder; the working folder has an empty path.
  func path(of file: String) -> String {
    path.isEmpty || path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }
}
