internal import Files
internal import Pipeline

/// The folders that a run imported from, to find out whether all that they have is in the library now.
struct ImportedSources {
  private let libraries: [String]
  /// The folders that the run imported into.
  private let targets: [FolderPath]
  /// True if something was not looked at that may have pictures.
  private var isPartial = false
  /// The number of hidden pictures and movies.
  private var hidden = 0
  /// What is no picture, and is not in the library.
  private(set) var left = LeftFiles()
  /// True if each source is a folder of files of which no other program keeps account.
  private let areFolders: Bool

  /// Lists what the sources of a rule have besides assets; `targets` are the folders that the run
  /// imported into.
  init(_ rule: Rule, into targets: [String], in context: RunContext) throws {
    libraries = context.request.libraries
    self.targets = targets.map { FolderPath(real: $0) }
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
  /// nothing was imported into the card itself.
  private func isWholeCard(_ source: String) -> Bool {
    let (media, folder) = (MountedMedia(), FolderPath(real: source))
    let medium = media.medium(holding: folder.path)
    let isTarget = targets.contains { target in
      target.isWithin(folder) || medium != nil && media.medium(holding: target.path) == medium
    }
    if isTarget { return false }
    if FolderPath(real: "\(source)/DCIM").isThere { return medium.map { $0.device != nil } ?? true }
    guard let medium, medium.device != nil, !medium.folders.isEmpty else { return false }
    return medium.folders.allSatisfy { folder in
      libraries.contains { FolderPath(real: folder).isWithin(FolderPath(real: $0)) }
    }
  }

  /// What the user may do now that every asset is in the library; nil if there is more in the sources
  /// that may be pictures, or other files of the user.
  var ending: String? {
    guard areFolders, !libraries.isEmpty, !isPartial, left.isEmpty else { return nil }
    let done =
      !libraries.allSatisfy(isWholeCard)
      ? "all of it is in the library"
      : libraries.count == 1 ? "the card can be formatted" : "the cards can be formatted"
    switch hidden {
    case 0: return done
    case 1: return "\(done), but for 1 hidden file, which was not looked at"
    default: return "\(done), but for \(hidden) hidden files, which were not looked at"
    }
  }
}
