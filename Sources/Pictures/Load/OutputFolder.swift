internal import CSystem
internal import Platform

/// The folder that loaded files are put into. A file appears in it whole or not at all.
final class OutputFolder {
  private let path: OwnedBytes
  private let handle: DirectoryHandle
  private let comparison = ContentComparison()
  private var isCleared = false

  /// How many names are tried for one file.
  private static let nameLimit = 10_000
  /// What files may be used for, less what the person's mask takes away.
  static let fileMode: UInt32 = 0o666

  /// Opens the folder, or makes it.
  init(_ path: String) throws(OutputProblem) {
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw OutputProblem.notWritable(
        "can't make the folder \"\(path)\": \(FileProblem(error: errno).reason)")
    }
    do {
      handle = try DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    } catch {
      throw OutputProblem.notWritable("can't use the folder \"\(path)\": \(error.reason)")
    }
    guard faccessat(handle.descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw OutputProblem.notWritable(
        "can't write into the folder \"\(path)\": \(FileProblem(error: errno).reason)")
    }
    guard let resolved = realpath(path, nil) else {
      throw OutputProblem.notWritable("can't use the folder \"\(path)\"")
    }
    defer { free(resolved) }
    self.path = OwnedBytes(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Gives the file a second name here; nil where the file system can't.
  func link(_ file: OpenFile, at path: [UInt8], as name: [UInt8]) throws(FileProblem) -> [UInt8]? {
    let source = OwnedBytes(path)
    return try place(OutputName(name)) { target in
      // By what is open, as the path may lead to another file by now.
      if csystem_name_file(file.descriptor, handle.descriptor, target) == 0 { return 0 }
      guard errno == ENOENT || errno == ENOTSUP else { return errno }
      let linked = source.withCString { linkat(AT_FDCWD, $0, handle.descriptor, target, 0) }
      guard linked == 0 else { return errno }
      if let status = FileStatus(directory: handle.descriptor, name: target),
        status.isSameFile(as: file.status)
      {
        return 0
      }
      unlinkat(handle.descriptor, target, 0)
      return EXDEV
    } isOurs: { status in
      status.isSameFile(as: file.status)
    }
  }

  /// Copies the file here, unless a copy of it lies here already.
  ///
  /// - Parameter advance: is told of each piece's bytes; answers false to stop.
  func copy(
    _ file: OpenFile, as name: [UInt8], advance: (Int) -> Bool
  ) throws(FileProblem) -> [UInt8] {
    if let earlier = earlierCopy(of: file, as: OutputName(name)) {
      _ = advance(Int(file.status.size))
      return earlier
    }
    let pending = try begin(name)
    try transfer(file, to: pending.descriptor, advance)
    guard FileStatus(descriptor: file.descriptor)?.hasSameContent(as: file.status) == true else {
      throw FileProblem("the file changed while it was copied")
    }
    keepTimes(of: file, on: pending.descriptor)
    return try pending.commitNew()
  }

  /// A new file, to be given that name once it is whole.
  func begin(_ name: [UInt8]) throws(FileProblem) -> PendingFile {
    let file = try PartialFile(in: handle, mode: Self.fileMode)
    if file.isHidden, !isCleared {
      isCleared = true
      PartialFile.removeAbandoned(in: handle)
    }
    return PendingFile(file, for: OutputName(name), in: self)
  }

  /// Names a file that was begun here; answers the whole path.
  func place(_ file: PartialFile, as name: OutputName) throws(FileProblem) -> [UInt8] {
    let placed = try place(name) {
      file.place(as: $0)
    } isOurs: { _ in
      false
    }
    guard let placed else { throw FileProblem("the file system of the folder has no links") }
    return placed
  }

  /// A file of that name, or of a numbered one, with the same bytes.
  func earlierCopy(of file: OpenFile, as name: OutputName) -> [UInt8]? {
    for number in 1...Self.nameLimit {
      let target = OwnedBytes(name.bytes(number))
      let opened = try? target.withCString { (name) throws(FileProblem) in
        try OpenFile(directory: handle.descriptor, name: name)
      }
      guard let opened else { return nil }
      if opened.status.size == file.status.size, (try? comparison.areEqual(file, opened)) == true {
        return whole(target)
      }
    }
    return nil
  }

  private func transfer(
    _ file: OpenFile, to output: Int32, _ advance: (Int) -> Bool
  ) throws(FileProblem) {
    var offset: Int64 = 0
    while offset < file.status.size {
      let count = csystem_copy(file.descriptor, output, offset, 8 << 20)
      if count < 0 { throw FileProblem(error: Int32(truncatingIfNeeded: -count)) }
      guard count > 0 else { throw FileProblem("the file changed while it was copied") }
      offset += Int64(count)
      guard advance(count) else { throw FileProblem("interrupted") }
    }
  }

  private func keepTimes(of file: OpenFile, on output: Int32) {
    let seconds = floorDivide(file.status.modified, 1_000_000_000)
    var modified = timespec()
    modified.tv_sec = Int(seconds.quotient)
    modified.tv_nsec = Int(seconds.remainder)
    _ = withUnsafePointer(to: (modified, modified)) { pair in
      pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(output, $0) }
    }
  }

  /// Tries `name`, then `name 2`, `name 3` … until `make` finds the name free.
  ///
  /// - Parameter make: answers 0, or an errno.
  private func place(
    _ name: OutputName, _ make: (UnsafePointer<CChar>) -> Int32, isOurs: (FileStatus) -> Bool
  ) throws(FileProblem) -> [UInt8]? {
    for number in 1...Self.nameLimit {
      let target = OwnedBytes(name.bytes(number))
      let error = target.withCString { make($0) }
      if error == 0 { return whole(target) }
      if error == EXDEV || error == EPERM || error == EMLINK || error == ENOTSUP { return nil }
      guard error == EEXIST else { throw FileProblem(error: error) }
      let status = target.withCString { FileStatus(directory: handle.descriptor, name: $0) }
      if let status, isOurs(status) { return whole(target) }
    }
    throw FileProblem("ten thousand files have that name already")
  }

  private func whole(_ name: OwnedBytes) -> [UInt8] {
    Array(path.bytes) + [UInt8(ascii: "/")] + Array(name.bytes)
  }
}
