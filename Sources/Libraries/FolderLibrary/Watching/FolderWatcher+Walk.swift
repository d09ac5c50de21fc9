internal import Assets
internal import CSystem
internal import Files
internal import Platform

extension FolderWatcher {
  /// The files to report when a folder is scanned.
  enum ReportScope {
    /// No files, because they existed before.
    case nothing
    /// The files that changed recently, and all files of unknown folders.
    case recent
    /// The files that changed recently; no folder is known yet.
    case missed
    /// All files, because the folder is new.
    case everything
  }

  /// The reason why a file is checked.
  enum Trigger {
    /// A writer closed the file.
    case closed
    /// A move from another place, or from the name of an unfinished file.
    case moved
    /// The file had another name in the library before; of two identical events Linux drops the
    /// second, so the name may now refer to another file.
    case renamed
    /// A scan found the file; a process may be writing it.
    case whenWhole
  }

  /// Watches a folder and those below it, and reports files; scans known ones again if `isDeep`.
  func takeIn(
    _ number: FolderTree.Number, telling: ReportScope, isDeep: Bool = true,
    _ news: inout FolderChanges
  ) {
    var waiting = [(number, telling)]
    while let (folder, telling) = waiting.popLast() {
      let handle: DirectoryHandle
      do throws(FileProblem) {
        handle = try open.open(folder, in: tree)
      } catch {
        if error.isRefusal, folder != FolderTree.root {
          noteUnreadable(folder, telling, error, &news)
        } else if folder != FolderTree.root {
          // The folder is gone by now, or a folder above it was renamed.
          miss(folder, telling)
        }
        continue
      }
      if !missedFolders.isEmpty { missedFolders[tree.reference(to: folder)] = nil }
      // The watch is added before the folder is listed, so that no change in between is lost.
      watch(folder, handle, &news)
      let entries = list(
        handle, withFiles: telling != .nothing || isMissed != nil || remembersFiles)
      let gone = Set(tree.folders(in: folder)).subtracting(
        entries.folders.compactMap { tree.folder($0, in: folder) })
      for number in gone { release(tree.remove(number)) }
      for name in entries.folders.reversed() {
        if tree.folder(name, in: folder) == nil {
          waiting.append((tree.add(name, in: folder), telling == .recent ? .everything : telling))
        } else if isDeep, let number = tree.folder(name, in: folder) {
          waiting.append((number, telling))
        }
      }
      tellFiles(entries.files, in: folder, handle, telling, &news)
    }
  }

  private func tellFiles(
    _ names: [OwnedBytes], in folder: FolderTree.Number, _ handle: DirectoryHandle,
    _ telling: ReportScope, _ news: inout FolderChanges
  ) {
    let reference = tree.reference(to: folder)
    var files = remembersFiles ? known[folder] ?? recall(folder) : nil
    files?.keep(names)
    var old: [(name: OwnedBytes, status: FileStatus)] = []
    var new: [OwnedBytes] = []
    for name in names {
      if telling == .everything {
        new.append(name)
        continue
      }
      guard telling != .nothing || isMissed != nil || files != nil || polled[folder] != nil,
        let status = name.withCString({ FileStatus(directory: handle.descriptor, name: $0) })
      else { continue }
      if isNews(name, status, in: folder, files, telling) {
        new.append(name)
      } else if telling == .nothing || telling == .missed {
        old.append((name, status))
        // Its next name is no news, and a folder that is polled has it once more, soon.
        if fresh.mayBeNews(status) {
          if polled[folder] != nil { _ = fresh.insert(status) } else { fresh.note(status) }
        }
      }
    }
    files?.note(old)
    known[folder] = files
    for name in new { tell(WatchedName(folder: reference, name: name), .whenWhole, &news) }
  }

  private func isNews(
    _ name: OwnedBytes, _ status: FileStatus, in folder: FolderTree.Number,
    _ known: KnownFiles?, _ telling: ReportScope
  ) -> Bool {
    if let isMissed, !UnfinishedName.has(name.bytes) {
      let verdict = isMissed(path(of: name, in: folder), status)
      if let verdict { return verdict }
    }
    if telling == .nothing { return false }
    return fresh.mayBeNews(status)
      || fresh.isUncertain && known?.comparison(name, status) == .unknown
  }

  private func watch(
    _ number: FolderTree.Number, _ handle: DirectoryHandle, _ news: inout FolderChanges
  ) {
    related[number] = nil
    #if os(Linux)
      if let queue, tree.watch(of: number) != nil || tree.watchedCount < options.watchLimit {
        do throws(WatchProblem) {
          if let other = tree.setWatch(try queue.add(handle.descriptor), of: number) {
            queue.remove(other)
          }
          polled[number] = nil
          return
        } catch {
          news.note(error)
        }
      }
    #endif
    polled[number] = FileStatus(descriptor: handle.descriptor)
  }

