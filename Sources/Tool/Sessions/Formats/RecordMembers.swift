internal import LuaBridge
package import Pipeline

/// The members that a command's records may have and print: all that the schema documents.
package struct RecordMembers: Sendable {
  /// The kinds of records; the first determines the columns that are shown by default.
  package let kinds: [Kind]
  private let added: [AddedField]
  /// The names of the added fields that are shown by default.
  private let shown: [String]
  /// The keys of records of counts, each of which is a column; empty for one key.
  private let countedKeys: [String]
  /// True if damage is shown by default, in place of the location.
  private let showsDamage: Bool
  /// True if records may have members that no schema describes, such as those of a program.
  package let isOpen: Bool
  private let shapes: [MemberShape]

  /// A kind of record that a command prints.
  package enum Kind: String, Sendable {
    case asset, album, albumOfLibrary, change, albumChange, count, offer, permission, decision
    case journal, undo, plugin, watch

    /// The names of the schema's definitions of the kind; empty if the schema doesn't describe it.
    fileprivate var definitions: [String] {
      switch self {
      case .change, .albumChange: ["change", "token"]
      case .permission, .decision, .journal, .undo, .plugin, .watch: []
      case .albumOfLibrary: ["album"]
      case .asset, .album, .count, .offer: [rawValue]
      }
    }
  }

  package init(
    _ kinds: [Kind], adding added: [AddedField] = [], shown: [String] = [],
    showsDamage: Bool = false, countedKeys: [String] = [], isOpen: Bool = false, in tool: Tool
  ) {
    self.kinds = kinds
    self.added = added.filter { !$0.isMember && $0.type != .object }
    self.shown = self.added.map(\.name).filter { shown.contains($0) }
    self.showsDamage = showsDamage
    self.countedKeys = countedKeys.count > 1 ? countedKeys : []
    self.isOpen = isOpen
    let definitions = RecordSchema(tool).definitions
    shapes = kinds.flatMap { kind in
      switch kind {
      case .permission, .decision: [Self.decision]
      case .journal: [Self.journal]
      case .undo: [Self.undo]
      case .plugin: [Self.plugin]
      case .watch: [Self.watch]
      default:
        kind.definitions.map { MemberShape(RecordSchema.reference($0), in: definitions) }
      }
    }
  }

  private static let decision = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)),
    ("status", .text(choices: AuthorizationStatus.allCases.map(\.rawValue))),
    ("rule", .text(choices: nil)), ("digest", .text(choices: nil)),
    ("library", .text(choices: nil)), ("capability", .text(choices: nil)), ("count", .number),
    ("note", .text(choices: nil)), ("decidedAt", .date),
  ])

  /// The shape of a run that moved, copied, linked or trashed files.
  private static let journal = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("run", .number), ("rule", .text(choices: nil)),
    ("began", .date), ("state", .text(choices: JournalRecord.State.allCases.map(\.rawValue))),
    ("count", .number), ("undone", .number), ("watch", .number),
    ("files", .list),
  ])

  private static let undo = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("run", .number),
    ("state", .text(choices: UndoRecord.State.allCases.map(\.rawValue))),
    ("act", .text(choices: FileOperation.Kind.allCases.map(\.rawValue))),
    ("path", .text(choices: nil)),
    ("original", .text(choices: nil)), ("reason", .text(choices: nil)),
  ])

  private static let plugin = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("name", .text(choices: nil)),
    ("role", .text(choices: Plugin.roles.map { "\($0)" })), ("version", .text(choices: nil)),
    ("summary", .text(choices: nil)),
    ("from", .text(choices: PluginRecord.Origin.allCases.map(\.rawValue))),
    ("path", .text(choices: nil)), ("url", .text(choices: nil)), ("ref", .text(choices: nil)),
    ("commit", .text(choices: nil)), ("problem", .text(choices: nil)),
  ])

  /// The shape of the status of a watched rule and library.
  private static let watch = MemberShape.object([
    ("v", .number), ("kind", .text(choices: nil)), ("rule", .text(choices: nil)),
    ("ruleFile", .text(choices: nil)), ("library", .text(choices: nil)),
    ("state", .text(choices: WatchStatus.State.allCases.map(\.rawValue))),
    ("process", .number), ("began", .date), ("waiting", .number), ("retried", .number),
    ("held", .number), ("folders", .number), ("polled", .number), ("unreadable", .number),
    ("polledFolders", .list), ("unreadableFolders", .list), ("lastArrival", .text(choices: nil)),
    ("arrivedAt", .date), ("lastError", .text(choices: nil)), ("failedAt", .date),
  ])

  /// The members of groups of assets, whose records follow each other; nil for none.
  package var group: ShownDuplicates.FieldNames? {
    let names = added.map(\.name)
    return ShownDuplicates.fieldNames.first { names.contains($0.number) }
  }

  /// The members that name what is kept of each duplicate; nil without duplicates or with groups.
  package var original: ShownDuplicates.FieldNames? {
    group == nil ? ShownDuplicates.fieldNames.first { shown.contains($0.kept) } : nil
  }

  /// Returns the columns that are shown if the user names none, in a table for people or elsewhere.
  package func standardPaths(inTable: Bool) -> [MemberPath] {
    (inTable ? tableColumns : standardColumns).flatMap { name in
      name != "key" || countedKeys.isEmpty
        ? [MemberPath(name)]
        : countedKeys.enumerated().map { MemberPath($1, element: $0, of: name) }
    }
  }

  private var tableColumns: [String] {
    if kinds.first == .count {
      return ["count", "key", "bytes", "firstLocalDate", "lastLocalDate"]
    }
    guard kinds.first ?? .asset == .asset, let original else { return standardColumns }
    // Two paths need the room.
    return ["fileSize"] + shown.filter { !original.all.contains($0) } + ["path", original.keptPath]
  }

  private var standardColumns: [String] {
    switch kinds.first ?? .asset {
    case .asset where added.contains { $0 == SkippedAsset.field }:
      [SkippedAsset.field.name, "fileSize", "path"]
    case .asset where group != nil:
      ["pixelWidth", "pixelHeight", "fileSize", "path"]
    case .asset:
      ["localDate", "filename"] + shown
        + (showsDamage
          ? ["damage", "fileSize", "mediaType", "path"]
          : ["fileSize", "mediaType", "location", "path"])
    case .album: ["count", "title", "localIdentifier", "subtype", "folderPath"]
    case .albumOfLibrary:
      ["count", "title", "localIdentifier", "library", "subtype", "folderPath"]
    case .change:
      ["type", "index", "from", "to", "asset.filename", "asset.localIdentifier", "token"]
    case .albumChange:
      ["type", "index", "from", "to", "album.title", "album.localIdentifier", "token"]
    case .count: ["count", "key", "bytes", "firstDate", "lastDate"]
    case .offer: ["state", "claimedAt", "memory", "rule", "digest", "filename"]
    case .permission: ["status", "rule", "digest", "library", "capability", "decidedAt"]
    case .journal: ["run", "began", "rule", "state", "count", "undone"]
    case .plugin: ["name", "role", "version", "from", "path", "summary", "problem"]
    case .undo: ["state", "act", "path", "original", "reason"]
    case .watch:
      [
        "rule", "library", "state", "began", "waiting", "retried", "held", "polled", "unreadable",
        "lastArrival", "lastError",
      ]
    case .decision: ["decidedAt", "status", "rule", "digest", "library", "capability", "note"]
    }
  }

  /// Returns the shape of a member; nil if no record can have it.
  package func shape(of name: String) -> MemberShape? {
    if let field = added.first(where: { $0.name == name }) { return MemberShape(field) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for shape in shapes {
      let found = parts.reduce(Optional(shape)) { $0?[$1] }
      if let found { return found }
    }
    return nil
  }

  /// True if a record can be printed as the path of a file.
  package var havePaths: Bool { shape(of: "path") ?? shape(of: "asset.path") != nil }

  /// True if a table can show the folders of the records' files.
  var haveFolders: Bool {
    shape(of: TablePath.member.name) != nil && shape(of: TableLayout.folder) == nil
  }

  /// The names of all described members, nested ones included.
  package var names: [String] {
    (shapes.flatMap(\.paths) + added.map(\.name)).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Returns the problem with the name of a member, with the remedy; nil if records may have it.
  package func problem(with name: String) -> String? {
    guard shape(of: name) == nil else { return nil }
    return "the records have no \"\(name)\"" + NearestName.remedy(nearest(to: name))
  }

  /// Returns the member with the most similar name; nil if none is similar.
  package func nearest(to name: String) -> String? {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    let inner = shapes.compactMap { shape in parts.reduce(Optional(shape)) { $0?[$1] } }
    let prefix = parts.map { $0 + "." }.joined()
    let known = inner.flatMap(\.names) + (parts.isEmpty ? added.map(\.name) : [])
    if let near = NearestName.of(last, among: known) { return prefix + near }
    // The record of a change holds an asset, whose members are named with its prefix.
    return known.map { "\($0).\(name)" }.first { shape(of: $0)?.isDescribed ?? false }
  }
}

extension MemberShape {
  fileprivate var isDescribed: Bool {
    if case .open = self { false } else { true }
  }
}
