/// The groups of assets in a library, each of which has its files in folders of its own.
enum PhotosScope: Int64 {
  /// The assets that the user took or saved.
  case own = 0
  /// The assets of a shared album; another user's, or copies of the user's own.
  case shared = 1
  /// The assets of a link that someone shared, while it is valid.
  case momentShared = 2
  /// The assets of messages, "Shared with You", that are not saved to the library.
  case syndicated = 3

  /// Returns SQL for the group of an asset `a` with its details `b`, as an integer.
  static func sql(_ schema: PhotosSchema) -> String {
    var cases = "WHEN \(schema.isShared) THEN \(shared.rawValue)"
    if schema.assets.has("ZMOMENTSHARE") {
      cases += " WHEN a.ZMOMENTSHARE <> 0 THEN \(momentShared.rawValue)"
    }
    if schema.details.has("ZSYNDICATIONIDENTIFIER"), schema.details.has("ZSYNDICATIONHISTORY") {
      cases +=
        " WHEN b.ZSYNDICATIONIDENTIFIER IS NOT NULL AND b.ZSYNDICATIONHISTORY = 0 "
        + "THEN \(syndicated.rawValue)"
    }
    if schema.assets.has("ZSAVEDASSETTYPE") {
      cases += " WHEN a.ZSAVEDASSETTYPE = 12 THEN \(syndicated.rawValue)"
    }
    return "(CASE \(cases) ELSE \(own.rawValue) END)"
  }

  /// The folders that may contain originals, from the root, the likeliest first. Shared assets
  /// moved with macOS 13. Assets shared by link or message may have been saved.
  var originals: [String] {
    switch self {
    case .own: ["originals"]
    case .shared: ["scopes/cloudsharing/data", "resources/cloudsharing/data"]
    case .momentShared:
      ["scopes/momentshared/originals", "scopes/syndication/originals", "originals"]
    case .syndicated: ["scopes/syndication/originals", "originals"]
    }
  }

  var derivatives: [String] {
    switch self {
    case .own: ["resources/derivatives"]
    case .shared:
      ["scopes/cloudsharing/resources/derivatives", "resources/cloudsharing/resources/derivatives"]
    case .momentShared: ["scopes/momentshared/resources/derivatives", "resources/derivatives"]
    case .syndicated: ["scopes/syndication/resources/derivatives", "resources/derivatives"]
    }
  }
}

extension PhotosSchema {
  /// A condition, never NULL, that is true if the asset `a` belongs to a shared album.
  var isShared: String {
    var conditions: [String] = []
    if assets.has("ZSAVEDASSETTYPE") { conditions.append("a.ZSAVEDASSETTYPE IS 4") }
    if assets.has("ZCLOUDBATCHPUBLISHDATE") {
      conditions.append("a.ZCLOUDBATCHPUBLISHDATE IS NOT NULL")
    }
    if shares != nil { conditions.append("a.ZCOLLECTIONSHARE IS NOT NULL") }
    return conditions.isEmpty ? "0" : "(\(conditions.joined(separator: " OR ")))"
  }
}
