internal import Platform

/// The trash of desktops for Linux and BSD, by version 1.0 of the FreeDesktop Trash specification
/// (specifications.freedesktop.org/trash-spec).
///
/// A file on the file system of the home trash goes there. Any other goes to a folder at the top of
/// its own file system: `.Trash/UID` if the administrator made a sound `.Trash`, else
/// `.Trash-UID`. Each has the folders `files` and `info`. Only files are moved, so that
/// `directorysizes`, the specification's cache of the sizes of folders, is never concerned.
///
/// A move into the trash is an operation like any other. The trash only decides which folder takes
/// a file, and keeps the note by which file managers put it back.
struct FreeDesktopTrash: Sendable {
  /// `$XDG_DATA_HOME`, or else `$HOME/.local/share`; nil without a home folder.
  private let data: String?
  private let user: UInt32

  private static let files = "files"
  private static let info = "info"

  init() {
    self.init(user: UInt32(geteuid())) { name in getenv(name).map { String(cString: $0) } }
  }

  /// Creates the trash of a user's number; `environment` returns `XDG_DATA_HOME` and `HOME`.
  init(user: UInt32, environment: (String) -> String?) {
    self.user = user
    // The base directory specification requires that relative paths are ignored.
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    data = absolute("XDG_DATA_HOME") ?? absolute("HOME").map { "\($0)/.local/share" }
  }

  /// The trash folder in the user's home; nil without one.
  var homeFolder: String? { data.map { "\($0)/Trash" } }

  /// Returns the folder for a file.
  ///
  /// - Parameters:
  ///   - path: the file's absolute path, without links among its folders.
  ///   - makes: true to make missing folders.
  /// - Throws: ``FileProblem`` if no trash takes the file.
  func folder(
    for file: OpenFile, at path: [UInt8], makes: Bool
  ) throws(FileProblem) -> TargetFolder {
    if let data, Self.device(holding: data) == file.status.device {
      return try home(data, makes: makes)
    }
    return try folder(onTop: Self.top(of: path, on: file.status.device), makes: makes)
  }

  private func home(_ data: String, makes: Bool) throws(FileProblem) -> TargetFolder {
    do throws(FileProblem) {
      if makes {
        do { try StateDirectories.make(folder: data) } catch { throw FileProblem("\(error)") }
      }
      let base = try OwnedBytes(Array(data.utf8)).withCString { (name) throws(FileProblem) in
        try DirectoryHandle(directory: AT_FDCWD, name: name, followsLink: true)
      }
      return try open(["Trash"], in: base, at: TargetFolder(Array(data.utf8), []).path, makes)
    } catch  where error.code == ENOENT && !makes {
      return try TargetFolder(Array(data.utf8), [Array("Trash".utf8), Array(Self.files.utf8)])
    } catch {
      throw FileProblem("can't use the trash folder \"\(data)/Trash\": \(error.reason)")
    }
  }

  /// Returns the folder for the files of a file system, by its topmost folder.
  func folder(onTop top: [UInt8], makes: Bool) throws(FileProblem) -> TargetFolder {
    let own = ".Trash-\(user)"
    do throws(FileProblem) {
      let base = try Self.open(top)
      if let shared = try? Self.shared(in: base),
        let folder = try? open(
          ["\(user)"], in: shared, at: FileLocation.joined(top, Array(".Trash".utf8)), makes)
      {
        return folder
      }
      return try open([own], in: base, at: top, makes)
    } catch  where error.code == ENOENT && !makes {
      return try TargetFolder(top, [Array(own.utf8), Array(Self.files.utf8)])
    } catch {
      let path = String(decoding: FileLocation.joined(top, Array(own.utf8)), as: UTF8.self)
      throw FileProblem("can't use the trash folder \"\(path)\": \(error.reason)")
    }
  }

  private static func open(_ path: [UInt8]) throws(FileProblem) -> DirectoryHandle {
    try OwnedBytes(path).withCString { (name) throws(FileProblem) in
      try DirectoryHandle(withoutLinks: name)
    }
  }

  /// Returns the folder `.Trash`, which all users share. The specification demands that it is no
  /// link, and that its sticky bit keeps users from removing the folders of others.
  private static func shared(in top: DirectoryHandle) throws(FileProblem) -> DirectoryHandle {
    let folder = try DirectoryHandle(directory: top.descriptor, name: ".Trash")
    var facts = stat()
    guard fstat(folder.descriptor, &facts) == 0 else { throw FileProblem(error: errno) }
    guard facts.st_mode & S_ISVTX != 0 else { throw FileProblem("has no sticky bit") }
    return folder
  }

  /// Opens the folder `files` of a trash folder. Both, and `info`, have to belong to the user, and
  /// others may not write into them.
  private func open(
    _ names: [String], in base: DirectoryHandle, at path: [UInt8], _ makes: Bool
  ) throws(FileProblem) -> TargetFolder {
    let trash = try PrivateFolder(
      names, in: base, at: String(decoding: path, as: UTF8.self), makes: makes)
    _ = try trash.folder(Self.info, makes: makes)
    let files = try trash.folder(Self.files, makes: makes)
    return TargetFolder(
      files.handle,
      at: (names + [Self.files]).reduce(path) { FileLocation.joined($0, $1.utf8) })
  }

  /// Returns the device of a folder, or of the one that it would be made in; nil if none exists.
  private static func device(holding path: String) -> UInt64? {
    var path = path
    var facts = stat()
    while stat(path, &facts) != 0 {
      guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return UInt64(truncatingIfNeeded: facts.st_dev)
  }

  /// Returns the topmost folder above a file that is on the file's own file system.
  static func top(of path: [UInt8], on device: UInt64) -> [UInt8] {
    func above(_ path: [UInt8]) -> [UInt8] {
      let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
      return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
    }
    var top = above(path)
    while top.count > 1 {
      let next = above(top)
      let status = OwnedBytes(next).withCString { FileStatus(directory: AT_FDCWD, name: $0) }
      guard status?.device == device else { break }
      top = next
    }
    return top
  }
}

extension FreeDesktopTrash {
  /// The number of bytes by which a note's name is longer than the file's.
  var noteEnding: Int { TrashInfo.ending.count }

  /// True if there is a note for a path in the trash, so that its name is taken.
  func hasNote(for path: [UInt8]) -> Bool { TrashInfo(for: path)?.isThere ?? false }

  /// Writes a note, before the file is moved; returns false if there is one already.
  ///
  /// - Parameters:
  ///   - path: the file's future path in the trash.
  ///   - origin: its present path.
  func note(_ origin: [UInt8], for path: [UInt8]) throws(FileProblem) -> Bool {
    guard let info = TrashInfo(for: path) else { throw FileProblem("the path is in no trash") }
    return try info.write(
      origin, at: Instant(milliseconds: CatalogueClock.systemTime() / 1_000_000))
  }

  /// Removes the note for a path in the trash, if it names `origin`.
  func removeNote(of origin: [UInt8], for path: [UInt8]) {
    TrashInfo(for: path)?.remove(of: origin)
  }
}

/// The trash of the system that shotflow runs on.
enum SystemTrash {
  /// The trash for files to delete; nil on macOS, of whose trash shotflow does not know.
  static var current: FreeDesktopTrash? {
    #if canImport(Darwin)
      nil
    #else
      FreeDesktopTrash()
    #endif
  }

  static let isMissing = FileProblem("this system has no trash that shotflow knows")
}
