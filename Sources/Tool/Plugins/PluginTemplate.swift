public import Engine
internal import LuaBridge

/// The template of a new plugin, which works as it is.
public struct PluginTemplate: Sendable {
  /// The plugin's name.
  public let name: String
  /// The plugin's role.
  public let role: StageRole

  /// Creates a template; throws ``PluginProblem`` for a name or role that no Lua plugin can have.
  public init(_ name: String, role: String) throws(PluginProblem) {
    guard Plugin.isName(name) else {
      throw PluginProblem("a plugin's name is made of a-z, 0-9 and _, not \"\(name)\"", .usage)
    }
    guard !"\(name).lua".hasSuffix(RuleFile.testSuffix) else {
      throw PluginProblem("\"\(name).lua\" would be a file of tests; use another name", .usage)
    }
    let names = Plugin.roles.map { "\($0)" }
    guard let role = Plugin.roles.first(where: { "\($0)" == role }) else {
      let remedy = NearestName.remedy(NearestName.of(role, among: names))
      throw PluginProblem(
        "the role of a plugin in Lua is one of \(names.joined(separator: ", ")), not \"\(role)\"\(remedy)",
        .usage)
    }
    self.name = name
    self.role = role
  }

  /// The text of the new plugin's Lua file.
  public var text: String {
    """
    -- Say here what the plugin is for. A rule uses it so:
    --
    --     use "\(name)"
    --     return pipeline { source {}, \(use) }

    return stage {
      name = "\(name)",
      role = "\(role)",
      api = { \(Plugin.contract), \(Plugin.contract) },
      version = "0.1",
      summary = "\(summary)",
      example = '\(name) { \(option) }',
      options = {
        -- Each option: its type, what it is for, and a default unless it may be left out.
        \(optionLine),
      },
    \(fields)  -- Called for each asset, with the options. What is not known of an asset is nil.
      process = function(asset, o)
    \(work)
      end,
    }

    """
  }

  private var use: String {
    switch role {
    case .key: "dedupe { by = \(name) {} }"
    case .text: "notify { title = \(name) {} }"
    default: "\(name) {}"
    }
  }

  private var summary: String {
    switch role {
    case .filter: "keeps pictures of a shape"
    case .map: "raises the rating of large pictures"
    case .key: "takes pictures of the same size for the same"
    case .text: "names a picture and its size"
    default: "adds the ratio of width to height"
    }
  }

  var option: String {
    switch role {
    case .filter: "least = 1.5"
    case .map: "least = 4000"
    case .key: "step = 10"
    case .text: "ending = \"!\""
    default: "digits = 2"
    }
  }

  private var optionLine: String {
    switch role {
    case .filter: "least = { \"number\", \"the least ratio of width to height\", default = 1 }"
    case .map: "least = { \"integer\", \"the least width\", default = 3000 }"
    case .key: "step = { \"integer\", \"sizes this near are the same\", default = 1 }"
    case .text: "ending = { \"text\", \"what stands at the end\", default = \"?\" }"
    default: "digits = { \"integer\", \"digits behind the point\", default = 3 }"
    }
  }

  private var fields: String {
    switch role {
    case .classify:
      """
        fields = {
          -- Each field that it gives: its type, and what it is.
          \(name)_ratio = { "number", "width divided by height" },
        },

      """
    case .map:
      """
        fields = {
          -- Each member that it changes, with its type.
          rating = { "number", "stars" },
        },

      """
    default: ""
    }
  }

  private var work: String {
    switch role {
    case .filter:
      """
          if not asset.pixelWidth or not asset.pixelHeight then return false end
          return asset.pixelWidth / asset.pixelHeight >= o.least
      """
    case .map:
      """
          if not asset.pixelWidth or asset.pixelWidth < o.least then return nil end
          return { rating = 5 }
      """
    case .key:
      """
          if not asset.pixelWidth or not asset.pixelHeight then return nil end
          local step = math.max(1, o.step)
          return asset.pixelWidth // step .. "x" .. asset.pixelHeight // step
      """
    case .text:
      """
          local size = asset.pixelWidth and (" of " .. asset.pixelWidth .. " pixels") or ""
          return (asset.filename or "a picture") .. size .. o.ending
      """
    default:
      """
          if not asset.pixelWidth or not asset.pixelHeight then return nil end
          local factor = 10 ^ o.digits
          local ratio = asset.pixelWidth / asset.pixelHeight
          return { \(name)_ratio = math.floor(ratio * factor + 0.5) / factor }
      """
    }
  }
}
