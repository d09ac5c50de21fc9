internal import CSystem
internal import Platform

/// Reverts an operation, file by file, unless a file has changed since: all is checked before
/// anything is changed. Repeated after a kill, it has the same result. A file is removed only if
/// another file with the same content was just verified.
struct Rollback {
  private let operation: FileOperation
  /// The modification times after the operation, in nanoseconds since 1970; empty if unknown.
  private let modified: [Int64]
  private let state: JournalEntry.State
  private let removedFolders: Set<[UInt8]>
  /// The index of the first part that was carried out, as far as this process knows. A file at an
  /// earlier part's new path is another program's.
  private let firstDone: Int
  /// Ends the check; nil if the operation has to be reverted in any case.
  private let cancellation: Cancellation?

  init(_ entry: JournalEntry, firstDone: Int = 0, until cancellation: Cancellation? = nil) {
    self.cancellation = cancellation
    operation = entry.operation
    modified = entry.modified
    state = entry.state
    removedFolders = entry.removedFolders
    self.firstDone = firstDone
  }

  /// True if a killed process may have left both files of a move, in an operation or its undo.
  private var isResumed: Bool { state == .open || state == .undoing }

  struct Refusal: Error {
    let path: [UInt8]
    let reason: String
  }

  fileprivate enum Action {
    /// The file is moved back to its old path.
    case moveBack(SingleFileOperation)
    /// The file is moved back into a folder that the run removed, as it was empty.
    case moveBackIntoFolder(OpenFile, FileLocation)
    /// The file still exists at its old path too, so the new one is removed.
    case remove(FileLocation)
    /// The file gets the content that it had.
    case restore(FileLocation, [UInt8], modified: Int64)
    case none
  }

  /// The actions for all files, as these were at the check.
  struct Checked {
    fileprivate let actions: [Action]
  }

  /// Checks and reverts the operation.
  func run() throws(Refusal) { try run(check()) }

  /// Reverts the operation, the main file first: while it has its new path, the others have theirs.
  /// Throws ``Refusal`` if a file can't be moved; parts that were reverted stay so.
  func run(_ checked: Checked) throws(Refusal) {
    for (part, step) in zip(operation.parts, checked.actions).dropFirst(firstDone) {
      do throws(FileProblem) {
        switch step {
        case .none: break
        case .remove(let point): try point.remove()
        case .restore(let point, let bytes, let modified):
          try Self.restore(bytes, at: point, modified)
        case .moveBack(let work):
          guard try work.run() == .done else { throw Self.isTaken }
        case .moveBackIntoFolder(let file, let to):
          let from = try Self.remade(part.from)
          let work = SingleFileOperation(kind: .move, file: file, from: to, to: from)
          guard try work.run() == .done else { throw Self.isTaken }
        }
      } catch {
        throw Refusal(path: part.to, reason: error.reason)
      }
      if part.kind == .trash { removeNote(of: part) }
    }
    removeFolders()
  }

  /// Removes the trash's note of a file that is there no more, or never came there.
  private func removeNote(of part: FileOperation.Part) {
    guard let to = try? FileLocation(at: part.to), to.status == nil else { return }
    SystemTrash.current?.removeNote(of: part.from, for: part.to)
  }

  private static let isTaken = FileProblem("another file is where it was")

  /// Checks all files; throws ``Refusal`` if the operation can't be reverted, or if it was cancelled,
  /// which makes files count as changed.
  func check() throws(Refusal) -> Checked {
    var actions: [Action] = []
    for (place, part) in operation.parts.enumerated() {
      guard place >= firstDone else {
        actions.append(.none)
        continue
      }
      do throws(FileProblem) {
        actions.append(try action(part, modified: place < modified.count ? modified[place] : nil))
        if cancellation?.isCancelled == true { throw FileProblem("interrupted") }
      } catch {
        throw Refusal(path: part.to, reason: error.reason)
      }
    }
    return Checked(actions: actions)
  }

