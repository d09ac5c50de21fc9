internal import CSystem
internal import Platform

/// An open directory, which is closed when its last reference is released.
package final class DirectoryHandle: Sendable {
  package let descriptor: Int32

  /// Opens the directory `name` in the one with the descriptor `directory`. A link in the last part
  /// is followed only if `followsLink` is true.
  package init(
    directory: Int32, name: UnsafePointer<CChar>, followsLink: Bool = false
  ) throws(FileProblem) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let opened = csystem_open_at(directory, name, flags)
    guard opened >= 0 else { throw FileProblem(error: errno) }
    descriptor = opened
  }

  /// Opens the directory of an absolute path; fails if a part of the path is a symbolic link.
  package init(withoutLinks path: UnsafePointer<CChar>) throws(FileProblem) {
    let root = try DirectoryHandle(directory: AT_FDCWD, name: "/")
    let opened = csystem_open_below(root.descriptor, path, O_RDONLY | O_DIRECTORY)
    guard opened >= 0 else { throw FileProblem(error: errno) }
    descriptor = opened
  }

  /// Returns the names of all files and folders, and perhaps of links and all else, unordered.
  package func names(includingLinks: Bool = false) -> [String] {
    let collector = EntryCollector(includesHidden: true, includesLinks: includingLinks)
    // If a folder can't be read to its end, the remaining names are left out.
    _ = csystem_list(descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    return collector.found.map { found in
      let (start, count) = (Int(found.start), Int(found.count))
      return String(decoding: collector.names[start..<start + count], as: UTF8.self)
    }
  }

  deinit {
    close(descriptor)
  }
}
