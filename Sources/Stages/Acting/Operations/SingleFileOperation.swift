internal import CSystem
internal import Platform

/// An operation on one file: moves, copies, links or trashes it, and never overwrites a file. Each kind ends
/// with the whole file under the new name, or with nothing there. A move to another file system
/// copies, syncs and compares before it removes the original.
struct SingleFileOperation {
  let kind: FileOperation.Kind
  /// The source file, open since its hash was computed.
  let file: OpenFile
  let from: FileLocation
  let to: FileLocation
  /// The content of a sidecar that is written; nil for a picture, which ``file`` contains.
  var content: WrittenContent?
  /// The files that a watched rule wrote, to which this one is added; nil if no watch has to know.
  var written: WrittenFiles?
  /// Receives the number of bytes of each copied piece; returns false to cancel.
  var advance: (Int64) -> Bool = { _ in true }

  enum Outcome {
    case done
    /// Another file got the name meanwhile.
    case taken
  }

  func run() throws(FileProblem) -> Outcome {
    switch kind {
    case .copy: try copy(keepsMode: false)
    case .move: try move()
    case .hardLink: try hardLink()
    case .symbolicLink: try symbolicLink()
    case .trash: try trash()
    case .write: try write()
    case .moveOnto: try moveOnto()
    }
  }

  private func moveOnto() throws(FileProblem) -> Outcome {
    guard to.status != nil else { throw Self.replaced }
    try removeSource(behind: try to.open())
    return .done
  }

  /// Writes a sidecar or a picture; replaces a file only if it still has the content that was read.
  private func write() throws(FileProblem) -> Outcome {
    guard let content else { return try writePicture() }
    let made = try PartialFile(
      in: to.folder, mode: file.status.permissions & 0o666, notedBy: written)
    try made.fill(with: content.bytes)
    guard let previous = content.previous else {
      return try Self.outcome(of: to.name.withCString { made.place(as: $0) })
    }
    let present = try to.open()
    guard try present.bytes(atMost: previous.count) == previous else { throw Self.replaced }
    guard fchmod(made.descriptor, mode_t(present.status.permissions)) == 0 else {
      throw FileProblem(error: errno)
    }
    try PrivateFolder.sync(made.descriptor)
    try to.name.withCString { (name) throws(FileProblem) in try made.replace(name) }
    return .done
  }

  /// Writes a picture that was made from the source, with the permissions and the time of that.
  private func writePicture() throws(FileProblem) -> Outcome {
    guard let original = from.status else { throw Self.replaced }
    let made = try PartialFile(in: to.folder, mode: original.permissions, notedBy: written)
    try made.fill(from: file, advance)
    made.setModified(original.modified)
    return try Self.outcome(of: to.name.withCString { made.place(as: $0) })
  }

  /// Moves the file into the trash, whose note comes first, so that no file there lacks one.
  private func trash() throws(FileProblem) -> Outcome {
    guard let trash = SystemTrash.current else { throw SystemTrash.isMissing }
    guard try trash.note(from.path, for: to.path) else { return .taken }
    do throws(FileProblem) {
      let outcome = try move()
      if outcome == .taken { trash.removeNote(of: from.path, for: to.path) }
      return outcome
    } catch {
      trash.removeNote(of: from.path, for: to.path)
      throw error
    }
  }

  private func move() throws(FileProblem) -> Outcome {
    try checkSource()
    let error = naming {
      from.name.withCString { name in
        to.name.withCString {
          csystem_move_new(from.folder.descriptor, name, to.folder.descriptor, $0)
        }
      }
    }
    if error == 0 {
      guard to.status?.isSameFile(as: file.status) == true else {
        // Another file had replaced the source in between; it is moved back.
        _ = from.name.withCString { name in
          to.name.withCString {
            csystem_move_new(to.folder.descriptor, $0, from.folder.descriptor, name)
          }
        }
        throw Self.replaced
      }
      return .done
    }
    if error == EEXIST { return .taken }
    guard error == EXDEV else { throw FileProblem(error: error) }
    return try moveAcross()
  }

  private func moveAcross() throws(FileProblem) -> Outcome {
    guard try copy(keepsMode: true) == .done else { return .taken }
    let placed = try to.open()
    do throws(FileProblem) {
      try removeSource(behind: placed)
    } catch {
      // Another program may have replaced it meanwhile.
      if to.status?.hasSameContent(as: placed.status) == true { try? to.remove() }
      throw error
    }
    return .done
  }

  /// Removes the source, after comparing the copy's bytes with it and syncing the copy to the disk.
  func removeSource(behind copy: OpenFile) throws(FileProblem) {
    guard copy.status.size == file.status.size, try ContentComparison().areEqual(file, copy) else {
      throw FileProblem("the copy differs from the original")
    }
    try PrivateFolder.sync(copy.descriptor)
    try to.syncFolder()
    try PartialFile.checkUnchanged(file)
    try checkSource()
    try from.remove()
  }

  /// Copies the file; `keepsMode` copies permissions and attributes, regardless of the umask.
  private func copy(keepsMode: Bool) throws(FileProblem) -> Outcome {
    let copy = try PartialFile(in: to.folder, mode: file.status.permissions, notedBy: written)
    try copy.fill(from: file, advance)
    if keepsMode {
      guard csystem_copy_attributes(file.descriptor, copy.descriptor) == 0,
        fchmod(copy.descriptor, mode_t(file.status.permissions)) == 0
      else {
        throw FileProblem(error: errno)
      }
      try PrivateFolder.sync(copy.descriptor)
    }
    return try Self.outcome(of: to.name.withCString { copy.place(as: $0) })
  }

  private func hardLink() throws(FileProblem) -> Outcome {
    try checkSource()
    let error = naming {
      from.name.withCString { name in
        to.name.withCString { linkat(from.folder.descriptor, name, to.folder.descriptor, $0, 0) }
      }
    }
    if [EXDEV, EPERM, EMLINK, ENOTSUP].contains(error) {
      throw FileProblem(
        "the file system can't give it a second name there; write kind = \"symbolic\", or copy it")
    }
    let outcome = try Self.outcome(of: error)
    if outcome == .done, to.status?.isSameFile(as: file.status) != true {
      try? to.remove()
      throw Self.replaced
    }
    return outcome
  }

  /// Gives the file another name by a system call; returns 0 or an errno.
  private func naming(_ call: () -> Int32) -> Int32 {
    var error: Int32 = 0
    func give() -> Bool {
      error = call() == 0 ? 0 : errno
      return error == 0
    }
    if let written { _ = written.noting(file.status, give) } else { _ = give() }
    return error
  }

  private func symbolicLink() throws(FileProblem) -> Outcome {
    let linked = OwnedBytes(from.path).withCString { path in
      to.name.withCString { symlinkat(path, to.folder.descriptor, $0) }
    }
    return try Self.outcome(of: linked == 0 ? 0 : errno)
  }

  private static func outcome(of error: Int32) throws(FileProblem) -> Outcome {
    switch error {
    case 0: return .done
    case EEXIST: return .taken
    default: throw FileProblem(error: error)
    }
  }

  private func checkSource() throws(FileProblem) {
    guard from.status?.hasSameContent(as: file.status) == true else { throw Self.replaced }
  }

  private static let replaced = FileProblem(
    "the file changed, or went away, since it was looked at")
}
