internal import Platform
internal import Synchronization

/// The assets that a run imported and those that it left, for the message at its end; safe from any
/// thread.
package final class ImportTally: RunResource {
  package struct Counts: Sendable {
    /// The folder that files are imported into.
    package fileprivate(set) var target = ""
    /// The folders that have imported files, or had them before.
    package fileprivate(set) var targets: [String] = []
    /// Those folders that were not there before the run.
    package fileprivate(set) var newFolders: Set<String> = []
    /// The folders that have got files, that of most assets first.
    package fileprivate(set) var places: [String] = []
    /// The folder that gets second copies; nil for none.
    package fileprivate(set) var backup: String?
    /// True if copies are compared with their originals.
    package fileprivate(set) var verifies = false
    package fileprivate(set) var pictures = 0
    package fileprivate(set) var videos = 0
    /// The number of sidecars and the like that were put beside files that were there.
    package fileprivate(set) var sidecars = 0
    /// The number of those that were not, as others have their names.
    package fileprivate(set) var sidecarsLeft = 0
    /// The size of the imported files in bytes.
    package fileprivate(set) var bytes: Int64 = 0
    /// The number of assets of which the library has all files.
    package fileprivate(set) var alreadyThere = 0
    /// The number of those assets of which the backup lacked files, and got them.
    package fileprivate(set) var backedUp = 0
    /// The number of sidecars and the like that were not put into the backup, as others have their names.
    package fileprivate(set) var notInBackup = 0
    /// The number of assets that earlier runs imported, and that the library no longer has.
    package fileprivate(set) var importedBefore = 0
    /// The number of assets that earlier runs imported, and that were edited in the library since.
    package fileprivate(set) var edited = 0
    /// The number of assets with the same files as other ones of the run.
    package fileprivate(set) var repeated = 0
    /// The number of assets that were not moved, as a library keeps account of their files.
    package fileprivate(set) var kept = 0

    /// The number of assets that the run imported.
    package var imported: Int { pictures + videos }
    /// The number of assets that the run was done with, without those that failed.
    package var seen: Int { imported + alreadyThere + importedBefore + edited + repeated + kept }

    fileprivate mutating func note(_ folder: String) {
      if places.contains(folder) { return }
      places.insert(folder, at: folder == target ? 0 : places.count)
    }
  }

  private let state = Lock(Counts())

  package init() {}

  /// The numbers so far.
  package var counts: Counts { state.withLock { $0 } }

  func begin(into folders: ImportFolders, _ options: TransferOptions) {
    state.withLock { counts in
      if counts.targets.isEmpty {
        counts.newFolders = Set(folders.all.filter { !$0.isThere }.map(\.path))
      }
      (counts.target, counts.targets) = (folders.main, folders.all.map(\.path))
      (counts.verifies, counts.backup) = (options.verifies, options.backup)
    }
  }

  /// Counts an asset that was imported into a folder, with the size of its files.
  func note(imported bytes: Int64, isVideo: Bool, into folder: String) {
    state.withLock { counts in
      counts.note(folder)
      if isVideo { counts.videos += 1 } else { counts.pictures += 1 }
      counts.bytes += bytes
    }
  }

  /// Counts what belongs to an asset that was not imported; `folder` is nil for the backup.
  func note(sidecars outcome: CompanionTransfer.Outcome, into folder: String?) {
    state.withLock { counts in
      guard let folder else {
        counts.notInBackup += outcome.left
        return
      }
      counts.sidecarsLeft += outcome.left
      if outcome.added == 0 { return }
      counts.note(folder)
      counts.sidecars += outcome.added
      counts.bytes += outcome.bytes
    }
  }

  /// Counts an asset of which the library has all files, and the backup got those that it lacked.
  func noteBackup() { state.withLock { $0.backedUp += 1 } }

  /// Counts an asset that an earlier run imported, and that the library does not have as it was.
  func note(importedBefore isEdited: Bool) {
    state.withLock { counts in
      if isEdited { counts.edited += 1 } else { counts.importedBefore += 1 }
    }
  }

  /// Counts an asset that was not imported; `reason` is nil if it stays in a library that keeps account
  /// of its files.
  func note(left reason: ImportStatus?) {
    state.withLock { counts in
      switch reason {
      case .alreadyThere: counts.alreadyThere += 1
      case .importedBefore: counts.importedBefore += 1
      case .repeated: counts.repeated += 1
      case .imported, nil: counts.kept += 1
      }
    }
  }
}

extension RunContext {
  /// The tally of what the run imports; nil if it is not reported at the end.
  package var importTally: ImportTally? {
    get { resources[ImportTally.self] }
    set { resources[ImportTally.self] = newValue }
  }
}
