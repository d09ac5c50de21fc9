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
    "export.lua": "ff3668696356a769f28cc2f92674bdb156ae38da6064919f7550497118190149",
    "pick.lua": "e2e604c347a76e61bda21870849e9c5c1d9d2a67b41f7e181bafab3e500617cf",
    "recent.lua": "1c0284627595aa2c9812b231d7c40e77a8f4eedbfdc9cab83ee2a74a07369402",
    "upload.lua": "4387ef52c98a9b5f84725faeb4c7a4a3690e4622104d0aafe00ccfe7fa52ce3a",
  ]

  /// Returns true for a rule with the text of a shipped one, in whatever file.
  static func include(_ rule: RuleIdentity) -> Bool {
    digests.values.contains(rule.digest)
  }
}
