internal import Pipeline

/// The folders that a run imported from, to find out whether all that they have is in the library now.
struct ImportedSources {
  private let libraries: [String]
  /// The numbers of entries that were not looked at, by reason.
  private var skipped: [SkippedAsset.Reason: Int] = [:]
  /// True if each source is a folder of files of which no other program keeps account.
  private let areFolders: Bool

  /// Lists what the sources have besides assets.
  init(_ rule: Rule, in context: RunContext) throws {
    libraries = context.request.libraries
    areFolders = libraries.allSatisfy { name in
      let place = LibraryPlace(path: context.libraryKinds.path(of: name))
      return (try? context.libraryKinds.kind(of: place))?.abilities.filesMayMove ?? false
    }
    guard areFolders else { return }
    var skipped: [SkippedAsset.Reason: Int] = [:]
    _ = try SkippedCounts.read(rule.plan, in: context) { skipped[$0.reason, default: 0] += 1 }
    self.skipped = skipped
  }

  /// What the user may do now that every asset is in the library; nil if there is more in the sources
  /// that may be pictures.
  var ending: String? {
    let obstacles: [SkippedAsset.Reason] = [.beingWritten, .unreadable, .library]
    guard areFolders, !libraries.isEmpty, !obstacles.contains(where: { skipped[$0] != nil }) else {
      return nil
    }
    let areCards = libraries.allSatisfy { FolderPath(real: "\($0)/DCIM").isThere }
    let done =
      !areCards
      ? "all of it is in the library"
      : libraries.count == 1 ? "the card can be formatted" : "the cards can be formatted"
    let hidden = skipped[.hidden] ?? 0
    return hidden == 0
      ? done
      : "\(done), but for \(hidden) hidden \(hidden == 1 ? "entry" : "entries") that"
        + " \(hidden == 1 ? "was" : "were") not looked at"
  }
}
