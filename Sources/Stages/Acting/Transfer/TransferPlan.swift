internal import Platform

/// The new name of each of an asset's files, and which of them are there already.
struct TransferPlan {
  struct Part {
    let file: TransferFiles.File
    let kind: FileOperation.Kind
    let name: [UInt8]
    let path: [UInt8]
    /// True if the file has its new path already, so that nothing is done.
    let isThere: Bool
    /// The content of a sidecar that is written; nil for any other file.
    var content: WrittenContent?
  }

  let folder: TargetFolder
  /// The number that all names have; 1 for none.
  let number: Int
  /// The files, the main file first.
  let parts: [Part]

  var missing: [Part] { parts.filter { !$0.isThere } }

  /// Tries `name`, then `name 2`, `name 3` … until the name of each file is free or has that file, and
  /// that of each namesake, too.
  ///
  /// - Parameters:
  ///   - first: the number that a namesake got, which is tried first; nil for none.
  ///   - forecast: the simulated effects of a dry run until now.
  ///   - trash: the trash that the folder belongs to; nil for any other folder.
  /// - Throws: ``FileProblem`` if all ten thousand names are taken.
  init(
    _ files: TransferFiles, by kind: FileOperation.Kind, into folder: TargetFolder,
    as stem: [UInt8], beginningAt first: Int? = nil, after forecast: DryRunTransfers,
    in trash: FreeDesktopTrash? = nil
  ) throws(FileProblem) {
    let keepsName = files.keepsName(stem)
    let own = OutputName(
      stem: stem, endings: files.files.map { keepsName ? $0.ending : $0.mark + $0.ending },
      ownStems: keepsName ? files.files.map(\.ownStem) : [], reserve: trash?.noteEnding ?? 0)
    // `20240101_120003_001 2.jpg` is no name of a frame: `20240101_120003 2_BURST001.jpg` is.
    let numbered =
      keepsName
      ? files.burstStem.map { stem in
        OutputName(
          stem: stem, endings: files.files.map { $0.mark + $0.ending },
          reserve: trash?.noteEnding ?? 0)
      } : nil
    let mark = files.files.first?.mark ?? []
    func isTaken(_ namesake: TransferFiles.Namesake, _ number: Int) -> Bool {
      let name = number > 1 ? numbered ?? own : own
      let hasMark = !keepsName || number > 1 && numbered != nil
      let bytes = name.bytes(number, ending: (hasMark ? mark : []) + namesake.ending)
      let path = FileLocation.joined(folder.path, bytes)
      if forecast.content(of: path) == nil {
        guard let handle = folder.handle,
          FileLocation(bytes, in: handle, at: folder.path).status != nil
        else { return false }
      }
      guard let file = try? namesake.from.open() else { return true }
      let part = TransferFiles.File(
        type: "", file: file, from: namesake.from, ending: namesake.ending)
      return TargetState(of: path, bytes, in: folder, for: part, by: kind, after: forecast)
        == .taken
    }
    func plan(_ number: Int) throws(FileProblem) -> [Part]? {
      let name = number > 1 ? numbered ?? own : own
      return try Self.parts(files, name, number, kind, folder, forecast, trash)
    }
    if let first, let parts = try plan(first) {
      (self.folder, self.parts, number) = (folder, parts, first)
      return
    }
    for number in 1...OutputFolder.nameLimit {
      guard let parts = try plan(number),
        trash != nil || !files.namesakes.contains(where: { isTaken($0, number) })
      else { continue }
      (self.folder, self.parts, self.number) = (folder, parts, number)
      return
    }
    throw OutputFolder.tooMany
  }

  /// Gives what belongs to the main file the stem and the number of a copy of that, which is in the
  /// folder under `name`; a file is left out if another one has its name.
  init(
    _ files: TransferFiles, beside name: [UInt8], in folder: TargetFolder,
    after forecast: DryRunTransfers
  ) {
    var (stem, number) = (OutputName.parts(name).stem, 1)
    if !files.keepsName(stem), let space = stem.lastIndex(of: UInt8(ascii: " ")),
      let second = Int(String(decoding: stem[(space + 1)...], as: UTF8.self)), second > 1,
      files.keepsName(Array(stem[..<space]))
    {
      (stem, number) = (Array(stem[..<space]), second)
    }
    let keepsName = files.keepsName(stem)
    let names = OutputName(
      stem: stem, endings: files.files.map { keepsName ? $0.ending : $0.mark + $0.ending },
      ownStems: keepsName ? files.files.map(\.ownStem) : [])
    self.folder = folder
    self.number = number
    parts = files.files.enumerated().compactMap { [number] place, file -> Part? in
      let bytes = place == 0 ? name : names.bytes(number, of: place)
      let path = FileLocation.joined(folder.path, bytes)
      let state: TargetState =
        place == 0
        ? .ours
        : TargetState(of: path, bytes, in: folder, for: file, by: .copy, after: forecast)
      if state == .taken { return nil }
      return Part(file: file, kind: .copy, name: bytes, path: path, isThere: state == .ours)
    }
  }

