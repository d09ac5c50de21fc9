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
    var ways = [parts.dropLast() + ["\(parts.last ?? "").lua"]]
    // Beside a rule a folder is one of modules, not one that is a module itself.
    if folder.origin != .rule { ways.append(parts + ["init.lua"]) }
    for names in ways {
      do throws(SourceProblem) {
        let text = try SourceReader.readFile(Array(names), beneath: folder.path)
        return RuleModules.Module(
          name: name, path: folder.path(of: names.joined(separator: "/")), text: text,
          origin: folder.origin)
      } catch {
        if case .missing = error { continue }
        throw error
      }
    }
    return nil
  }
}
