internal import Assets
internal import CSystem
internal import Files

/// Folders that can't be read or found, and files that were given another name to keep them.
extension FolderWatcher {
  /// Notes a folder that is looked at again from time to time.
  func noteUnreadable(
    _ number: FolderTree.Number, _ telling: ReportScope, _ problem: FileProblem,
    _ news: inout FolderChanges
  ) {
    if unreadable[number] == nil {
      unreadable[number] = telling == .everything ? .min : clock.now
    }
    news.note(.unreadable(tree.path(of: number).string, problem.reason))
  }

  /// Takes in a folder that could not be read so far, with the files that are new since then.
  func takeInUnreadable(_ number: FolderTree.Number, _ news: inout FolderChanges) {
    guard let since = unreadable[number] else { return }
    do throws(FileProblem) {
      _ = try open.open(number, in: tree)
    } catch {
      if !error.isRefusal { release(tree.remove(number)) }
      return
    }
    unreadable[number] = nil
    news.hasChanges = true
    let isMissedBefore = isMissed
    isMissed = { _, status in max(status.changed, status.modified) >= since }
    takeIn(number, telling: since == .min ? .everything : .missed, &news)
    isMissed = isMissedBefore
  }

  /// Notes a folder that was not found under its name; it is sought twice more.
  func miss(_ number: FolderTree.Number, _ scope: ReportScope) {
    let reference = tree.reference(to: number)
    let count = missedFolders[reference]?.count ?? 0
    if count < 2 {
      missedFolders[reference] = (scope, count + 1)
    } else {
      missedFolders[reference] = nil
      release(tree.remove(number))
    }
  }

  func takeInMissedFolders(_ news: inout FolderChanges) {
    guard !missedFolders.isEmpty else { return }
    open.close()
    for (reference, missed) in missedFolders {
      if let number = tree.number(of: reference) {
        takeIn(number, telling: missed.scope, &news)
      } else {
        missedFolders[reference] = nil
      }
    }
  }

  /// Returns true if a file that got its name took the place of one that was there.
  func replaces(_ file: WatchedName, in folder: FolderTree.Number) -> Bool {
    guard counts(file.name.bytes), !UnfinishedName.has(file.name.bytes) else { return false }
    return formerNames.takeBackup(of: file) || known[folder]?.has(file.name) == true
  }

  /// Notes that a file took the place of another.
  func noteReplacement(_ file: WatchedName, in folder: FolderTree.Number) {
    unsettled[file] = nil
    known[folder]?.noteReplacement(file.name)
    touched[file] = .changed
    guard let handle = try? open.open(folder, in: tree),
      let status = status(of: file, in: handle), status.isRegularFile
    else { return }
    fresh.note(status)
    touched[file] = .replacement(
      status, isBeingWritten: writers(of: file, in: handle) == CSYSTEM_WRITERS_SOME)
  }

  /// Returns true if a writer that closed a file had it open already when the file took the place of
  /// another, so that the end of writing belongs to that. Several writers may have: a program that is
  /// started meanwhile holds open what the others have.
  func endsReplacement(_ file: WatchedName, in folder: FolderTree.Number) -> Bool {
    guard case .replacement(let before, let isBeingWritten) = touched.removeValue(forKey: file)
    else { return false }
    guard let handle = try? open.open(folder, in: tree), let now = status(of: file, in: handle)
    else {
      touched[file] = .changed
      return true
    }
    if !isBeingWritten,
      !now.isSameFile(as: before) || now.size != before.size || now.modified != before.modified
    {
      return false
    }
    touched[file] = .replacement(
      now, isBeingWritten: writers(of: file, in: handle) == CSYSTEM_WRITERS_SOME)
    return true
  }

  /// Notes the present sizes and times of files. If no event waits after a file was asked for them, none
  /// can be of a program that has written to it before.
  func noteTouched(isQueueEmpty: () -> Bool) {
    for file in touched.keys {
      guard let folder = tree.number(of: file.folder), known[folder]?.has(file.name) == true,
        let handle = try? open.open(folder, in: tree),
        let status = status(of: file, in: handle), status.isRegularFile
      else {
        touched[file] = nil
        continue
      }
      guard writers(of: file, in: handle) != CSYSTEM_WRITERS_SOME, isQueueEmpty() else { continue }
      touched[file] = nil
      known[folder]?.note(file.name, status)
      fresh.note(status)
    }
  }

  /// Returns true if a program keeps a file under another name while it writes a new one: `a.jpg~`,
  /// `a.jpg_original`.
  func isBackup(_ file: WatchedName, of former: WatchedName) -> Bool {
    file.folder == former.folder && file.name.bytes.count > former.name.bytes.count
      && file.name.bytes.starts(with: former.name.bytes)
      && FilenameKind(file.name.bytes) == .other
  }
}