  private func action(_ part: FileOperation.Part, modified: Int64?) throws(FileProblem) -> Action {
    guard let to = try Self.point(at: part.to), let there = to.status else {
      return try withoutTarget(part)
    }
    let from = try Self.point(at: part.from)
    // The file was not replaced yet, or is back already.
    if part.kind == .write, isResumed, let file = try? to.open(), !matches(part, file) {
      return .none
    }
    // An interrupted operation may have found the name taken before this file's turn.
    if state == .open, let original = try? from?.open(), matches(part, original),
      !isMade(part, at: to, of: original)
    {
      return .none
    }
    switch part.kind {
    case .symbolicLink:
      guard to.linkText == part.from else { throw Self.isChanged }
      return .remove(to)
    case .hardLink:
      let original = try Self.original(from)
      guard there.isSameFile(as: original.status) else { throw Self.isChanged }
      return .remove(to)
    case .copy:
      _ = try unchanged(part, at: to, modified: modified)
      if from?.status == nil, isMovedBack(part) { return .remove(to) }
      let original = try Self.original(from)
      guard matches(part, original) else {
        throw FileProblem("the file that it is a copy of changed since, so the copy stays")
      }
      return .remove(to)
    case .write:
      _ = try unchanged(part, at: to, modified: modified)
      return part.previous.map { .restore(to, $0, modified: part.modified) } ?? .remove(to)
    case .moveOnto:
      guard let from else { throw FileProblem("the folder that it was in is gone") }
      let file = try unchanged(part, at: to, modified: modified)
      guard from.status == nil else {
        guard let original = try? from.open(), matches(part, original) else { throw Self.isTaken }
        return .none
      }
      return .moveBack(SingleFileOperation(kind: .copy, file: file, from: to, to: from))
    case .move, .trash:
      guard let from else {
        let folder = part.from[..<(part.from.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        guard removedFolders.contains(Array(folder)) else {
          throw FileProblem("the folder that it was in is gone")
        }
        return .moveBackIntoFolder(try unchanged(part, at: to, modified: modified), to)
      }
      let file = try unchanged(part, at: to, modified: modified)
      guard from.status != nil else {
        return .moveBack(SingleFileOperation(kind: .move, file: file, from: to, to: from))
      }
      guard isResumed, let original = try? from.open(), matches(part, original),
        Self.mayBeMoved(to: file, from: original)
      else { throw Self.isTaken }
      return .remove(to)
    }
  }

  /// True for a copy of a file that the operation moved, which goes back before the copy goes.
  private func isMovedBack(_ copy: FileOperation.Part) -> Bool {
    operation.parts.contains { $0.from == copy.from && $0.kind.removesOriginal }
  }

  private func matches(_ part: FileOperation.Part, _ file: OpenFile) -> Bool {
    part.matches(file, until: cancellation)
  }

  /// True if the file with the new name was created by the operation.
  private func isMade(
    _ part: FileOperation.Part, at point: FileLocation, of original: OpenFile
  ) -> Bool {
    switch part.kind {
    case .symbolicLink: point.linkText == part.from
    case .write: true
    case .moveOnto: false
    case .hardLink: point.status?.isSameFile(as: original.status) == true
    case .copy: (try? point.open()).map { matches(part, $0) } ?? false
    case .move, .trash:
      (try? point.open()).map {
        matches(part, $0) && Self.mayBeMoved(to: $0, from: original)
      } ?? false
    }
  }

  /// True if an interrupted move may have left both files: two names of one, or a copy on another
  /// file system, as which another mount counts. Elsewhere a move renames, so that a different file
  /// at the new path is another program's.
  static func mayBeMoved(to file: OpenFile, from original: OpenFile) -> Bool {
    file.status.isSameFile(as: original.status)
      || file.status.device != original.status.device
      || csystem_mount(file.descriptor) != csystem_mount(original.descriptor)
  }

  /// Returns no action for a file that is gone from its new path; throws ``FileProblem`` if a moved
  /// one is not back at its old path.
  private func withoutTarget(_ part: FileOperation.Part) throws(FileProblem) -> Action {
    // If an interrupted operation has no file at the new name, nothing is left of it.
    guard part.kind.removesOriginal, state != .open else { return .none }
    guard let original = try? Self.point(at: part.from)?.open(), matches(part, original) else {
      throw FileProblem("the file is gone")
    }
    return .none
  }

  private static let isChanged = FileProblem("it changed since")

  private func unchanged(
    _ part: FileOperation.Part, at point: FileLocation, modified: Int64?
  ) throws(FileProblem) -> OpenFile {
    let file = try point.open()
    guard modified == nil || file.status.modified == modified, matches(part, file) else {
      throw Self.isChanged
    }
    return file
  }

  /// Writes a replaced file's former content, with its former time and present permissions.
  private static func restore(
    _ bytes: [UInt8], at point: FileLocation, _ modified: Int64
  ) throws(FileProblem) {
    let file = try PartialFile(in: point.folder, mode: point.status?.permissions ?? 0o600)
    try file.fill(with: bytes)
    if let status = point.status { fchmod(file.descriptor, mode_t(status.permissions)) }
    file.setModified(modified)
    try PrivateFolder.sync(file.descriptor)
    try point.name.withCString { (name) throws(FileProblem) in try file.replace(name) }
  }

  private static func original(_ point: FileLocation?) throws(FileProblem) -> OpenFile {
    guard let point, point.status != nil else {
      throw FileProblem("the file that it was made of is gone, so it stays")
    }
    return try point.open()
  }

  /// Returns the location of a path; nil if one of its folders no longer exists.
  private static func point(at path: [UInt8]) throws(FileProblem) -> FileLocation? {
    do throws(FileProblem) {
      return try FileLocation(at: path)
    } catch  where error.code == ENOENT {
      return nil
    }
  }

  /// Returns the location of a path, whose folder is made again.
  private static func remade(_ path: [UInt8]) throws(FileProblem) -> FileLocation {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    var folder = try TargetFolder(withoutLinks: Array(path[..<slash]), [])
    return FileLocation(Array(path[(slash + 1)...]), in: try folder.make(), at: folder.path)
  }

  /// Removes the folders that were created for the operation and are empty again.
  func removeFolders() {
    for path in operation.folders.reversed() {
      guard let point = try? FileLocation(at: path) else { continue }
      _ = point.name.withCString { unlinkat(point.folder.descriptor, $0, AT_REMOVEDIR) }
    }
  }
}
