internal import Pipeline

/// The rules that come along with the program, known by their content.
///
/// A rule with one of these texts may read a library that was guessed; nobody else wrote it. A rule of
/// modules has another kind of hash, so what a shipped rule might `require` can't pass for it.
enum ShippedRules {
  /// SHA-256 of each file in `rules`, in the order of their names, as `sha256sum rules/*.lua` prints.
  static let digests = [
    "album.lua": "852708fa775966240323f1d1722ceded2447226cfab9f12852fa7de9c4b2fe64",
    "albums.lua": "719be2e48f3efd8d9920060fe17b5c00a99449965ddcb8996c896125818ddc2b",
    "browser.lua": "8d21f9da6522867e4e032e96af163cd18d1aef086ed492ac1811769ce0678491",
    "changes.lua": "b0a1fa09db126247aeb08d43fdbb777414f04fdf689e6baeaf371f65147af74c",
    "pick.lua": "99cc7b7b1e93ae0d826785bae0240114eda8970bc6f588f42c75903fd3f05bbf",
    "recent.lua": "1c0284627595aa2c9812b231d7c40e77a8f4eedbfdc9cab83ee2a74a07369402",
  ]

  /// Whether a rule is one of them, wherever its file lies.
  static func include(_ rule: RuleIdentity) -> Bool {
    digests.values.contains(rule.digest)
  }
}
