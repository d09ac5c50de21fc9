internal import CSystem
internal import Platform

/// A file that is to be put into an output folder.
package struct OutgoingFile {
  /// The open file.
  package let file: OpenFile
  /// The path of the source file, from which a hard link is made if the open file can't be linked;
  /// empty if it has none. A generated sidecar has the path of its original.
  package let path: [UInt8]
}

/// Puts the files of an asset into the folder under one name and one number: all of them, or none.
/// The main file, the first, is made last. If the process is killed before, the next run completes
/// the files: it finds the same bytes under the same name.
extension OutputFolder {
  /// Makes hard links to the files; returns their paths, nil if the file system has no links.
  func link(_ files: [OutgoingFile], as name: OutputName) throws(FileProblem) -> [[UInt8]]? {
    try place(files, as: name) { place, target in
      guard let status = target.withCString({ self.status(of: $0) }) else { return .free }
      return status.isSameFile(as: files[place].file.status) ? .ours : .taken
    } make: { (place, target) throws(FileProblem) in
      var error: Int32 = 0
      func link() -> Bool {
        error = target.withCString { self.link(files[place], as: $0) }
        return error == 0
      }
      if let written { _ = written.noting(files[place].file.status, link) } else { _ = link() }
      return error == 0 ? .made : try Self.outcome(of: error)
    }
  }

  /// Copies the files, unless copies of all of them exist in the folder already; `advance` gets the
  /// number of bytes of each piece, and returns false to stop.
  func copy(
    _ files: [OutgoingFile], as name: OutputName, advance: (Int64) -> Bool
  ) throws(FileProblem) -> [[UInt8]] {
    var copies: [Int: PartialFile] = [:]
    var reported: Set<Int> = []
    let placed = try place(files, as: name) { place, target in
      let file = files[place].file
      let opened = target.withCString { name in
        Result { () throws(FileProblem) in
          try OpenFile(directory: handle.descriptor, name: name)
        }
      }
      switch opened {
      case .success(let other):
        let isSame =
          other.status.size == file.status.size
          && (try? comparison.areEqual(file, other)) == true
        return isSame ? .ours : .taken
      // A file that can't be opened still has the name.
      case .failure: return target.withCString { status(of: $0) } == nil ? .free : .taken
      }
    } prepare: { (missing) throws(FileProblem) in
      for place in files.indices where copies[place] == nil {
        if missing.contains(place) {
          let isReported = reported.contains(place)
          copies[place] = try copy(of: files[place].file) { isReported ? advance(0) : advance($0) }
        } else if !reported.contains(place) {
          _ = advance(files[place].file.status.size)
        }
        // The same file may exist under another number already; its bytes count once.
        reported.insert(place)
      }
      // If a movie changes while its picture is copied, the two no longer belong together.
      for place in missing { try PartialFile.checkUnchanged(files[place].file) }
    } make: { (place, target) throws(FileProblem) in
      guard let copy = copies.removeValue(forKey: place) else {
        throw FileProblem("the copy of the file is gone")
      }
      let error = target.withCString { copy.place(as: $0) }
      if error == EEXIST { copies[place] = copy }
      return error == 0 ? .made : try Self.outcome(of: error)
    }
    guard let placed else { throw Self.noLinks }
    return placed
  }

  private enum TargetState {
    case free
    /// The file itself has the name already.
    case ours
    case taken
  }

  private enum PlacementResult {
    case made
    /// Another process took the name meanwhile.
    case taken
    /// The file system does not support the operation.
    case impossible
  }

  private static func outcome(of error: Int32) throws(FileProblem) -> PlacementResult {
    switch error {
    case EEXIST: return .taken
    case EXDEV, EPERM, EMLINK, ENOTSUP: return .impossible
    default: throw FileProblem(error: error)
    }
  }

  /// Tries `name`, then `name 2`, `name 3` … until each file's name is free, or has the file;
  /// `prepare` gets the indices of the files to make, `make` gives a file its name. Returns the
  /// paths; nil if the file system can't.
  private func place(
    _ files: [OutgoingFile], as name: OutputName, occupant: (Int, OwnedBytes) -> TargetState,
    prepare: ([Int]) throws(FileProblem) -> Void = { (_) throws(FileProblem) in },
    make: (Int, OwnedBytes) throws(FileProblem) -> PlacementResult
  ) throws(FileProblem) -> [[UInt8]]? {
    for number in 1...Self.nameLimit {
      let targets = files.indices.map { OwnedBytes(name.bytes(number, of: $0)) }
      var missing: [Int] = []
      var isTaken = false
      for (place, target) in targets.enumerated() where !isTaken {
        switch occupant(place, target) {
        case .free: missing.append(place)
        case .ours: break
        case .taken: isTaken = true
        }
      }
      if isTaken { continue }
      try prepare(missing)
      var made: [Int] = []
      var outcome = PlacementResult.made
      do throws(FileProblem) {
        for place in missing.reversed() where outcome == .made {
          outcome = try make(place, targets[place])
          if outcome == .made { made.append(place) }
        }
      } catch {
        for place in made { remove(targets[place]) }
        throw error
      }
      if outcome == .made { return targets.map(whole) }
      for place in made { remove(targets[place]) }
      if outcome == .impossible { return nil }
    }
    throw Self.tooMany
  }

  private func remove(_ name: OwnedBytes) {
    _ = name.withCString { unlinkat(handle.descriptor, $0, 0) }
  }

  /// Returns the status of the file with the name; nil if none exists.
  private func status(of name: UnsafePointer<CChar>) -> FileStatus? {
    FileStatus(directory: handle.descriptor, name: name)
  }

  /// Links the file; returns 0, or an errno.
  private func link(_ outgoing: OutgoingFile, as target: UnsafePointer<CChar>) -> Int32 {
    // The open file is linked, as its path may have another file by now.
    if csystem_name_file(outgoing.file.descriptor, handle.descriptor, target) == 0 { return 0 }
    guard errno == ENOENT || errno == ENOTSUP else { return errno }
    let source = OwnedBytes(outgoing.path)
    let linked = source.withCString { linkat(AT_FDCWD, $0, handle.descriptor, target, 0) }
    guard linked == 0 else { return errno }
    if let status = status(of: target), status.isSameFile(as: outgoing.file.status) { return 0 }
    unlinkat(handle.descriptor, target, 0)
    return EXDEV
  }

  private func copy(
    of file: OpenFile, _ advance: (Int64) -> Bool
  ) throws(FileProblem) -> PartialFile {
    // Like cp(1): the copy has no more permissions than the original.
    let copy = try beginFile(mode: file.status.permissions)
    try copy.fill(from: file, advance)
    return copy
  }
}