  /// Returns the names with a number; nil if one of them is taken.
  private static func parts(
    _ files: TransferFiles, _ name: OutputName, _ number: Int, _ kind: FileOperation.Kind,
    _ folder: TargetFolder, _ forecast: DryRunTransfers, _ trash: FreeDesktopTrash?
  ) throws(FileProblem) -> [Part]? {
    var parts: [Part] = []
    for (place, file) in files.files.enumerated() {
      let bytes = name.bytes(number, of: place)
      let path = FileLocation.joined(folder.path, bytes)
      if let sidecar = file.written {
        let isMainThere = parts.first?.isThere ?? false
        let state = try WrittenContent.State(
          sidecar, bytes, in: folder, for: file, replacing: isMainThere, after: forecast)
        guard case .possible(let content) = state else { return nil }
        parts.append(
          Part(
            file: file, kind: .write, name: bytes, path: path,
            isThere: content.bytes == content.previous, content: content))
        continue
      }
      // A sidecar that other pictures need, too, is copied instead of moved.
      let own: FileOperation.Kind = kind == .move && file.isShared ? .copy : kind
      let occupant = TargetState(of: path, bytes, in: folder, for: file, by: own, after: forecast)
      if occupant == .taken || trash?.hasNote(for: path) == true { return nil }
      // A sidecar of several pictures came there with another one of them.
      let isOnto = occupant == .ours && own == .move && file.isSidecar && path != file.from.path
      parts.append(
        Part(
          file: file, kind: isOnto ? .moveOnto : file.isMade ? .write : own, name: bytes,
          path: path, isThere: occupant == .ours && !isOnto))
    }
    return parts
  }
}

/// The state of a name in the target folder.
private enum TargetState {
  case free
  /// The file itself has the name already.
  case ours
  case taken

  init(
    of path: [UInt8], _ name: [UInt8], in folder: TargetFolder, for file: TransferFiles.File,
    by kind: FileOperation.Kind, after forecast: DryRunTransfers
  ) {
    switch forecast.content(of: path) {
    case .nothing?: self = .free
    case .file(let other, let made)?:
      self = Self.isOurs(file, kind, other: other, linked: made == .symbolicLink) ? .ours : .taken
    case nil:
      guard let handle = folder.handle else {
        self = .free
        return
      }
      let point = FileLocation(name, in: handle, at: folder.path)
      guard let status = point.status else {
        self = .free
        return
      }
      if kind == .trash {
        self = .taken
      } else if kind == .symbolicLink {
        self = point.linkText == file.from.path ? .ours : .taken
      } else if kind == .hardLink || kind == .move && !file.isSidecar {
        self = status.isSameFile(as: file.file.status) ? .ours : .taken
      } else {
        self = Self.isOurs(file, kind, other: try? point.open(), linked: false) ? .ours : .taken
      }
    }
  }

  /// True if the file with the name is the one that the operation would create; `other` is that
  /// file, or in a dry run its source; `linked` is true for a symbolic link of the dry run.
  private static func isOurs(
    _ file: TransferFiles.File, _ kind: FileOperation.Kind, other: OpenFile?, linked: Bool
  ) -> Bool {
    guard let other else { return false }
    switch kind {
    case .write, .moveOnto: return false
    case .symbolicLink: return linked && other.status.isSameFile(as: file.file.status)
    case .hardLink: return !linked && other.status.isSameFile(as: file.file.status)
    case .trash: return false
    case .move where !file.isSidecar: return other.status.isSameFile(as: file.file.status)
    case .copy, .move:
      return !linked && other.status.size == file.file.status.size
        && (try? ContentComparison().areEqual(file.file, other)) == true
    }
  }
}

/// The files that a dry run would have created so far, so that it reports the names of a real run,
/// for which this is empty. Confined to one worker thread.
final class DryRunTransfers {
  enum Content {
    case nothing
    /// The source of a file, if it can be opened, and the operation that would create it.
    case file(OpenFile?, FileOperation.Kind)
  }

  private var kinds: [[UInt8]: (source: [UInt8], kind: FileOperation.Kind)?] = [:]

  /// Returns the file that the dry run would have put at a path, `nothing` if it took one away from
  /// there; nil if it did neither.
  func content(of path: [UInt8]) -> Content? {
    guard let known = kinds[path] else { return nil }
    guard let known else { return .nothing }
    return .file(try? FileLocation(at: known.source).open(), known.kind)
  }

  /// Returns the path of the file that the dry run would have put at a path; nil for none.
  func source(of path: [UInt8]) -> [UInt8]? { kinds[path].flatMap { $0?.source } }

  /// Returns true if the dry run took the file at a path away.
  func takesAway(_ path: [UInt8]) -> Bool {
    if let known = kinds[path] { known == nil } else { false }
  }

  func note(_ plan: TransferPlan) {
    for part in plan.missing {
      let from = part.file.from.path
      let source = source(of: from) ?? from
      if part.kind.removesOriginal { kinds[from] = .some(nil) }
      kinds[part.path] = (source, part.kind)
    }
  }
}
