internal import CSystem
internal import Platform

/// An operation on one file: moves, copies, links or trashes it, and never overwrites a file. Each
/// kind ends with the whole file under the new name, or with nothing there. A move to another file
/// system copies, syncs and compares before it removes the original.
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
  /// The hash that a file which is written has to have when it is read back from its disk; nil to
  /// write without this check.
  var digest: ContentDigest?
  /// The run, which counts the copied bytes and may be cancelled; nil if the operation has to come to
  /// its end.
  var link: RunLink?

  enum Outcome {
    case done
    /// Another file got the name meanwhile.
    case taken
  }

  func run() throws(FileProblem) -> Outcome { try finish(verified(prepare())) }

  /// Writes the new file, without its name; returns nil for an operation that writes none.
  func prepare() throws(FileProblem) -> PartialFile? {
    switch kind {
    case .copy: try copied(keepsMode: false)
    case .write: try newFile()
    case .move, .moveOnto, .hardLink, .symbolicLink, .trash: nil
    }
  }

  /// Returns the check of the file of ``prepare()``; nil for none.
  func verification(of made: PartialFile?) throws(FileProblem) -> CopyVerification? {
    guard let made, let digest else { return nil }
    return try CopyVerification(of: made, digest)
  }

  private func verified(_ made: PartialFile?) throws(FileProblem) -> PartialFile? {
    try verification(of: made)?.run(until: link?.cancellation)
    return made
  }

  /// Gives the file of ``prepare()`` its name, or does what needs no file.
  func finish(_ made: PartialFile?) throws(FileProblem) -> Outcome {
    guard let made else { return try act() }
    if let previous = content?.previous { return try replace(previous, by: made) }
    return try Self.outcome(of: to.name.withCString { made.place(as: $0) })
  }

  private func act() throws(FileProblem) -> Outcome {
    switch kind {
    case .move: try move()
    case .hardLink: try hardLink()
    case .symbolicLink: try symbolicLink()
    case .trash: try trash()
    case .moveOnto: try moveOnto()
    case .copy, .write: preconditionFailure("a file that is written was prepared")
    }
  }

  private func moveOnto() throws(FileProblem) -> Outcome {
    guard to.status != nil else { throw Self.replaced }
    try removeSource(behind: try to.open())
    return .done
  }

  /// Writes a sidecar; or a picture that was made from the source, with the permissions and the time
  /// of that.
  private func newFile() throws(FileProblem) -> PartialFile {
    if let content {
      let made = try PartialFile(
        in: to.folder, mode: file.status.permissions & 0o666, notedBy: written)
      try made.fill(with: content.bytes)
      return made
    }
    guard let original = from.status else { throw Self.replaced }
    let made = try PartialFile(in: to.folder, mode: original.permissions, notedBy: written)
    try fill(made)
    made.setModified(original.modified)
    return made
  }

  /// Replaces a sidecar only if it still has the content that was read.
  private func replace(_ previous: [UInt8], by made: PartialFile) throws(FileProblem) -> Outcome {
    let present = try to.open()
    guard try present.bytes(atMost: previous.count) == previous else { throw Self.replaced }
    guard fchmod(made.descriptor, mode_t(present.status.permissions)) == 0 else {
      throw FileProblem(error: errno)
    }
    try PrivateFolder.sync(made.descriptor)
    try to.name.withCString { (name) throws(FileProblem) in try made.replace(name) }
    return .done
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
    guard try finish(verified(copied(keepsMode: true))) == .done else { return .taken }
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

  /// Copies the file with its date, and its attributes if the copy is verified; `keepsMode` demands
  /// attributes and permissions, regardless of the umask.
  private func copied(keepsMode: Bool) throws(FileProblem) -> PartialFile {
    let copy = try PartialFile(in: to.folder, mode: file.status.permissions, notedBy: written)
    try fill(copy)
    if keepsMode {
      guard csystem_copy_attributes(file.descriptor, copy.descriptor) == 0,
        fchmod(copy.descriptor, mode_t(file.status.permissions)) == 0
      else {
        throw FileProblem(error: errno)
      }
      try PrivateFolder.sync(copy.descriptor)
    } else if digest != nil {
      _ = csystem_copy_attributes(file.descriptor, copy.descriptor)
    }
    return copy
  }

  private func fill(_ made: PartialFile) throws(FileProblem) {
    try made.fill(from: file) { count in
      link?.progress.complete(bytes: Int(clamping: count))
      return link?.cancellation.isCancelled != true
    }
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
