internal import Platform

/// What a stage is about to do with an asset's files: each with its new name, and which of them are
/// there already.
struct TransferPlan {
  struct Part {
    let file: TransferFiles.File
    let kind: Deed.Kind
    let name: [UInt8]
    /// The whole path of its new name.
    let path: [UInt8]
    /// Whether it has that name already, so that nothing is done.
    let isThere: Bool
  }

  let folder: TargetFolder
  /// The main file first.
  let parts: [Part]

  var missing: [Part] { parts.filter { !$0.isThere } }

  /// Tries `name`, then `name 2`, `name 3` … until all files find their names free, or their own.
  ///
  /// - Parameter forecast: what a dry run would have done until here.
  /// - Throws: ``FileProblem`` when ten thousand files have that name.
  init(
    _ files: TransferFiles, by kind: Deed.Kind, into folder: TargetFolder, as stem: [UInt8],
    after forecast: TransferForecast
  ) throws(FileProblem) {
    let name = OutputName(stem: stem, endings: files.files.map(\.ending))
    for number in 1...OutputFolder.nameLimit {
      var parts: [Part] = []
      for (place, file) in files.files.enumerated() {
        let bytes = name.bytes(number, of: place)
        let path = FilePoint.joined(folder.path, bytes)
        // Other pictures keep a sidecar that they need, too.
        let own: Deed.Kind = kind == .move && file.isShared ? .copy : kind
        let occupant = Occupant(
          of: path, bytes, in: folder, for: file, by: own, after: forecast)
        if occupant == .taken { break }
        parts.append(
          Part(file: file, kind: own, name: bytes, path: path, isThere: occupant == .ours))
      }
      guard parts.count == files.files.count else { continue }
      self.folder = folder
      self.parts = parts
      return
    }
    throw OutputFolder.tooMany
  }
}

/// What has a name that a file is to get.
private enum Occupant {
  case free
  /// The file that is to be there.
  case ours
  case taken

  init(
    of path: [UInt8], _ name: [UInt8], in folder: TargetFolder, for file: TransferFiles.File,
    by kind: Deed.Kind, after forecast: TransferForecast
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
      let point = FilePoint(name, in: handle, at: folder.path)
      guard let status = point.status else {
        self = .free
        return
      }
      if kind == .symbolicLink {
        self = point.linkText == file.from.path ? .ours : .taken
      } else if kind == .hardLink || kind == .move && !file.isSidecar {
        self = status.isSameFile(as: file.file.status) ? .ours : .taken
      } else {
        self = Self.isOurs(file, kind, other: try? point.open(), linked: false) ? .ours : .taken
      }
    }
  }

  /// - Parameters:
  ///   - other: the file that has the name, or that it will be made of.
  ///   - linked: whether it is a symbolic link to that.
  private static func isOurs(
    _ file: TransferFiles.File, _ kind: Deed.Kind, other: OpenFile?, linked: Bool
  ) -> Bool {
    guard let other else { return false }
    switch kind {
    case .symbolicLink: return linked && other.status.isSameFile(as: file.file.status)
    case .hardLink: return !linked && other.status.isSameFile(as: file.file.status)
    case .move where !file.isSidecar: return other.status.isSameFile(as: file.file.status)
    case .copy, .move:
      return !linked && other.status.size == file.file.status.size
        && (try? ContentComparison().areEqual(file.file, other)) == true
    }
  }
}
