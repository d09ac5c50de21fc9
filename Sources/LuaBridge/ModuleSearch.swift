/// Finds the file of a module: `NAME.lua`, or `NAME/init.lua` for a plugin with files of its own.
struct ModuleSearch {
  private let folders: [ModuleFolder]

  init(_ folders: [ModuleFolder]) {
    self.folders = folders
  }

  /// The module in the first folder that has one of that name.
  ///
  /// - Parameter parts: the name, taken apart at its dots.
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

  /// The files that a module may be in, from a folder on; nil where it can be in none.
  private func ways(
    _ parts: [String], in folder: ModuleFolder
  ) -> (start: ModuleFolder, names: [[String]])? {
    let last = parts.last ?? ""
    let file = Array(parts.dropLast()) + ["\(last).lua"]
    guard let package = folder.package else {
      // Beside a rule a folder is one of modules, not one that is a plugin itself.
      return (
        folder,
        folder.origin == .rule ? [file] : [file, parts + ["init.lua"], parts + ["\(last).lua"]]
      )
    }
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    if name == "\(package).lua" {
      // What is beside a single file is its sibling.
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
