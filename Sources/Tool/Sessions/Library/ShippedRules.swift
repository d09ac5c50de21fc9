internal import LuaBridge
internal import Pipeline

/// The rules that ship with the program, identified by the hash of their text. They may read a
/// guessed library without permission, as the program's authors wrote them. A rule with modules has
/// another kind of hash, so it never matches.
enum ShippedRules {
  /// The SHA-256 of each file in `rules`, as `sha256sum rules/*.lua` prints it; a test compares.
  static let digests = [
    "album.lua": "ea38c367295d0aa98b47e293b9b93bcce57582e075247290ba8159ba878bfde5",
    "albums.lua": "719be2e48f3efd8d9920060fe17b5c00a99449965ddcb8996c896125818ddc2b",
    "browser.lua": "0c1813d3c1903faff4b758963d5ea5bbe92bb263fdc45cf37ca8f78e57401366",
    "changes.lua": "b0a1fa09db126247aeb08d43fdbb777414f04fdf689e6baeaf371f65147af74c",
    "damaged.lua": "54e68834ab6c033bb78bfd30641bc549f2c29357d2dac27509aaac2fcca134b2",
    "duplicates.lua": "0cd60326c9afb40bd6b533daee84c7e2a908a59d2341d9017c62472951789d5a",
    "export.lua": "b98f079e07d6fbddeea28670bbabc8ea3126700288c4b78804b757eaa1ccaf4b",
    "import.lua": "243778dd7c77fecf7ca7f6e362378d77d913c9af5c5fb9eb28d41bdb9c4dc381",
    "organise.lua": "6cdeef915b6a90267fe4205c9ee0019ea46e4f168f93cb25641f0c912896e0f1",
    "pick.lua": "e2e604c347a76e61bda21870849e9c5c1d9d2a67b41f7e181bafab3e500617cf",
    "recent.lua": "1c0284627595aa2c9812b231d7c40e77a8f4eedbfdc9cab83ee2a74a07369402",
    "rename.lua": "e1ca775bcff6c6e171529953aa282d8a824e37d13789ade7f7860d378ed6e7ad",
    "sheet.lua": "b0f32086dcdb8ceed81837b199e1b8fd58007e00643065aeff04b501d9b3a642",
    "similar.lua": "c9ade59697ce4c86a8f0845aa22f310a3dc6b32da126a9c4547ec51ce806ded4",
    "upload.lua": "73326b5b35f53867754785aa2f310233e14f5ba1316533af693151f339563781",
  ]

  /// The options of shipped rules that name a place, and the capability that typing one grants.
  private static let places: [String: Capability] = [
    "to": .write, "moveTo": .write, "trash": .write, "url": .network,
  ]

  /// Returns the capabilities that the options of a shipped rule grant by being typed.
  static func capabilities(typedIn overrides: [OptionOverride], of options: [RuleOption])
    -> [Capability]
  {
    options.compactMap { option in
      guard overrides.contains(where: { $0.name == option.flag || $0.name == option.name }) else {
        return nil
      }
      // An empty text and --no-trash name no place.
      switch option.value {
      case .text(let text) where !text.isEmpty: return places[option.name]
      case .boolean(true): return places[option.name]
      default: return nil
      }
    }
  }

  /// Returns the option `to` or `url` without which a shipped rule only lists; nil if it is set.
  static func untypedPlace(of rule: LoadedRule) throws -> String? {
    let place = rule.options.first { ["to", "url"].contains($0.name) && $0.value == .text("") }
    guard let place, include(try rule.identity()) else { return nil }
    return place.flag
  }

  /// Returns true for a rule with the text of a shipped one, in whatever file.
  static func include(_ rule: RuleIdentity) -> Bool {
    digests.values.contains(rule.digest)
  }

  /// Returns true for a file with the text of a shipped rule.
  static func include(_ file: RuleFile) -> Bool {
    let rule = try? RuleIdentity(
      name: file.name, path: file.path, isInFile: file.isFile, text: file.source, modules: [],
      wants: [])
    return rule.map { include($0) } ?? false
  }
}
