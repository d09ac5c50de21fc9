package import Console
internal import LuaBridge
package import Pipeline
internal import Reference

/// The members that the records of a command may have.
///
/// They come from the schema of records, so that what is documented is what can be asked for.
package struct RecordMembers: Sendable {
  /// What the records are of; the first says which columns are shown unless others are named.
  package let kinds: [Kind]
  /// Fields that the rule adds.
  private let added: [AddedField]
  /// Those of them that are shown unless others are named.
  private let shown: [String]
  /// Whether records may bring members that nothing describes, such as those of a program.
  package let isOpen: Bool
  private let shapes: [MemberShape]

  package enum Kind: String, Sendable {
    case asset, album, albumOfLibrary, change, albumChange, offer, permission, decision
    case journal, undo, plugin

    /// The records that are printed, by their names in the schema.
    fileprivate var definitions: [String] {
      switch self {
      case .change, .albumChange: ["change", "token"]
      case .permission, .decision, .journal, .undo, .plugin: []
      case .albumOfLibrary: ["album"]
      case .asset, .album, .offer: [rawValue]
      }
    }
  }

  package init(
    _ kinds: [Kind], adding added: [AddedField] = [], shown: [String] = [],
    isOpen: Bool = false, in tool: Tool
  ) {
    self.kinds = kinds
    self.added = added.filter { !$0.isMember && $0.type != .object }
    self.shown = self.added.map(\.name).filter { shown.contains($0) }
    self.isOpen = isOpen
    let definitions = RecordSchema(tool).definitions
    shapes = kinds.flatMap { kind in
      switch kind {
      case .permission, .decision: [Self.decision]
      case .journal: [Self.journal]
      case .undo: [Self.undo]
      case .plugin: [Self.plugin]
      default:
        kind.definitions.map { MemberShape(RecordSchema.reference($0), in: definitions) }
      }
    }
  }

  /// A decision about a rule, and what a rule may use.
  private static let decision = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)),
    ("status", .text(choices: AuthorizationStatus.allCases.map(\.rawValue))),
    ("rule", .text(choices: nil)), ("digest", .text(choices: nil)),
    ("library", .text(choices: nil)), ("capability", .text(choices: nil)), ("count", .number),
    ("note", .text(choices: nil)), ("decidedAt", .date),
  ])

  /// A run that moved, copied or linked files.
  private static let journal = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("run", .number), ("rule", .text(choices: nil)),
    ("began", .date), ("state", .text(choices: JournalRecord.State.allCases.map(\.rawValue))),
    ("count", .number), ("undone", .number),
  ])

  /// What became of a file when a run was undone.
  private static let undo = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("run", .number),
    ("state", .text(choices: UndoRecord.State.allCases.map(\.rawValue))),
    ("act", .text(choices: Deed.Kind.allCases.map(\.rawValue))), ("path", .text(choices: nil)),
    ("original", .text(choices: nil)), ("reason", .text(choices: nil)),
  ])

  /// A plugin that rules find by its name.
  private static let plugin = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("name", .text(choices: nil)),
    ("role", .text(choices: Plugin.roles.map { "\($0)" })), ("version", .text(choices: nil)),
    ("summary", .text(choices: nil)),
    ("from", .text(choices: PluginRecord.Origin.allCases.map(\.rawValue))),
    ("path", .text(choices: nil)), ("url", .text(choices: nil)), ("ref", .text(choices: nil)),
    ("commit", .text(choices: nil)), ("problem", .text(choices: nil)),
  ])

  /// The columns that are shown unless others are named.
  package var standardColumns: [String] {
    switch kinds.first ?? .asset {
    case .asset:
      ["localDate", "filename"] + shown
        + ["mediaType", "pixelWidth", "pixelHeight", "path"]
    case .album: ["count", "title", "localIdentifier", "subtype", "folderPath"]
    case .albumOfLibrary:
      ["count", "title", "localIdentifier", "library", "subtype", "folderPath"]
    case .change:
      ["type", "index", "from", "to", "asset.filename", "asset.localIdentifier", "token"]
    case .albumChange:
      ["type", "index", "from", "to", "album.title", "album.localIdentifier", "token"]
    case .offer: ["state", "claimedAt", "memory", "rule", "digest", "filename"]
    case .permission: ["status", "rule", "digest", "library", "capability", "decidedAt"]
    case .journal: ["run", "began", "rule", "state", "count", "undone"]
    case .plugin: ["name", "role", "version", "from", "path", "summary", "problem"]
    case .undo: ["state", "act", "path", "original", "reason"]
    case .decision: ["decidedAt", "status", "rule", "digest", "library", "capability", "note"]
    }
  }

  /// What a member holds; nil for one that no record can have.
  package func shape(of name: String) -> MemberShape? {
    if let field = added.first(where: { $0.name == name }) { return MemberShape(field) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for shape in shapes {
      let found = parts.reduce(Optional(shape)) { $0?[$1] }
      if let found { return found }
    }
    return nil
  }

  /// Whether a record can be printed as the path of a file.
  package var havePaths: Bool { shape(of: "path") ?? shape(of: "asset.path") != nil }

  /// The names of all members that are described, those of objects in objects among them.
  package var names: [String] {
    (shapes.flatMap(\.paths) + added.map(\.name)).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// What is wrong with the name of a member, with the remedy; nil for one that records may have.
  package func problem(with name: String) -> String? {
    guard shape(of: name) == nil else { return nil }
    let text = "the records have no \"\(name)\""
    return nearest(to: name).map { "\(text); did you mean \"\($0)\"?" } ?? text
  }

  /// The name that was most likely meant.
  package func nearest(to name: String) -> String? {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    let inner = shapes.compactMap { shape in parts.reduce(Optional(shape)) { $0?[$1] } }
    let prefix = parts.map { $0 + "." }.joined()
    let known = inner.flatMap(\.names) + (parts.isEmpty ? added.map(\.name) : [])
    if let near = NearestName.of(last, among: known) { return prefix + near }
    // What is said of an asset is said within the record of a change.
    return known.map { "\($0).\(name)" }.first { shape(of: $0)?.isDescribed ?? false }
  }
}

extension MemberShape {
  fileprivate var isDescribed: Bool {
    if case .open = self { false } else { true }
  }
}
