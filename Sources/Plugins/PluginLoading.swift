public import Engine
public import LuaBridge
internal import Platform

/// Loads plugins as rules would, to see what they declare.
public struct PluginLoading: Sendable {
  private let components: Components
  private let shipped: String?

  /// - Parameter shipped: the folder of the plugins that come with the program.
  public init(_ components: Components, shipped: String?) {
    self.components = components
    self.shipped = shipped
  }

  /// A rule that uses the plugin, with that text behind.
  public func rule(_ text: String, using name: String, at place: String) -> RuleFile {
    let isShipped = shipped.map { place.hasPrefix($0 + "/") } ?? false
    return RuleFile(
      // No user wrote it, so that no message names it.
      path: "", source: "use \"\(name)\" \(text)",
      packages: isShipped ? [:] : [name: place], shipped: isShipped ? shipped : nil)
  }

  /// The stage that the file of a plugin declares.
  ///
  /// - Parameter place: a file, or a folder with `init.lua` or `NAME.lua`.
  /// - Throws: ``RuleProblems``, all of them.
  public func plugin(named name: String, at place: String) throws(RuleProblems) -> Plugin {
    let loader = RuleLoader(words: RuleWords(components), printer: RulePrinter { _ in })
    let file = rule("return pipeline { source {} }", using: name, at: place)
    let rule = try loader.inspect(file, now: Instant(milliseconds: 0), prints: false)
    guard rule.problems.isEmpty, let plugin = rule.plugins.last else {
      throw RuleProblems(
        rule.problems.isEmpty
          ? [RuleProblem(path: place, line: 0, message: "declares no stage")] : rule.problems)
    }
    return plugin
  }

  /// The place of the plugin that a word of the user's names; nil for a name.
  ///
  /// A folder's `init.lua` is the folder.
  public static func place(named word: String) -> String? {
    guard word.contains("/") || word.hasSuffix(".lua") || [".", ".."].contains(word) else {
      return nil
    }
    guard word == "init.lua" || word.hasSuffix("/init.lua") else { return word }
    let folder = String(word.dropLast("init.lua".count))
    return folder.isEmpty ? "." : folder
  }

  /// The name of the plugin at a path of the user's: that of a file, else what the folder's file says.
  ///
  /// - Throws: ``PluginProblem`` where there is no plugin.
  ///
  /// - Parameter called: what the folder counts as being called; nil for its own name.
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
      let source = (try? RuleFile(path: "\(place)/init.lua").source) ?? ""
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