  private func list(
    _ handle: DirectoryHandle, withFiles: Bool
  ) -> (files: [OwnedBytes], folders: [OwnedBytes]) {
    let collector = EntryCollector(includesHidden: options.includesHidden, includesFiles: withFiles)
    _ = csystem_list(
      handle.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    var files: [OwnedBytes] = []
    var folders: [OwnedBytes] = []
    collector.names.withUnsafeBytes { names in
      for found in collector.found {
        let bytes = UnsafeRawBufferPointer(
          rebasing: names[Int(found.start)..<Int(found.start) + Int(found.count)])
        guard counts(bytes) else { continue }
        let name = OwnedBytes(bytes)
        let kind =
          found.kind
          ?? name.withCString { FileStatus(directory: handle.descriptor, name: $0)?.kind }
        switch kind {
        case .file: files.append(name)
        case .directory: folders.append(name)
        default: break
        }
      }
    }
    files.sort { $0.span.precedes($1.span) }
    folders.sort { $0.span.precedes($1.span) }
    return (files, folders)
  }

  /// Reports a file as new, unless it is known, or a process writes to it, which is checked later.
  func tell(_ file: WatchedName, _ occasion: Trigger, _ news: inout FolderChanges) {
    let before = unsettled.removeValue(forKey: file)
    guard counts(file.name.bytes), !UnfinishedName.has(file.name.bytes) else { return }
    guard let folder = tree.number(of: file.folder) else { return }
    guard let handle = try? open.open(folder, in: tree),
      var status = self.status(of: file, in: handle)
    else {
      missed.insert(file)
      return
    }
    guard status.isRegularFile else { return }
    guard occasion != .renamed || fresh.isUnreported(status) else {
      known[folder]?.note(file.name, status)
      return
    }
    let isUnchanged = before?.status == status
    switch writers(of: file, in: handle) {
    case CSYSTEM_WRITERS_NONE:
      // The last writer may have been active until now.
      guard let last = self.status(of: file, in: handle) else {
        missed.insert(file)
        return
      }
      guard last.isRegularFile else { return }
      status = last
      // Linux reports a new file a moment before its writer is counted, and browsers keep the name
      // of a download by an empty file.
      guard status.size > 0 || isIdle(file, in: folder, status, before) else { return }
    case CSYSTEM_WRITERS_SOME:
      // The system usually reports the end of writing, but not for a file that got its name late.
      guard isIdle(file, in: folder, status, before) else { return }
    default:
      guard occasion != .whenWhole || isUnchanged else {
        unsettled[file] = UnsettledFile(status: status, since: options.uptime())
        return
      }
    }
    report(file, in: folder, status, occasion, isUnchanged: isUnchanged, &news)
  }

  /// Returns true if no one has written to a file for long enough; else it is looked at again.
  private func isIdle(
    _ file: WatchedName, in folder: FolderTree.Number, _ status: FileStatus,
    _ before: UnsettledFile?
  ) -> Bool {
    let now = options.uptime()
    let since = before?.status == status ? before?.since : nil
    let waiting = UnsettledFile(status: status, since: since ?? now)
    if waiting.isIdle(at: now, isWhole: { isWhole(path(of: file.name, in: folder)) }) {
      return true
    }
    unsettled[file] = waiting
    return false
  }

  private func report(
    _ file: WatchedName, in folder: FolderTree.Number, _ status: FileStatus, _ occasion: Trigger,
    isUnchanged: Bool, _ news: inout FolderChanges
  ) {
    if formerNames.takeBackup(of: file) {
      noteReplacement(file, in: folder)
      return
    }
    let mayChange = !isUnchanged || occasion != .whenWhole
    switch known[folder]?.comparison(file.name, status) {
    case .sameSize where mayChange && fresh.mayBeNews(status):
      // A program that puts a file back sets its time when everything is written.
      unsettled[file] = UnsettledFile(status: status, since: options.uptime())
      return
    case .same:
      noteKnown(file, in: folder, status)
      return
    case .unsure where occasion == .whenWhole:
      // A program replaced its content just before the library went away.
      noteKnown(file, in: folder, status)
      return
    default: known[folder]?.note(file.name, status)
    }
    guard fresh.insert(status) else { return }
    news.files.append(
      FolderChanges.File(
        folder: tree.path(of: folder), name: file.name, status: status, number: folder))
  }

  /// Notes the state of a known file, so that it is not reported, also under its next name.
  private func noteKnown(
    _ file: WatchedName, in folder: FolderTree.Number, _ status: FileStatus
  ) {
    known[folder]?.note(file.name, status)
    fresh.note(status)
  }

  private func path(of name: OwnedBytes, in folder: FolderTree.Number) -> OwnedBytes {
    let path = tree.path(of: folder)
    return path.bytes.isEmpty ? name : path.joined(with: name)
  }

  func status(of file: WatchedName, in handle: DirectoryHandle) -> FileStatus? {
    file.name.withCString { FileStatus(directory: handle.descriptor, name: $0) }
  }

  func writers(of file: WatchedName, in handle: DirectoryHandle) -> csystem_writers {
    let descriptor = file.name.withCString {
      csystem_open_at(handle.descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return CSYSTEM_WRITERS_UNKNOWN }
    defer { close(descriptor) }
    return csystem_has_writers(descriptor)
  }

  /// Returns changes that the system does not report: in folders without a watch, and in files that
  /// a process may still write to. Called about once a second, while ``hasToLook`` is true.
  package func look() -> FolderChanges {
    var news = FolderChanges()
    let began = clock.now
    fresh.begin(at: began)
    for file in unsettled.keys { tell(file, .whenWhole, &news) }
    for number in unreadable.keys { takeInUnreadable(number, &news) }
    for (number, known) in polled {
      guard polled[number] != nil else { continue }
      guard let handle = try? open.open(number, in: tree),
        let status = FileStatus(descriptor: handle.descriptor)
      else {
        if number == FolderTree.root { news.isGone = true } else { release(tree.remove(number)) }
        polled[number] = nil
        news.hasChanges = true
        continue
      }
      if status == known, CatalogueClock.isSettled(known, at: clock.now) { continue }
      news.hasChanges = news.hasChanges || status != known
      takeIn(number, telling: .recent, isDeep: false, &news)
    }
    open.close()
    if !polled.isEmpty { fresh.settle(now: began) }
    return news
  }
}
