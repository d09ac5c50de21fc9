internal import Platform

/// Takes back a deed, file by file, where nothing of it changed since.
///
/// It is looked at as a whole before anything is done, and comes to the same end if it is begun again
/// after a kill. A file is removed only where another with the same content was just seen.
struct DeedReversal {
  private let deed: Deed
  /// When each part's file was last written to once the deed was done; empty where that is not known.
  private let modified: [Int64]
  private let state: JournalEntry.State

  init(_ entry: JournalEntry) {
    deed = entry.deed
    modified = entry.modified
    state = entry.state
  }

  /// Whether the deed, or an undo of it, may have ended halfway, so that both files of a move may be
  /// there.
  private var isResumed: Bool { state == .open || state == .undoing }

  /// Why a deed can't be taken back.
  struct Refusal: Error {
    let path: [UInt8]
    let reason: String
  }

  private enum Step {
    /// The file has to go back to where it was.
    case moveBack(FileWork)
    /// The file is there and where it was, so this one goes.
    case remove(FilePoint)
    /// Nothing is left to do.
    case none
  }

  /// Looks whether it can be taken back.
  ///
  /// - Throws: ``Refusal``.
  func check() throws(Refusal) { _ = try steps() }

  /// Takes it back: the main file first, so that where it is not the others are going.
  ///
  /// - Throws: ``Refusal``; what was taken back until then stays so.
  func run() throws(Refusal) {
    for (part, step) in zip(deed.parts, try steps()) {
      do throws(FileProblem) {
        switch step {
        case .none: break
        case .remove(let point): try point.remove()
        case .moveBack(let work):
          guard try work.run() == .done else { throw Self.isTaken }
        }
      } catch {
        throw Refusal(path: part.to, reason: error.reason)
      }
    }
    removeFolders()
  }

  private static let isTaken = FileProblem("another file is where it was")

  private func steps() throws(Refusal) -> [Step] {
    var steps: [Step] = []
    for (place, part) in deed.parts.enumerated() {
      do throws(FileProblem) {
        steps.append(try step(part, modified: place < modified.count ? modified[place] : nil))
      } catch {
        throw Refusal(path: part.to, reason: error.reason)
      }
    }
    return steps
  }

  private func step(_ part: Deed.Part, modified: Int64?) throws(FileProblem) -> Step {
    guard let to = try Self.point(at: part.to), let there = to.status else {
      return try withoutTarget(part)
    }
    let from = try Self.point(at: part.from)
    // A deed that was not done may have found its name taken, and not have come to this file.
    if state == .open, let original = try? from?.open(), part.matches(original),
      !Self.isMade(part, at: to, of: original)
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
      _ = try Self.unchanged(part, at: to, modified: modified)
      let original = try Self.original(from)
      guard part.matches(original) else {
        throw FileProblem("the file that it is a copy of changed since, so the copy stays")
      }
      return .remove(to)
    case .move:
      guard let from else { throw FileProblem("the folder that it was in is gone") }
      let file = try Self.unchanged(part, at: to, modified: modified)
      guard from.status != nil else {
        return .moveBack(FileWork(kind: .move, file: file, from: to, to: from))
      }
      guard isResumed, let original = try? from.open(), part.matches(original) else {
        throw Self.isTaken
      }
      return .remove(to)
    }
  }

  /// Whether what has the new name is the deed's.
  private static func isMade(
    _ part: Deed.Part, at point: FilePoint, of original: OpenFile
  ) -> Bool {
    switch part.kind {
    case .symbolicLink: point.linkText == part.from
    case .hardLink: point.status?.isSameFile(as: original.status) == true
    case .copy, .move: (try? point.open()).map { part.matches($0) } ?? false
    }
  }

  /// A deed whose file is not where it was put: it was taken back before, or somebody removed it.
  private func withoutTarget(_ part: Deed.Part) throws(FileProblem) -> Step {
    // Of a deed that was not done, nothing is left where nothing has the new name.
    guard part.kind == .move, state != .open else { return .none }
    guard let original = try? Self.point(at: part.from)?.open(), part.matches(original) else {
      throw FileProblem("the file is gone")
    }
    return .none
  }

  private static let isChanged = FileProblem("it changed since")

  private static func unchanged(
    _ part: Deed.Part, at point: FilePoint, modified: Int64?
  ) throws(FileProblem) -> OpenFile {
    let file = try point.open()
    guard modified == nil || file.status.modified == modified, part.matches(file) else {
      throw isChanged
    }
    return file
  }

  private static func original(_ point: FilePoint?) throws(FileProblem) -> OpenFile {
    guard let point, point.status != nil else {
      throw FileProblem("the file that it was made of is gone, so it stays")
    }
    return try point.open()
  }

  /// Nil where a folder of the path is gone.
  private static func point(at path: [UInt8]) throws(FileProblem) -> FilePoint? {
    do throws(FileProblem) {
      return try FilePoint(at: path)
    } catch  where error.code == ENOENT {
      return nil
    }
  }

  /// Removes the folders that were made for it and are empty again.
  private func removeFolders() {
    for path in deed.folders.reversed() {
      guard let point = try? FilePoint(at: path) else { continue }
      _ = point.name.withCString { unlinkat(point.folder.descriptor, $0, AT_REMOVEDIR) }
    }
  }
}
