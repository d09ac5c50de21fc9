internal import Files
internal import Pipeline
internal import Platform

/// The folders that a run imported from, to find out whether all that they have is in the library now.
struct ImportedSources {
  private let libraries: [String]
  /// The folders that the run imported into.
  private let targets: [FolderPath]
  /// The folder of the second copies; nil for none.
  private let backup: FolderPath?
  private let media = MountedMedia()
  /// True if something was not looked at that may have pictures.
  private var isPartial = false
  /// The number of hidden pictures and movies.
  private var hidden = 0
  /// True if the user threw some of the assets away after an earlier import.
  private let hasGone: Bool
  /// The files that are no pictures, and are not in the library.
  private(set) var left = LeftFiles()
  /// True if each source is a folder of files of which no other program keeps account.
  private let areFolders: Bool

  /// Lists what the sources of a rule have besides assets; `counts` are those of the run.
  init(_ rule: Rule, _ counts: ImportTally.Counts, in context: RunContext) throws {
    libraries = context.request.libraries
    targets = counts.targets.map { FolderPath(real: $0) }
    backup = counts.backup.map { FolderPath(real: $0) }
    hasGone = counts.importedBefore > 0
    areFolders = libraries.allSatisfy { name in
      let place = LibraryPlace(path: context.libraryKinds.path(of: name))
      return (try? context.libraryKinds.kind(of: place))?.abilities.filesMayMove ?? false
    }
    guard areFolders else { return }
    var (isPartial, hidden, left) = (false, 0, LeftFiles())
    let takesAll = context.request.includesEverything
    _ = try SkippedCounts.read(rule.plan, in: context) { asset in
      switch asset.reason {
      case .beingWritten, .unreadable, .library: isPartial = true
      case .archived: hidden += 1
      case .hidden where Self.isPicture(asset.filenameBytes): hidden += 1
      case .noPicture where !takesAll: left.add(asset)
      default: break
      }
    }
    (self.isPartial, self.hidden, self.left) = (isPartial, hidden, left)
  }

  /// Returns true for a name of a picture or movie, but not for what a Mac keeps beside each file.
  private static func isPicture(_ name: [UInt8]) -> Bool {
    !name.starts(with: "._".utf8) && name.withUnsafeBytes { FilenameKind($0) == .media }
  }

  /// Returns true if a source is a card, or the sources have all of its folders for pictures, and
  /// all copies are on other disks.
  private func isWholeCard(_ source: String) -> Bool {
    let folder = FolderPath(real: source)
    if (targets + [backup].compactMap(\.self)).contains(where: { $0.isOnDisk(of: folder) }) {
      return false
    }
    let medium = media.medium(holding: folder.path)
    if medium?.isPhone == true { return false }
    if Self.isCard(folder) { return true }
    guard let medium, !medium.folders.isEmpty else { return false }
    return medium.folders.allSatisfy { folder in
      libraries.contains { FolderPath(real: folder).isWithin(FolderPath(real: $0)) }
    }
  }

  /// Returns true for a folder with the folder for pictures that cameras make.
  private static func isCard(_ folder: FolderPath) -> Bool {
    FolderPath(real: "\(folder.path)/DCIM").isThere
  }

  /// Returns true if a folder is on a card that was read, and so goes when that is formatted.
  private func isOnCard(_ folder: FolderPath) -> Bool {
    libraries.map { FolderPath(real: $0) }.contains { source in
      let hasFolders = media.medium(holding: source.path)?.folders.isEmpty == false
      return hasFolders
        ? folder.isOnDisk(of: source) : Self.isCard(source) && folder.isWithin(source)
    }
  }

  /// The copies that are on a card that was read; nil if there are none.
  private var copiesOnCard: String? {
    if targets.contains(where: isOnCard) { return "the copies are on the card itself" }
    return backup.map(isOnCard) == true ? "the backup is on the card itself" : nil
  }

  /// The sentence that all is in the library, which may be on the disk of what was read.
  private var possession: String {
    if hasGone { return "all the rest is in the library" }
    let sharesDisk = libraries.map { FolderPath(real: $0) }.contains { source in
      Self.isCard(source) && targets.contains { $0.isOnDisk(of: source) }
    }
    return "all of it is in the library"
      + (sharesDisk && copiesOnCard == nil ? ", which is on the same disk" : "")
  }

  /// The advice to a user who has every asset in the library, or threw it away; nil if there is more
  /// in the sources that may be pictures, or other files of the user.
  var ending: String? {
    guard areFolders, !libraries.isEmpty, !isPartial, left.isEmpty else { return nil }
    let done =
      hasGone || !libraries.allSatisfy(isWholeCard)
      ? possession
      : libraries.count == 1 ? "the card can be formatted" : "the cards can be formatted"
    let rest =
      switch hidden {
      case 0: ""
      case 1: ", but for 1 hidden file, which was not looked at"
      default: ", but for \(hidden) hidden files, which were not looked at"
      }
    return done + rest + (copiesOnCard.map { "; \($0)" } ?? "")
  }
}

extension FolderPath {
  /// Returns true if the folder is in another one, or on the same disk.
  fileprivate func isOnDisk(of other: FolderPath) -> Bool {
    var (facts, others) = (stat(), stat())
    return isWithin(other)
      || stat(path, &facts) == 0 && stat(other.path, &others) == 0
        && facts.st_dev == others.st_dev
  }
}
