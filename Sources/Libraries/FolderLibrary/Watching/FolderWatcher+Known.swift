internal import Assets
internal import CSystem
internal import Files

/// Folders that can't be read or found, files that replace others, and backups of these.
extension FolderWatcher {
  /// Notes a folder that can't be read, with the reason; ``look()`` tries it again.
  func noteUnreadable(
    _ number: FolderTree.Number, _ telling: ReportScope, _ problem: FileProblem,
    _ news: inout FolderChanges
  ) {
    if unreadable[number] == nil {
      unreadable[number] = telling == .everything ? .min : clock.now
    }
    news.note(.unreadable(tree.path(of: number).string, problem.reason))
  }

  /// Watches a folder that can be read again, and reports files that are new since it could not.
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

  /// Notes a folder that was not found under its name; it is sought twice more, then forgotten.
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

  /// Returns true if a moved file replaced one of its new name, or one renamed to a backup's name.
  func replaces(_ file: WatchedName, in folder: FolderTree.Number) -> Bool {
    guard counts(file.name.bytes), !UnfinishedName.has(file.name.bytes) else { return false }
    return formerNames.takeBackup(of: file) || known[folder]?.has(file.name) == true
  }

  /// Notes that a known file has a new name, so that it is not reported as new. What has that name by
  /// now may be its next version, so its state is noted when all events were read.
  func noteRenamed(_ file: WatchedName, in folder: FolderTree.Number) {
    guard counts(file.name.bytes), !UnfinishedName.has(file.name.bytes) else { return }
    unsettled[file] = nil
    known[folder]?.noteReplacement(file.name)
    touched[file] = .changed
  }

  /// Notes that a file replaced another of the same name, so that it is not reported as new.
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

  /// Returns true if the end of writing belongs to a replacement that is noted: the writer had the
  /// file open already when it replaced another. Several may have: a program that is started
  /// meanwhile holds open what the others have.
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

  /// Notes sizes and times of touched files without writers. If no event waits after a file's
  /// status was read, none can be of a program that wrote to it before.
  func noteTouched(isQueueEmpty: () -> Bool) {
    for file in touched.keys {
      guard let folder = tree.number(of: file.folder), known[folder]?.has(file.name) == true else {
        touched[file] = nil
        continue
      }
      guard let handle = try? open.open(folder, in: tree),
        let status = status(of: file, in: handle), status.isRegularFile
      else {
        // It went away, alone or with the folders above; when it is back, its time is another one.
        known[folder]?.noteReplacement(file.name)
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
