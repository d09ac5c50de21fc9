internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Plugins
internal import Sessions

/// The files with which editors complete and check rules: definitions of the user's plugins, and
/// settings with the folders of all definitions.
struct EditorDefinitions {
  let tool: Tool

  /// The folder for the definitions of plugins; nil without a home folder.
  private var folder: String? { tool.pluginPlaces.own.map { "\($0)/_meta" } }

  /// Writes the plugins' definitions; returns the file's path, nil without a home folder. Throws
  /// ``StateDirectoryError`` or ``OutputProblem`` if the folder or the file can't be written.
  func write(_ plugins: [Plugin]) throws -> String? {
    guard let folder else { return nil }
    try StateDirectories.make(folder: folder)
    let path = "\(folder)/plugins.lua"
    let draft = "\(path).\(getpid())"
    unlink(draft)
    try NewFile.write(text(plugins), to: draft)
    guard rename(draft, path) == 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      unlink(draft)
      throw OutputProblem.notWritable("can't write \"\(path)\": \(reason)")
    }
    return path
  }

  private func text(_ plugins: [Plugin]) -> String {
    let opening =
      "---@meta\n-- Printed by `\(tool.name) plugins definitions`; each rule says: use \"NAME\".\n"
    let fields = plugins.flatMap(\.description.adds).reduce(into: [AddedField]()) { $0.add([$1]) }
    let definitions = LuaDefinitions(tool)
    return opening + definitions.addition(of: fields)
      + plugins.map { "\n" + definitions.stage($0.description) }.joined()
  }

  /// Writes `.luarc.json` beside a rule, unless it exists or no definitions are found.
  func writeSettings(beside rule: String) {
    let slash = rule.lastIndex(of: "/").map { String(rule[...$0]) } ?? ""
    let folders = [InstalledFolder("rules").path.map { "\($0)/_meta" }, folder].compactMap(\.self)
    guard !folders.isEmpty else { return }
    var buffer = ByteBuffer()
    buffer.append("{\n  \"runtime.version\": \"Lua 5.4\",\n  \"workspace.library\": [")
    for (place, folder) in folders.enumerated() {
      buffer.append(place == 0 ? "" : ", ")
      buffer.append(string: folder)
    }
    buffer.append("]\n}\n")
    // An existing file is the user's own; a failure doesn't affect the rule.
    try? NewFile.write(String(decoding: buffer.bytes, as: UTF8.self), to: "\(slash).luarc.json")
  }
}
