internal import Platform

/// The file system that holds a folder, by the path at which it is mounted.
struct FileSystem {
  /// The absolute path of its topmost folder, such as `/media/disk`.
  let top: [UInt8]

  /// Creates the file system of an absolute path without links; not all of its folders need exist.
  init(holding path: [UInt8]) {
    var path = path
    while path.count > 1 {
      let status = OwnedBytes(path).withCString { FileStatus(directory: AT_FDCWD, name: $0) }
      if let status {
        let child = FileLocation.joined(path, ".".utf8)
        top = FreeDesktopTrash.top(of: child, on: status.device)
        return
      }
      let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
      path = Array(path[..<slash])
    }
    top = [UInt8(ascii: "/")]
  }

  /// Returns a reason that names the disk if the problem is that it takes no further file; nil for
  /// any other.
  static func shortage(_ problem: FileProblem, in folder: [UInt8]) -> String? {
    guard let code = problem.code, [ENOSPC, EDQUOT, EROFS].contains(code) else { return nil }
    let top = String(decoding: FileSystem(holding: folder).top, as: UTF8.self)
    let disk = "the disk at \"\(top)\""
    return switch code {
    case EROFS: "\(disk) is read-only; unlock it or mount it for writing, or name another folder"
    case EDQUOT: "your share of \(disk) is used up; free some space there"
    default: "\(disk) is full; free some space there"
    }
  }
}
