public import Engine
public import LuaBridge
internal import Platform

/// A loader of plugins, which loads them as rules do, to find out their stages and options.
public struct PluginLoader: Sendable {
  private let components: Components
  private let shipped: String?

  /// - Parameter shipped: The folder of the plugins that ship with the program.
  public init(_ components: Components, shipped: String?) {
    self.components = components
    self.shipped = shipped
  }

  /// Returns a rule that names the plugin in `use` and continues with the given Lua text.
  public func rule(_ text: String, using name: String, at place: String) -> RuleFile {
    let isShipped = shipped.map { place.hasPrefix($0 + "/") } ?? false
    return RuleFile(
      // No file has this rule's text, so no message names one.
      path: "", source: "use \"\(name)\" \(text)",
      packages: isShipped ? [:] : [name: place], shipped: isShipped ? shipped : nil)
  }

  /// Returns the stage that a plugin declares. `place` is its file, or its folder with `init.lua`
  /// or `NAME.lua`. Throws ``RuleProblems`` if it declares no stage or is invalid.
  public func plugin(named name: String, at place: String) throws(RuleProblems) -> Plugin {
    let loader = RuleLoader(words: RuleVocabulary(components), printer: RulePrinter { _ in })
    let file = rule("return pipeline { source {} }", using: name, at: place)
    let rule = try loader.inspect(file, now: Instant(milliseconds: 0), prints: false)
    guard rule.problems.isEmpty, let plugin = rule.plugins.last else {
      throw RuleProblems(
        rule.problems.isEmpty
          ? [RuleProblem(path: place, line: 0, message: "declares no stage")]
          : rule.problems.map { $0.path.isEmpty ? $0.moved(to: place) : $0 })
    }
    return plugin
  }

  /// Returns the path of a plugin that the user typed, of an `init.lua` its folder; nil for a name.
  public static func place(named word: String) -> String? {
    guard word.contains("/") || word.hasSuffix(".lua") || [".", ".."].contains(word) else {
      return nil
    }
    guard word == "init.lua" || word.hasSuffix("/init.lua") else { return word }
    let folder = String(word.dropLast("init.lua".count))
    return folder.isEmpty ? "." : folder
  }

  /// Returns the name of the plugin at a path: the file's, or the one that the folder's file
  /// declares.
  ///
  /// - Parameter called: The name of the folder; nil for its own name.
  /// - Throws: ``PluginProblem`` if there is no plugin.
  public static func name(
    at place: String, called: String? = nil
  ) throws(PluginProblem) -> String {
    if FolderListing.isFile(place) {
      let name = place.split(separator: "/").last.map(String.init) ?? place
      guard name.hasSuffix(".lua"), Plugin.isName(String(name.dropLast(4))) else {
        throw PluginProblem(
          "\"\(place)\" is no plugin: its file is NAME.lua, of a-z, 0-9 and _", .usage)
      }
      return String(name.dropLast(4))
    }
    guard FolderListing.isFolder(place) else {
      throw PluginProblem("there is no \"\(place)\"", .usage)
    }
    let files = FolderListing.names(in: place).filter {
      $0.hasSuffix(".lua") && !$0.hasSuffix(RuleFile.testSuffix)
    }
    if files.contains("init.lua") {
      let source: String
      do throws(RuleProblem) {
        source = try RuleFile(path: "\(place)/init.lua").source
      } catch {
        throw PluginProblem("init.lua in \"\(place)\" \(error.message)")
      }
      if let match = source.firstMatch(of: #/name\s*=\s*["']([a-z][a-z0-9_]*)["']/#) {
        return String(match.1)
      }
      throw PluginProblem("init.lua in \"\(place)\" declares no stage with a name")
    }
    let folder = called ?? place.split(separator: "/").last.map(String.init) ?? place
    if files.contains("\(folder).lua") { return folder }
    guard files.count == 1, let only = files.first, Plugin.isName(String(only.dropLast(4))) else {
      throw PluginProblem(
        "\"\(place)\" is no plugin: a folder has init.lua, or one file that is NAME.lua")
    }
    return String(only.dropLast(4))
  }
}

extension RuleProblem {
  /// Returns a problem of the text that uses a plugin, which is no file, as one of the plugin's.
  fileprivate func moved(to place: String) -> RuleProblem {
    RuleProblem(path: place, line: 0, message: message, suggestion: suggestion)
  }
}
