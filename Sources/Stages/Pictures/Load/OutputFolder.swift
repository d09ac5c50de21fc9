internal import CSystem
internal import Platform

/// The folder for loaded files, in which a file appears complete or not at all.
package final class OutputFolder {
  let handle: DirectoryHandle
  let comparison = ContentComparison()
  private let path: OwnedBytes
  let written: WrittenFiles?
  private var isCleared = false

  /// The maximum number of names tried for one file.
  package static let nameLimit = 10_000
  /// The permissions of new files, before the user's umask is applied.
  static let fileMode: UInt32 = 0o666

  /// Opens or makes the folder; `written`, if not nil, receives each file before it gets its name.
  init(_ path: String, notedBy written: WrittenFiles? = nil) throws(OutputProblem) {
    self.written = written
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
    guard let real = RealPath(path) else {
      throw OutputProblem.notWritable("can't use the folder \"\(path)\"")
    }
    self.path = OwnedBytes(real.bytes)
  }

  /// Begins a file with these permissions, before the user's umask is applied.
  func beginFile(mode: UInt32 = fileMode) throws(FileProblem) -> PartialFile {
    let file = try PartialFile(in: handle, mode: mode, notedBy: written)
    if file.isHidden, !isCleared {
      isCleared = true
      PartialFile.removeAbandoned(in: handle)
    }
    return file
  }

  /// Names a file as ``place(_:as:)`` does, or returns an earlier run's with that name and content.
  func commit(_ file: PartialFile, as name: OutputName) throws(FileProblem) -> [UInt8] {
    let written = try OpenFile(copying: file.descriptor)
    if let earlier = earlierCopy(of: written, as: name) { return earlier }
    return try place(file, as: name)
  }

  /// Gives a file that was begun here its name; returns the whole path.
  func place(_ file: PartialFile, as name: OutputName) throws(FileProblem) -> [UInt8] {
    for number in 1...Self.nameLimit {
      let target = OwnedBytes(name.bytes(number))
      let error = target.withCString { file.place(as: $0) }
      if error == 0 { return whole(target) }
      switch error {
      case EEXIST: continue
      case EXDEV, EPERM, EMLINK, ENOTSUP: throw Self.noLinks
      default: throw FileProblem(error: error)
      }
    }
    throw Self.tooMany
  }

  static let noLinks = FileProblem("the file system of the folder has no links")
  /// The problem when the numbers for a name are used up.
  package static let tooMany = FileProblem("ten thousand files have that name already")

  private func earlierCopy(of file: OpenFile, as name: OutputName) -> [UInt8]? {
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

  func whole(_ name: OwnedBytes) -> [UInt8] {
    Array(path.bytes) + [UInt8(ascii: "/")] + Array(name.bytes)
  }
}

/// The reason why the user's output can't be written.
package enum OutputProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user named no output.
  case notNamed(String)
  /// The output can't be written; the text names it and the cause.
  case notWritable(String)

  package var description: String {
    switch self {
    case .notNamed(let message), .notWritable(let message): message
    }
  }
}
